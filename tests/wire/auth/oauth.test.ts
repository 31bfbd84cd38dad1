import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { follow, fragmentOf, queryOf, toCallback, travel } from '../../support/oauth-journey.ts';
import { OAuthProvider } from '../../support/oauth-provider.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({
    providers: provider.settings,
    redirectTargets: ['https://app.example/**'],
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});
beforeEach(() => {
  provider.faults = {};
  provider.person = somebody();
});

let count = 0;
function somebody() {
  count += 1;
  const name = `Marie Jozèf ${count}`;
  return {
    sub: `10${randomUUID()}`,
    email: `marie${count}@egzanp.test`,
    email_verified: true,
    name,
    picture: 'https://pictures.example/marie.png',
  };
}

type Name = 'google' | 'facebook';
const begin = async (name: Name, options: { redirectTo?: string; flowType?: 'pkce' | 'implicit' } = {}) => {
  const { redirectTo = `${server.url}/films`, flowType = 'pkce' } = options;
  const client = server.client({ flowType });
  const { data, error } = await client.auth.signInWithOAuth({ provider: name, options: { redirectTo } });
  if (error) throw error;
  return { client, url: data.url };
};

async function signIn(name: Name) {
  const { client, url } = await begin(name);
  const page = await travel(url);
  const { data, error } = await client.auth.exchangeCodeForSession(queryOf(page).code ?? '');
  if (error) throw error;
  return { client, page, ...data };
}

