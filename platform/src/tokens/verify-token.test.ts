import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { identifyCaller } from './identify-caller.ts';
import { createTokenVerifier, type TokenVerifier } from './verify-token.ts';

const secret = 'a-secret-of-an-older-project-32-bytes!';
const now = 1_700_000_000;
let sign: (claims: Record<string, unknown>, kid?: string) => Promise<string>;
let publicJwk: Record<string, unknown>;
let verifier: TokenVerifier;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  publicJwk = { ...(await exportJWK(publicKey)), kid: 'one' };
  sign = (claims, kid = 'one') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  verifier = await createTokenVerifier({ keys: { keys: [publicJwk as never] }, now: () => now });
});

describe('a token', () => {
  test('signed by this server is accepted', async () => {
    const claims = await verifier.verify(await sign({ role: 'authenticated', sub: 'ann', exp: now + 60 }));
    expect(claims).toMatchObject({ role: 'authenticated', sub: 'ann' });
  });

  test('is accepted up to half a minute late or early', async () => {
    await expect(verifier.verify(await sign({ exp: now - 20 }))).resolves.toBeTruthy();
    await expect(verifier.verify(await sign({ nbf: now + 20, iat: now + 20 }))).resolves.toBeTruthy();
    await expect(verifier.verify(await sign({ exp: now - 40 }))).rejects.toMatchObject({
      code: 'PGRST303',
      message: 'JWT expired',
    });
    await expect(verifier.verify(await sign({ nbf: now + 40 }))).rejects.toMatchObject({
      message: 'JWT not yet valid',
    });
    await expect(verifier.verify(await sign({ iat: now + 40 }))).rejects.toMatchObject({
      message: 'JWT issued at future',
    });
  });

  test('is refused after its expiry even if it was cached', async () => {
    let clock = now;
    const moving = await createTokenVerifier({ keys: { keys: [publicJwk as never] }, now: () => clock });
    const token = await sign({ exp: now + 10 });
    await expect(moving.verify(token)).resolves.toBeTruthy();
    clock = now + 100;
    await expect(moving.verify(token)).rejects.toMatchObject({ message: 'JWT expired' });
  });

  test('signed by another key, changed or truncated is refused', async () => {
    const other = await generateKeyPair('ES256');
    const foreign = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(other.privateKey);
    await expect(verifier.verify(foreign)).rejects.toMatchObject({ code: 'PGRST301' });
    const [header, , signature] = (await sign({ role: 'anon' })).split('.');
    const changed = `${header}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.${signature}`;
    await expect(verifier.verify(changed)).rejects.toMatchObject({ code: 'PGRST301' });
    await expect(verifier.verify('abc')).rejects.toMatchObject({ message: 'Expected 3 parts in JWT; got 1' });
    await expect(verifier.verify('')).rejects.toMatchObject({ code: 'PGRST301' });
    await expect(verifier.verify('a.b.c')).rejects.toMatchObject({ code: 'PGRST301' });
  });

  test('cannot choose its own algorithm', async () => {
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
    await expect(verifier.verify(none)).rejects.toMatchObject({ code: 'PGRST301' });
    // The public key must not work as a shared secret.
    const asSecret = new TextEncoder().encode(JSON.stringify(publicJwk));
    const confused = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(asSecret);
    await expect(verifier.verify(confused)).rejects.toMatchObject({ code: 'PGRST301' });
  });

  test('with a shared secret is accepted only where one is configured', async () => {
    const token = await new SignJWT({ role: 'anon' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'PGRST301' });
    const legacy = await createTokenVerifier({ keys: { keys: [] }, legacySecret: secret, now: () => now });
    await expect(legacy.verify(token)).resolves.toMatchObject({ role: 'anon' });
  });

  test('that names another key is refused', async () => {
    await expect(verifier.verify(await sign({ role: 'anon' }, 'two'))).rejects.toMatchObject({
      code: 'PGRST301',
    });
  });
});

describe('a caller', () => {
  const identify = (headers: Record<string, string>) => identifyCaller(new Headers(headers), { verifier });

  test('without key and token is anonymous', async () => {
    await expect(identify({})).resolves.toEqual({ role: 'anon', claims: { role: 'anon' } });
    await expect(identify({ authorization: 'Basic eDp5' })).resolves.toEqual({
      role: 'anon',
      claims: { role: 'anon' },
    });
  });

  test('with a wrong key is refused, whatever the token', async () => {
    const token = await sign({ role: 'authenticated' });
    await expect(identify({ apikey: 'wrong' })).rejects.toMatchObject({ status: 401 });
    await expect(identify({ apikey: 'wrong', authorization: `Bearer ${token}` })).rejects.toMatchObject({
      status: 401,
    });
  });

  test('has the identity of the token, else of the key', async () => {
    const key = await sign({ role: 'service_role' });
    const token = await sign({ role: 'authenticated', sub: 'ann' });
    await expect(identify({ apikey: key })).resolves.toMatchObject({ role: 'service_role' });
    await expect(identify({ apikey: key, authorization: `Bearer ${token}` })).resolves.toMatchObject({
      role: 'authenticated',
      claims: { sub: 'ann' },
    });
  });

  test('cannot have a role that is not allowed', async () => {
    const token = await sign({ role: 'postgres' });
    await expect(identify({ authorization: `Bearer ${token}` })).rejects.toMatchObject({ status: 401 });
  });

  test('gets a WWW-Authenticate header', async () => {
    const error = await identify({ apikey: 'x.y.z' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      headers: { 'www-authenticate': expect.stringContaining('invalid_token') },
    });
  });
});
