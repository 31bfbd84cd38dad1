import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rotateKeys } from './rotate-keys.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { createTokenVerifier } from './verify-token.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = () => loadSigningKeys({ folder });

describe('after a rotation', () => {
  test('a new key signs, and tokens signed by the old one stay valid', async () => {
    const before = await load();
    const old = await before.sign({ sub: 'ann', role: 'authenticated' }, '1h');
    const kid = await rotateKeys(folder);
    const after = await load();
    const token = await after.sign({ sub: 'ann', role: 'authenticated' }, '1h');
    expect(decodeProtectedHeader(token).kid).toBe(kid);
    expect(decodeProtectedHeader(old).kid).not.toBe(kid);
    const verifier = await createTokenVerifier({ keys: after.jwks });
    for (const good of [old, token]) expect(await verifier.verify(good)).toMatchObject({ sub: 'ann' });
    expect(await verifier.verify(after.anonKey)).toMatchObject({ role: 'anon' });
    expect(await verifier.verify(after.serviceKey)).toMatchObject({ role: 'service_role' });
    expect([after.anonKey, after.serviceKey]).toEqual([before.anonKey, before.serviceKey]);
  });

  test('both public keys are published, and no private one', async () => {
    await load();
    await rotateKeys(folder);
    const { jwks, sign } = await load();
    expect(jwks.keys).toHaveLength(2);
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    await expect(jwtVerify(await sign({}, '1h'), createLocalJWKSet(jwks))).resolves.toBeTruthy();
  });

  test('the thumbprint and the file’s permissions are unchanged', async () => {
    const before = await load();
    await rotateKeys(folder);
    await rotateKeys(folder);
    expect((await load()).thumbprint).toBe(before.thumbprint);
    expect((await load()).jwks.keys).toHaveLength(3);
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });

  test('a process that has not restarted refuses tokens of the new key', async () => {
    const stale = await createTokenVerifier({ keys: (await load()).jwks });
    await rotateKeys(folder);
    await expect(stale.verify(await (await load()).sign({}, '1h'))).rejects.toMatchObject({
      code: 'PGRST301',
    });
  });
});

describe('keys of two algorithms', () => {
  test('verify side by side, and the first signs', async () => {
    const before = await load();
    const old = await before.sign({ sub: 'ann' }, '1h');
    await rotateKeys(folder, 'RS256');
    const after = await load();
    const token = await after.sign({ sub: 'ann' }, '1h');
    expect([old, token].map((each) => decodeProtectedHeader(each).alg)).toEqual(['ES256', 'RS256']);
    const verifier = await createTokenVerifier({ keys: after.jwks });
    for (const good of [old, token]) expect(await verifier.verify(good)).toMatchObject({ sub: 'ann' });
    expect(after.thumbprint).toBe(before.thumbprint);
  });

  test('publish nothing private, not even members that nobody knows', async () => {
    await load();
    await rotateKeys(folder, 'RS256');
    const file = join(folder, 'keys.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { keys: Record<string, unknown>[] };
    writeFileSync(
      file,
      JSON.stringify({ ...stored, keys: stored.keys.map((key) => ({ ...key, note: 'x' })) }),
    );
    const [rsa, ec] = (await load()).jwks.keys;
    expect(Object.keys(rsa ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(Object.keys(ec ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('never include a secret, which would be published', async () => {
    await load();
    const file = join(folder, 'keys.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { keys: object[] };
    const secret = { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256', kid: 'x' };
    writeFileSync(file, JSON.stringify({ ...stored, keys: [...stored.keys, secret] }));
    await expect(load()).rejects.toThrow('does not hold valid signing keys');
  });
});

describe('a rotation', () => {
  test('is refused while another one is running', async () => {
    await load();
    const results = await Promise.allSettled([rotateKeys(folder), rotateKeys(folder)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await load()).jwks.keys).toHaveLength(2);
  });

  test('neither changes a file without keys nor creates one', async () => {
    await expect(rotateKeys(folder)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'keys.json'), '{}');
    await expect(rotateKeys(folder)).rejects.toThrow('does not hold valid signing keys');
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe('{}');
  });
});
