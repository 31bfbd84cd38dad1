import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { StartRefused } from '../database/errors.ts';
import { algorithmOf } from './verify-token.ts';

const TEN_YEARS = '3650d';

/** The content of `keys.json`, and of the setting JWT_KEYS where several machines share one database. */
export interface StoredKeys {
  /** Of any algorithm, side by side: the signing one first, with its private half. The others only verify. */
  keys: JWK[];
  anonKey: string;
  serviceKey: string;
}

export interface SigningKeys {
  /** The public halves, as published at /auth/v1/.well-known/jwks.json. */
  readonly jwks: { keys: JWK[] };
  readonly anonKey: string;
  readonly serviceKey: string;
  /**
   * Identifies the keys, so that processes on one database can check that they share them. It is the oldest key's, so
   * that a rotation, after which processes restart one by one, does not change it.
   */
  readonly thumbprint: string;
  sign(claims: Record<string, unknown>, lifetime: string): Promise<string>;
}

/** Keys are random per installation: there is no default secret. */
export async function loadSigningKeys(options: {
  folder: string;
  given?: string | undefined;
}): Promise<SigningKeys> {
  if (options.given !== undefined) return parseSigningKeys(options.given, 'JWT_KEYS');
  const file = join(options.folder, 'keys.json');
  if (!existsSync(file)) await createKeys(file);
  return parseSigningKeys(readFileSync(file, 'utf8'), file);
}

export type SigningAlgorithm = 'ES256' | 'RS256';

export async function newSigningKey(algorithm: SigningAlgorithm = 'ES256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: algorithm, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

async function createKeys(file: string): Promise<void> {
  const key = await newSigningKey();
  const signer = await createSigner(key);
  const keys: StoredKeys = {
    keys: [key],
    anonKey: await signer({ role: 'anon', iss: 'lakou' }, TEN_YEARS),
    serviceKey: await signer({ role: 'service_role', iss: 'lakou' }, TEN_YEARS),
  };
  const aside = `${file}.${randomUUID()}`;
  try {
    writeFileSync(aside, JSON.stringify(keys, null, 2), { mode: 0o600, flush: true });
    chmodSync(aside, 0o600);
    // link() fails when the name is taken, so of two processes starting at once one creates the keys and both read them.
    linkSync(aside, file);
  } catch (error) {
    if (!existsSync(file)) {
      throw new StartRefused(`The keys cannot be written to ${file}: ${(error as Error).message}.`);
    }
  } finally {
    rmSync(aside, { force: true });
  }
}

export async function parseSigningKeys(text: string, where: string): Promise<SigningKeys> {
  const refused = new StartRefused(
    `${where} does not hold valid signing keys; it must have the form of the file keys.json that a first start writes.`,
  );
  let stored: StoredKeys;
  try {
    stored = JSON.parse(text) as StoredKeys;
    // Symmetric keys are refused: all keys are published.
    for (const key of stored.keys) await importJWK(key, algorithmOf(key));
  } catch {
    throw refused;
  }
  const [current] = stored.keys;
  if (!current?.d || !current.kid || !stored.anonKey || !stored.serviceKey) throw refused;
  return {
    jwks: { keys: stored.keys.map(publicHalf) },
    anonKey: stored.anonKey,
    serviceKey: stored.serviceKey,
    thumbprint: await calculateJwkThumbprint(stored.keys.at(-1) ?? current),
    sign: await createSigner(current),
  };
}

/** Of all kinds of keys: only these members are published. */
const PUBLIC_MEMBERS: readonly string[] = ['kty', 'crv', 'x', 'y', 'n', 'e', 'alg', 'use', 'kid'];

function publicHalf(key: JWK): JWK {
  const members = Object.entries(key).filter(([name]) => PUBLIC_MEMBERS.includes(name));
  return Object.fromEntries(members) as JWK;
}

/** The key is imported once: that costs as much as a signature. */
async function createSigner(key: JWK): Promise<SigningKeys['sign']> {
  const alg = algorithmOf(key);
  const privateKey = await importJWK(key, alg);
  const header = { alg, typ: 'JWT', ...(key.kid === undefined ? {} : { kid: key.kid }) };
  return (claims, lifetime) =>
    new SignJWT(claims).setProtectedHeader(header).setIssuedAt().setExpirationTime(lifetime).sign(privateKey);
}