describe.each<Name>(['google', 'facebook'])('signing in with %s', (name) => {
  test('by PKCE leads to the page with a code, and the code to a session', async () => {
    const { client, url } = await begin(name);
    const page = await travel(url);
    expect(page.href.split('?')[0]).toBe(`${server.url}/films`);
    expect(Object.keys(queryOf(page))).toEqual(['code']);
    expect(page.hash).toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(queryOf(page).code ?? '');
    expect(error).toBeNull();
    expect(data.session?.provider_token).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.user).toMatchObject({
      app_metadata: { provider: name, providers: [name] },
      user_metadata: {
        full_name: provider.person.name,
        name: provider.person.name,
        sub: provider.person.sub,
      },
      identities: [{ provider: name, id: provider.person.sub }],
    });
    expect(decodeJwt(data.session!.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
      role: 'authenticated',
    });
    const { data: again } = await client.auth.getUser();
    expect(again.user?.id).toBe(data.user?.id);
  });

  test('by the implicit flow leads to the page with the session after the #', async () => {
    const { client, url } = await begin(name, {
      flowType: 'implicit',
      redirectTo: 'https://app.example/a?b=c',
    });
    const page = await travel(url);
    expect(page.href.split('#')[0]).toBe('https://app.example/a?b=c');
    const session = fragmentOf(page);
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      provider_token: expect.any(String),
    });
    const { data, error } = await client.auth.setSession({
      access_token: session.access_token ?? '',
      refresh_token: session.refresh_token ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.provider).toBe(name);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  test('a second time enters the same account, with the newest name', async () => {
    const first = await signIn(name);
    provider.person = { ...provider.person, name: 'Marie Pyè' };
    const second = await signIn(name);
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.user_metadata.full_name).toBe('Marie Pyè');
    expect(second.user.identities).toHaveLength(1);
  });

  test('gives a new member a profile', async () => {
    const { user } = await signIn(name);
    const rows = await server.database.query('select first_name from private.profiles where id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ first_name: 'Marie' }]);
  });

  test('works without an address', async () => {
    const { email: _email, email_verified: _verified, ...nameless } = provider.person;
    provider.person = nameless;
    const { user } = await signIn(name);
    expect(user.email).toBe('');
    expect((await signIn(name)).user.id).toBe(user.id);
  });

  test('returns to the page with the reason when the person declined', async () => {
    const { url } = await begin(name);
    const back = await toCallback(url);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The person said no');
    const page = await follow(back);
    const words = { error: 'access_denied', error_description: 'The person said no' };
    expect(page.pathname).toBe('/films');
    expect(queryOf(page)).toMatchObject(words);
    expect(fragmentOf(page)).toMatchObject(words);
  });

  test('cannot be repeated with the same state', async () => {
    const { url } = await begin(name);
    const back = await toCallback(url);
    expect(queryOf(await follow(back)).code).toBeTruthy();
    const page = await follow(back);
    expect(page.origin).toBe(server.url);
    expect(queryOf(page)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' });
    expect(queryOf(page).code).toBeUndefined();
  });

  test('fails when the provider’s code was used before', async () => {
    const stolen = (await toCallback((await begin(name)).url)).searchParams.get('code') ?? '';
    const own = await toCallback((await begin(name)).url);
    own.searchParams.set('code', stolen);
    const first = await follow(own);
    if (name === 'google') expect(queryOf(first).error_code).toBe('unexpected_failure');
    const other = await toCallback((await begin(name)).url);
    other.searchParams.set('code', stolen);
    expect(queryOf(await follow(other))).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
    });
  });

  test('fails for an unknown, missing or expired state', async () => {
    const callback = `${server.url}/auth/v1/callback`;
    expect(queryOf(await follow(`${callback}?code=x&state=${randomUUID()}`)).error_code).toBe(
      'bad_oauth_state',
    );
    expect(queryOf(await follow(`${callback}?code=x&state=' or true`)).error_code).toBe('bad_oauth_state');
    expect(queryOf(await follow(`${callback}?code=x`)).error_code).toBe('bad_oauth_callback');
    const back = await toCallback((await begin(name)).url);
    await server.database.query(
      `update auth.flow_state set created_at = now() - interval '6 minutes' where id = $1`,
      [back.searchParams.get('state')],
    );
    expect(queryOf(await follow(back)).error_code).toBe('bad_oauth_state');
  });

  test('also accepts the callback as a form post', async () => {
    const back = await toCallback((await begin(name)).url);
    const body = new URLSearchParams(back.search);
    const page = await follow(back.href.split('?')[0] ?? '', { method: 'POST', body });
    expect(queryOf(page).code).toBeTruthy();
  });

  test('survives a HEAD request to the callback', async () => {
    const back = await toCallback((await begin(name)).url);
    expect((await fetch(back, { method: 'HEAD', redirect: 'manual' })).status).toBe(204);
    expect(queryOf(await follow(back)).code).toBeTruthy();
  });

  test('does not redirect to a foreign page', async () => {
    const { url } = await begin(name, { redirectTo: 'https://evil.example/' });
    const page = await travel(url);
    expect(page.origin).toBe(server.url);
  });

  test('gives its code to the browser that started it, once', async () => {
    const { client, url } = await begin(name);
    const code = queryOf(await travel(url)).code ?? '';
    const exchange = (code_verifier: string) =>
      server.request('/token?grant_type=pkce', { json: { auth_code: code, code_verifier } });
    const wrong = await exchange('a-verifier-that-somebody-else-made-up-in-the-meantime');
    expect([wrong.status, (await wrong.json()).error_code]).toEqual([400, 'bad_code_verifier']);
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    const again = await exchange('a-verifier-that-somebody-else-made-up-in-the-meantime');
    expect([again.status, (await again.json()).error_code]).toEqual([404, 'flow_state_not_found']);
  });

  test('is refused to a banned member', async () => {
    const { user } = await signIn(name);
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [user.id],
    );
    const page = await travel((await begin(name)).url);
    expect(queryOf(page)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  test('creates no account while sign-ups are disabled', async () => {
    server.settings.signUpOpen = false;
    try {
      const page = await travel((await begin(name)).url);
      expect(queryOf(page).error_code).toBe('signup_disabled');
    } finally {
      server.settings.signUpOpen = true;
    }
  });
});

describe('the authorization request', () => {
  test('carries the app’s parameters, which cannot replace ours', async () => {
    const { data } = await server.client().auth.signInWithOAuth({
      provider: 'google',
      options: {
        scopes: 'https://www.googleapis.com/auth/calendar',
        queryParams: {
          access_type: 'offline',
          prompt: 'consent',
          login_hint: 'marie@egzanp.test',
          redirect_uri: 'https://evil.example/',
          client_id: 'evil',
          state: 'mine',
        },
      },
    });
    const page = await travel(data.url ?? '');
    expect(provider.authorizations.at(-1)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      login_hint: 'marie@egzanp.test',
      redirect_uri: `${server.url}/auth/v1/callback`,
      client_id: 'lakou-client',
      response_type: 'code',
      scope: 'openid email profile https://www.googleapis.com/auth/calendar',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.any(String),
      code_challenge_method: 'S256',
    });
    expect(fragmentOf(page).provider_refresh_token).toMatch(/^refresh-/);
  });

  test('is returned as JSON with skip_http_redirect', async () => {
    const response = await server.request('/authorize?provider=google&skip_http_redirect=true');
    expect(response.status).toBe(200);
    expect((await response.json()).url).toContain(`${provider.url}/authorize?`);
  });

  test('proves to Facebook the use of its token', async () => {
    await signIn('facebook');
    expect(provider.profiles.at(-1)).toMatchObject({
      query: {
        appsecret_proof: expect.stringMatching(/^[0-9a-f]{64}$/),
        fields: expect.stringContaining('email'),
      },
      authorization: expect.stringMatching(/^Bearer /),
    });
  });

  test.each([
    ['half of PKCE', 'provider=google&code_challenge=abc', 'PKCE flow requires'],
    ['an unknown provider', 'provider=myspace', 'could not be found'],
    ['no provider', '', 'could not be found'],
    ['a name from the language', 'provider=constructor', 'could not be found'],
  ])('is refused with %s', async (_name, query, msg) => {
    const response = await server.request(`/authorize?${query}`);
    expect(await response.json()).toMatchObject({
      code: 400,
      error_code: 'validation_failed',
      msg: expect.stringContaining(msg),
    });
  });

  test('fails with a message when the provider cannot be reached', async () => {
    const { google } = server.settings.providers;
    server.settings.providers.google = { clientIds: ['x'], secret: 'y', issuer: 'http://127.0.0.1:9' };
    try {
      const response = await server.request('/authorize?provider=google');
      expect([response.status, (await response.json()).error_code]).toEqual([503, 'request_timeout']);
    } finally {
      if (google) server.settings.providers.google = google;
    }
  });
});

