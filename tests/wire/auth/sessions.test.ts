import { createClient } from '@supabase/supabase-js';
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const member = { email: 'member@lakou.test', password: DEMO_PASSWORD };

async function signedIn(credentials = member) {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  return { client, ...data };
}

const refresh = (refresh_token: string) =>
  server.request('/token?grant_type=refresh_token', { json: { refresh_token } });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const errorOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

describe('a seeded account', () => {
  test.each(['admin', 'subscriber', 'member'])('%s signs in with the published password', async (name) => {
    const { user, session } = await signedIn({ email: `${name}@lakou.test`, password: DEMO_PASSWORD });
    expect(user).toMatchObject({
      email: `${name}@lakou.test`,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    });
    expect(user.identities).toHaveLength(1);
    expect(user.identities?.[0]).toMatchObject({ provider: 'email', id: user.id, user_id: user.id });
    expect(user.last_sign_in_at).toMatch(/Z$/);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.refresh_token).toMatch(/^[a-z2-7]{20}$/);
  });

  test('gets a stronger hash at the first sign-in, and signs in with it afterwards', async () => {
    await signedIn();
    const [row] = await server.database.query<{ hash: string }>(
      'select encrypted_password as hash from auth.users where email = $1',
      [member.email],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signedIn();
  });
});

describe('an access token', () => {
  test('carries exactly the claims that Supabase puts in it', async () => {
    const { session, user } = await signedIn();
    const claims = decodeJwt(session.access_token);
    expect(Object.keys(claims).sort()).toEqual(
      'aal amr app_metadata aud email exp iat is_anonymous iss phone role session_id sub user_metadata'.split(
        ' ',
      ),
    );
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: member.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
    });
    expect(claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(session.expires_at).toBe(claims.exp);
  });

  test('can be verified with the published keys, which are cacheable for ten minutes', async () => {
    const { client, session } = await signedIn();
    const response = await server.request('/.well-known/jwks.json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    expect(JSON.stringify(await response.json())).not.toContain('"d"');
    const keys = createRemoteJWKSet(new URL(`${server.url}/auth/v1/.well-known/jwks.json`));
    const { protectedHeader } = await jwtVerify(session.access_token, keys, { audience: 'authenticated' });
    expect(protectedHeader.alg).toBe('ES256');
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.email).toBe(member.email);
  });

  test('reads /user', async () => {
    const { client, session } = await signedIn();
    const { data, error } = await client.auth.getUser(session.access_token);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(member.email);
  });

  test.each<[string, (token: string) => string | Promise<string>]>([
    ['a changed payload', (token) => changed(token, { email: 'admin@lakou.test' })],
    ['alg none', (token) => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
    [
      'alg none and the old signature',
      (token) => [part({ alg: 'none' }), ...token.split('.').slice(1)].join('.'),
    ],
    [
      'the public key as a shared secret',
      async (token) => {
        const secret = new TextEncoder().encode(JSON.stringify(server.keys.jwks.keys[0]));
        return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(secret);
      },
    ],
    ['no signature', (token) => token.split('.').slice(0, 2).join('.')],
    ['nonsense', () => 'nonsense'],
    ['the anonymous key', () => server.keys.anonKey],
    ['an expired time', (token) => server.keys.sign({ ...decodeJwt(token), exp: undefined }, '-10m')],
    ['another audience', (token) => server.keys.sign({ ...decodeJwt(token), aud: 'elsewhere' }, '1h')],
  ])('is refused with %s', async (_name, forge) => {
    const { session } = await signedIn();
    const response = await server.request('/user', bearer(await forge(session.access_token)));
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 403, error_code: 'bad_jwt' });
  });

  test('without a session, signed with the server’s key, reads /user and cannot change it', async () => {
    const { user } = await signedIn();
    const token = await server.keys.sign({ sub: user.id, aud: 'authenticated', role: 'authenticated' }, '1h');
    expect((await server.request('/user', bearer(token))).status).toBe(200);
    const change = await server.request('/user', { method: 'PUT', json: { data: {} }, ...bearer(token) });
    expect(await errorOf(change)).toMatchObject({ status: 403, error_code: 'session_not_found' });
    expect((await server.request('/logout', { method: 'POST', ...bearer(token) })).status).toBe(403);
  });

  test('is required: without one the response is 401', async () => {
    expect(await errorOf(await server.request('/user'))).toMatchObject({
      status: 401,
      error_code: 'no_authorization',
    });
  });
});

