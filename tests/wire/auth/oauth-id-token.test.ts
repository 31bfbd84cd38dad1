import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { OAuthProvider, type ProviderPerson } from '../../support/oauth-provider.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({ providers: provider.settings });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});

let person: ProviderPerson;
beforeEach(() => {
  provider.faults = {};
  const email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  person = { sub: randomUUID(), email, email_verified: true, name: 'Wozlò Deziren' };
});

const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');
const show = (token: string, more: { nonce?: string; access_token?: string } = {}) =>
  server.client().auth.signInWithIdToken({ provider: 'google', token, ...more });

describe('an ID token from Google', () => {
  test('signs its owner in, the second time into the same account', async () => {
    const { data, error } = await show(await provider.idToken(person));
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google' },
      user_metadata: { full_name: 'Wozlò Deziren' },
    });
    const again = await show(await provider.idToken(person));
    expect(again.data.user?.id).toBe(data.user?.id);
  });

  test('can be issued to another configured client', async () => {
    const { error } = await show(await provider.idToken(person, { aud: 'lakou-app' }));
    expect(error).toBeNull();
  });

  test('is accepted with the nonce whose hash it contains', async () => {
    const nonce = randomUUID();
    const token = await provider.idToken(person, { nonce: hashed(nonce) });
    expect((await show(token, { nonce })).error).toBeNull();
  });

  test('is accepted with its access token, and not with another', async () => {
    const half = createHash('sha256').update('right').digest().subarray(0, 16);
    const token = await provider.idToken(person, { at_hash: half.toString('base64url') });
    expect((await show(token, { access_token: 'right' })).error).toBeNull();
    expect((await show(token, { access_token: 'wrong' })).error?.message).toBe('Bad ID token');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['for another client', { aud: 'another-client' }, 'Unacceptable audience in id_token'],
    ['from another issuer', { iss: 'https://evil.example' }, 'Bad ID token'],
    ['that is over', { exp: 1_700_000_000 }, 'Bad ID token'],
    ['for nobody', { sub: undefined }, 'Bad ID token'],
    ['with a nonce that was not shown', { nonce: hashed('secret') }, 'Passed nonce and nonce in id_token'],
  ])('%s is refused', async (_name, claims, message) => {
    const { error } = await show(await provider.idToken(person, claims));
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });

  test('with another nonce, or a nonce it does not know, is refused', async () => {
    const token = await provider.idToken(person, { nonce: hashed('secret') });
    expect((await show(token, { nonce: 'guess' })).error?.message).toBe('Nonces mismatch');
    expect((await show(token, { nonce: hashed('secret') })).error?.message).toBe('Nonces mismatch');
    const plain = await provider.idToken(person);
    expect((await show(plain, { nonce: 'guess' })).error?.status).toBe(400);
  });

  test('with a foreign signature or none is refused', async () => {
    provider.faults = { foreignKey: true };
    const foreign = await provider.idToken(person);
    const [, payload] = foreign.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of [foreign, none, server.keys.anonKey, 'nonsense']) {
      expect((await show(token)).error?.message).toBe('Bad ID token');
    }
  });

  test('is refused to a banned member', async () => {
    const { data } = await show(await provider.idToken(person));
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [data.user?.id],
    );
    expect((await show(await provider.idToken(person))).error?.code).toBe('user_banned');
  });
});

describe('an ID token grant', () => {
  const request = async (json: object) => {
    const response = await server.request('/token?grant_type=id_token', { json });
    return { status: response.status, ...(await response.json()) };
  };

  test.each(['facebook', 'apple', 'azure'])('of %s is refused', async (name) => {
    expect(await request({ provider: name, id_token: 'x' })).toMatchObject({
      status: 400,
      error_code: 'validation_failed',
      msg: `Custom OIDC provider "${name}" not allowed`,
    });
  });

  test('without token or provider is refused', async () => {
    expect(await request({ provider: 'google' })).toMatchObject({ status: 400, msg: 'id_token required' });
    expect(await request({ id_token: 'x' })).toMatchObject({ status: 400, error: 'invalid request' });
  });

  test('is not enabled while Google is not', async () => {
    const { providers } = server.settings;
    server.settings.providers = {};
    try {
      expect(await request({ provider: 'google', id_token: 'x' })).toMatchObject({
        status: 400,
        error_code: 'provider_disabled',
        msg: expect.stringContaining('is not enabled'),
      });
    } finally {
      server.settings.providers = providers;
    }
  });
});