describe('Google', () => {
  test.each([
    ['another nonce', { nonce: 'somebody-else’s' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a time that is over', { exp: 1_700_000_000 }],
    ['a signature of somebody else', { foreignKey: true }],
    ['no ID token', { withoutIdToken: true }],
  ])('is not believed with %s', async (_name, faults) => {
    provider.faults = faults;
    const page = await travel((await begin('google')).url);
    expect(queryOf(page)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
    expect(fragmentOf(page).access_token).toBeUndefined();
    const made = await server.database.query('select id from auth.users where email = $1', [
      provider.person.email,
    ]);
    expect(made).toEqual([]);
  });

  test('is asked at /userinfo for the address where its ID token has none', async () => {
    provider.person = { ...provider.person, sub: `shy-${randomUUID()}` };
    const { user } = await signIn('google');
    expect(user.email).toBe(provider.person.email);
  });
});

describe('a provider that is not configured', () => {
  test.each(['google', 'facebook'])(
    '%s is refused in the words that the sign-in page looks for',
    async (name) => {
      const { providers } = server.settings;
      server.settings.providers = {};
      try {
        const response = await server.request(`/authorize?provider=${name}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toEqual({
          code: 400,
          error_code: 'validation_failed',
          msg: 'Unsupported provider: provider is not enabled',
        });
        const settings = await (await server.request('/settings')).json();
        expect(settings.external).toMatchObject({ google: false, facebook: false });
      } finally {
        server.settings.providers = providers;
      }
    },
  );

  test('is reported as disabled in /settings, and no secret is exposed', async () => {
    const settings = await (await server.request('/settings')).text();
    expect(JSON.parse(settings).external).toMatchObject({ google: true, facebook: true });
    expect(settings).not.toContain('lakou-secret');
  });
});