describe('a refusal', () => {
  test('has the old form without, and the new form with, the version header', async () => {
    const json = { email: member.email, password: 'wrong password' };
    const old = await server.request('/token?grant_type=password', { json });
    expect(await errorOf(old)).toEqual({
      status: 400,
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const modern = await server.request('/token?grant_type=password', { json, headers });
    expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await errorOf(modern)).toEqual({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  test.each([
    ['a wrong password', { email: member.email, password: 'wrong password' }],
    ['an unknown address', { email: 'nobody@lakou.test', password: DEMO_PASSWORD }],
    ['an account without a password', { email: 'manno@lakou.test', password: '' }],
  ])('is the same for %s, after the same work', async (_name, credentials) => {
    server.passwords.compared = [];
    const { error } = await server.client().auth.signInWithPassword(credentials);
    expect(error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    // With the account's password and with that of a sign-up that is not confirmed yet.
    expect(server.passwords.compared).toHaveLength(2);
  });

  test('is returned for invalid JSON, a missing name, two names and an unknown grant', async () => {
    const text = await server.request('/token?grant_type=password', { method: 'POST', body: '{' });
    expect(await errorOf(text)).toMatchObject({ status: 400, error_code: 'bad_json' });
    const cases: [string, object, string][] = [
      ['password', { password: 'x' }, 'validation_failed'],
      ['password', { email: 'a@b.ht', phone: '50931234567', password: 'x' }, 'validation_failed'],
      ['password', { phone: '50931234567', password: 'x' }, 'phone_provider_disabled'],
      ['password', { email: 'nul\0l@lakou.test', password: 'x' }, 'validation_failed'],
      ['magic', {}, 'invalid_credentials'],
      ['web3', {}, 'web3_provider_disabled'],
      ['refresh_token', {}, 'validation_failed'],
      ['refresh_token', { refresh_token: 'abcdefghijkl' }, 'refresh_token_not_found'],
      ['pkce', { auth_code: 'x' }, 'validation_failed'],
      ['pkce', { auth_code: 'x', code_verifier: 'y' }, 'flow_state_not_found'],
    ];
    for (const [grant, json, code] of cases) {
      const response = await server.request(`/token?grant_type=${grant}`, { json });
      expect([grant, (await errorOf(response)).error_code]).toEqual([grant, code]);
    }
  });

  test('is returned to a banned member only after the right password, and to their refresh tokens', async () => {
    const { session } = await signedIn({ email: 'subscriber@lakou.test', password: DEMO_PASSWORD });
    const ban = (until: string) =>
      server.database.query(
        `update auth.users set banned_until = ${until} where email = 'subscriber@lakou.test'`,
      );
    await ban(`now() + interval '1 day'`);
    const sign = (password: string) =>
      server.client().auth.signInWithPassword({ email: 'subscriber@lakou.test', password });
    expect((await sign(DEMO_PASSWORD)).error?.code).toBe('user_banned');
    expect((await sign('wrong')).error?.code).toBe('invalid_credentials');
    expect(await errorOf(await refresh(session.refresh_token))).toMatchObject({ error_code: 'user_banned' });
    expect(await errorOf(await server.request('/user', bearer(session.access_token)))).toMatchObject({
      status: 403,
      error_code: 'user_banned',
    });
    await ban('null');
  });

  test('is returned for a wrong key, but not without one', async () => {
    const response = await server.request('/settings', { headers: { apikey: 'wrong' } });
    expect(response.status).toBe(401);
    expect((await server.request('/settings')).status).toBe(200);
    const { error } = await createClient(server.url, 'wrong', {
      auth: { persistSession: false },
    }).auth.signInWithPassword(member);
    expect(error?.status).toBe(401);
  });
});

describe('a refresh token', () => {
  test('is exchanged for a new pair, once', async () => {
    const { client, session } = await signedIn();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const before = decodeJwt(session.access_token);
    const after = decodeJwt(data.session!.access_token);
    expect(after).toMatchObject({
      session_id: before.session_id,
      amr: before.amr,
      aal: 'aal1',
      sub: before.sub,
    });
  });

  test('that many tabs use at once gives all the same successor', async () => {
    const { session } = await signedIn();
    let shown = session.refresh_token;
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, async () => (await refresh(shown)).json()),
      );
      const successors = new Set(answers.map(({ refresh_token }) => refresh_token));
      expect([...successors]).toEqual([expect.stringMatching(/^[a-z2-7]{20}$/)]);
      shown = answers[0].refresh_token;
    }
  });

  test('that is reused after its successor was used ends the whole session', async () => {
    const { client, session } = await signedIn();
    const second = await (await refresh(session.refresh_token)).json();
    const third = await (await refresh(second.refresh_token)).json();
    expect(await errorOf(await refresh(session.refresh_token))).toMatchObject({
      status: 400,
      error_code: 'refresh_token_already_used',
    });
    for (const { refresh_token } of [second, third]) {
      expect(await errorOf(await refresh(refresh_token))).toMatchObject({
        error_code: 'refresh_token_not_found',
      });
    }
    expect(await errorOf(await server.request('/user', bearer(third.access_token)))).toMatchObject({
      status: 403,
      error_code: 'session_not_found',
    });
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('that is reused too late ends the session, though its successor was never used', async () => {
    const { session } = await signedIn();
    const second = await (await refresh(session.refresh_token)).json();
    await server.database.query(
      `update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1`,
      [session.refresh_token],
    );
    expect(await errorOf(await refresh(session.refresh_token))).toMatchObject({
      error_code: 'refresh_token_already_used',
    });
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  test('is refused once its session has ended', async () => {
    const { session } = await signedIn();
    const { session_id } = decodeJwt(session.access_token);
    await server.database.query(
      `update auth.sessions set not_after = now() - interval '1 second' where id = $1`,
      [session_id],
    );
    expect(await errorOf(await refresh(session.refresh_token))).toMatchObject({
      error_code: 'session_expired',
    });
  });
});

describe('signing out', () => {
  test('globally ends every session', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    expect((await here.client.auth.signOut()).error).toBeNull();
    for (const { session } of [here, there]) {
      expect((await refresh(session.refresh_token)).status).toBe(400);
      expect((await server.request('/user', bearer(session.access_token))).status).toBe(403);
    }
  });

  test('with scope local ends this one, with others the others', async () => {
    const [here, there, third] = [await signedIn(), await signedIn(), await signedIn()];
    await here.client.auth.signOut({ scope: 'local' });
    expect((await refresh(here.session.refresh_token)).status).toBe(400);
    expect((await server.request('/user', bearer(there.session.access_token))).status).toBe(200);
    await there.client.auth.signOut({ scope: 'others' });
    expect((await server.request('/user', bearer(there.session.access_token))).status).toBe(200);
    expect((await server.request('/user', bearer(third.session.access_token))).status).toBe(403);
  });

  test('with an unknown scope is refused', async () => {
    const { session } = await signedIn();
    const response = await server.request('/logout?scope=anyhow', {
      method: 'POST',
      ...bearer(session.access_token),
    });
    expect(await errorOf(response)).toMatchObject({ status: 400, error_code: 'validation_failed' });
    expect((await server.request('/logout', { method: 'POST' })).status).toBe(401);
  });
});

describe('the service', () => {
  test('answers other origins, and its responses are not cached', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const preflight = await server.request('/token?grant_type=password', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    const response = await server.request('/token?grant_type=password', { json: member, headers });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('answers /settings and /health, and has no single sign-on', async () => {
    expect(await (await server.request('/settings')).json()).toMatchObject({
      external: { email: true, phone: false, google: false, facebook: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect(await (await server.request('/health')).json()).toMatchObject({ name: 'GoTrue' });
    const { error } = await server.client().auth.signInWithSSO({ domain: 'lakou.test' });
    expect(error).toMatchObject({ code: 'saml_provider_disabled', status: 404 });
  });

  test('limits the size of a body', async () => {
    const response = await server.request('/signup', { json: { data: 'x'.repeat(300_000) } });
    expect(response.status).toBe(413);
  });

  test('writes neither passwords nor tokens into its log', async () => {
    const { session } = await signedIn();
    const written = JSON.stringify(server.logged);
    expect(server.logged.length).toBeGreaterThan(0);
    for (const secret of [DEMO_PASSWORD, session.refresh_token, session.access_token]) {
      expect(written).not.toContain(secret);
    }
  });
});

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function changed(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  return [header, part({ ...decodeJwt(token), ...claims }), signature].join('.');
}
