import { type CryptoKey, compactVerify, importJWK, type JSONWebKeySet, type JWK, type KeyObject } from 'jose';
import { TokenRefused } from './token-refused.ts';

export type Claims = Record<string, unknown>;

export interface TokenVerifierOptions {
  /** The published keys. Each verifies with its own algorithm only, whatever the token's header says. */
  keys: JSONWebKeySet;
  /** Shared secret of older projects. Without it, no HS256 token is accepted. */
  legacySecret?: string;
  /** Tolerated clock skew in seconds. */
  clockSkewSeconds?: number;
  /** For tests: the time in seconds. */
  now?: () => number;
}

export interface TokenVerifier {
  /** The claims of a token with a valid signature and times; otherwise throws `TokenRefused`. */
  verify(token: string): Promise<Claims>;
}

interface VerificationKey {
  kid: string | undefined;
  algorithm: string;
  key: CryptoKey | KeyObject | Uint8Array;
}

/** How many verified tokens are cached. Only the signature is cached; times are checked on each call. */
const REMEMBERED = 2000;
const LONGEST_TOKEN = 16_384;

export async function createTokenVerifier(options: TokenVerifierOptions): Promise<TokenVerifier> {
  const keys = await importKeys(options);
  const skew = options.clockSkewSeconds ?? 30;
  const now = options.now ?? (() => Date.now() / 1000);
  const remembered = new Map<string, Claims>();
  return {
    async verify(token) {
      let claims = remembered.get(token);
      if (!claims) {
        claims = await readSigned(token, keys);
        if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
        remembered.set(token, claims);
      }
      checkTimes(claims, now(), skew);
      return claims;
    },
  };
}

async function importKeys({ keys, legacySecret }: TokenVerifierOptions): Promise<VerificationKey[]> {
  const imported = await Promise.all(
    keys.keys.map(async (jwk) => {
      const algorithm = algorithmOf(jwk);
      return { kid: jwk.kid, algorithm, key: await importJWK(jwk, algorithm) };
    }),
  );
  if (legacySecret === undefined) return imported;
  return [...imported, { kid: undefined, algorithm: 'HS256', key: new TextEncoder().encode(legacySecret) }];
}

export function algorithmOf(jwk: JWK): string {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256';
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA';
  if (jwk.kty === 'RSA') return jwk.alg ?? 'RS256';
  throw new Error(`a published key of kind ${jwk.kty} ${jwk.crv ?? ''} cannot verify tokens`);
}

async function readSigned(token: string, keys: VerificationKey[]): Promise<Claims> {
  if (token === '') throw new TokenRefused('PGRST301', 'Empty JWT is sent in Authorization header');
  const parts = token.split('.').length;
  if (parts !== 3) throw new TokenRefused('PGRST301', `Expected 3 parts in JWT; got ${parts}`);
  if (token.length > LONGEST_TOKEN) throw undecodable();
  const kid = readHeader(token).kid;
  // A token that names its key is verified with that key only.
  const candidates = keys.filter((key) => kid === undefined || key.kid === undefined || key.kid === kid);
  for (const { key, algorithm } of candidates) {
    const payload = await compactVerify(token, key, { algorithms: [algorithm] }).then(
      (verified) => verified.payload,
      () => undefined,
    );
    if (payload) return parseClaims(payload);
  }
  throw undecodable();
}

function readHeader(token: string): { kid?: unknown } {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    if (typeof header === 'object' && header !== null) return header;
  } catch {
    // Refused below: the header is not JSON.
  }
  throw undecodable();
}

function undecodable(): TokenRefused {
  return new TokenRefused(
    'PGRST301',
    'No suitable key or wrong key type',
    'None of the keys was able to decode the JWT',
  );
}

function parseClaims(payload: Uint8Array): Claims {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as Claims;
  } catch {
    // Refused below: signed, but not a JSON object.
  }
  throw new TokenRefused('PGRST303', 'Parsing claims failed');
}

function checkTimes(claims: Claims, now: number, skew: number): void {
  const time = (name: string): number | undefined => {
    const value = claims[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TokenRefused('PGRST303', 'Parsing claims failed', `The JWT '${name}' claim must be a number`);
  };
  const [exp, nbf, iat] = [time('exp'), time('nbf'), time('iat')];
  if (exp !== undefined && now > exp + skew) throw new TokenRefused('PGRST303', 'JWT expired');
  if (nbf !== undefined && now < nbf - skew) throw new TokenRefused('PGRST303', 'JWT not yet valid');
  if (iat !== undefined && now < iat - skew) throw new TokenRefused('PGRST303', 'JWT issued at future');
}
