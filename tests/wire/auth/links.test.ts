import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({
    redirectTargets: ['https://*.lakou.example/**', 'https://app.example/done', 'lakou://open/**'],
  });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const member = 'member@lakou.test';
const follow = async (link: URL) =>
  new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? 'no:where');
const fragmentOf = (target: URL) => Object.fromEntries(new URLSearchParams(target.hash.slice(1)));

describe('a sign-in link by email', () => {
  test('signs a member in without a password', async () => {
    const { error } = await server.client().auth.signInWithOtp({ email: member });
    expect(error).toBeNull();
    const { mail, link, code } = server.mail.last(member);
    expect(mail.subject).toBe('Your sign-in link');
    expect(code).toMatch(/^\d{6}$/);
    expect(link.searchParams.get('type')).toBe('magiclink');
    const fragment = fragmentOf(await follow(link));
    expect(fragment).toMatchObject({ type: 'magiclink', token_type: 'bearer', expires_in: '3600' });
    expect(decodeJwt(fragment.access_token!)).toMatchObject({ email: member, amr: [{ method: 'otp' }] });
  });

  test('does not change the password of a confirmed account', async () => {
    await server.client().auth.signInWithOtp({ email: member });
    await follow(server.mail.last(member).link);
    const { error } = await server
      .client()
      .auth.signInWithPassword({ email: member, password: DEMO_PASSWORD });
    expect(error).toBeNull();
  });

  test.each(['email', 'magiclink'] as const)('has a code that can be typed as type %s', async (type) => {
    await server.client().auth.signInWithOtp({ email: member });
    const { code } = server.mail.last(member);
    const { data, error } = await server.client().auth.verifyOtp({ email: member, token: code, type });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(member);
  });

  test('creates an account with a profile for a newcomer, unless that is turned off', async () => {
    const email = 'nouvo@egzanp.test';
    const refused = await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    // As for a member, so that the response does not reveal who has an account.
    expect(refused.error).toBeNull();
    expect(server.mail.to(email)).toHaveLength(0);
    await server.client().auth.signInWithOtp({ email, options: { data: { full_name: 'Nouvo Moun' } } });
    const { code } = server.mail.last(email);
    const { data, error } = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Nouvo Moun' } });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const profiles = await server.database.query('select id from private.profiles where id = $1', [
      data.user?.id,
    ]);
    expect(profiles).toHaveLength(1);
  });

  test('is replaced by the next one', async () => {
    await server.client().auth.signInWithOtp({ email: member });
    const old = server.mail.last(member);
    await server.client().auth.signInWithOtp({ email: member });
    expect(fragmentOf(await follow(old.link))).toMatchObject({ error_code: 'otp_expired' });
    expect(fragmentOf(await follow(server.mail.last(member).link)).access_token).toBeTruthy();
  });

  test('followed ten times at once creates one session', async () => {
    await server.client().auth.signInWithOtp({ email: member });
    const { link } = server.mail.last(member);
    const targets = await Promise.all(Array.from({ length: 10 }, () => follow(link)));
    expect(targets.filter((target) => fragmentOf(target).access_token)).toHaveLength(1);
  });

  test('works with PKCE', async () => {
    const client = server.client({ flowType: 'pkce' });
    await client.auth.signInWithOtp({
      email: member,
      options: { emailRedirectTo: `${server.url}/back?x=1` },
    });
    const target = await follow(server.mail.last(member).link);
    expect(target.searchParams.get('x')).toBe('1');
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'magiclink' }]);
  });

  test('is refused to a member who was banned meanwhile', async () => {
    await server.client().auth.signInWithOtp({ email: 'manno@lakou.test' });
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 hour' where email = 'manno@lakou.test'`,
    );
    const target = await follow(server.mail.last('manno@lakou.test').link);
    expect(fragmentOf(target)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });
});

describe('a forgotten password', () => {
  test('is replaced through the emailed link, which ends all other sessions', async () => {
    const elsewhere = server.client();
    await elsewhere.auth.signInWithPassword({ email: 'subscriber@lakou.test', password: DEMO_PASSWORD });
    const { error } = await server.client().auth.resetPasswordForEmail('subscriber@lakou.test', {
      redirectTo: `${server.url}/reset-password`,
    });
    expect(error).toBeNull();
    const { mail, link } = server.mail.last('subscriber@lakou.test');
    expect(mail.subject).toBe('Choose a new password');
    const target = await follow(link);
    expect(target.pathname).toBe('/reset-password');
    const fragment = fragmentOf(target);
    expect(fragment.type).toBe('recovery');
    const client = server.client();
    await client.auth.setSession(fragment as { access_token: string; refresh_token: string });
    expect((await client.auth.updateUser({ password: 'yon modpas tou nèf' })).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.getUser()).error).toBeNull();
    const sign = (password: string) =>
      server.client().auth.signInWithPassword({ email: 'subscriber@lakou.test', password });
    expect((await sign(DEMO_PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await sign('yon modpas tou nèf')).error).toBeNull();
  });

  test('is replaced with PKCE as well', async () => {
    const client = server.client({ flowType: 'pkce' });
    await client.auth.resetPasswordForEmail(member, { redirectTo: `${server.url}/reset-password` });
    const target = await follow(server.mail.last(member).link);
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'recovery' }]);
  });

  test('can be replaced by code too', async () => {
    await server.client().auth.resetPasswordForEmail(member);
    const { code } = server.mail.last(member);
    const { error } = await server.client().auth.verifyOtp({ email: member, token: code, type: 'recovery' });
    expect(error).toBeNull();
  });

  test('of an unknown address gets the same response, and no email', async () => {
    const before = server.mail.received.length;
    const known = await server.request('/recover', { json: { email: member } });
    const unknown = await server.request('/recover', { json: { email: 'nobody@egzanp.test' } });
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect(server.mail.received).toHaveLength(before + 1);
  });

  test('while the mail server is down fails alike for known and unknown addresses', async () => {
    const answers = await server.mail.whileDown(() =>
      Promise.all(
        [member, 'nobody@egzanp.test'].map(async (email) => {
          const response = await server.request('/recover', { json: { email } });
          return [response.status, await response.json()];
        }),
      ),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([
      500,
      { code: 500, error_code: 'unexpected_failure', msg: 'Error sending recovery email' },
    ]);
  });

  test('needs an address', async () => {
    const response = await server.request('/recover', { json: {} });
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });
});

describe('a redirect', () => {
  const landing = async (target: string, place: 'email' | 'link') => {
    await server.request(`/otp?${new URLSearchParams(place === 'email' ? { redirect_to: target } : {})}`, {
      json: { email: member },
    });
    const { link } = server.mail.last(member);
    if (place === 'link') link.searchParams.set('redirect_to', target);
    const page = await follow(link);
    page.hash = '';
    return page.href;
  };

  test.each(['https://www.lakou.example/films?a=b', 'https://app.example/done', 'lakou://open/profile'])(
    'to %s is allowed',
    async (target) => {
      expect(await landing(target, 'email')).toBe(target);
    },
  );

  test.each([
    ['another site', 'https://evil.example/'],
    ['no scheme', '//evil.example/'],
    ['our name before the @', () => `${server.url}@evil.example/`],
    ['credentials', () => server.url.replace('//', '//user:secret@')],
    ['an empty user', () => server.url.replace('//', '//@')],
    ['a backslash', () => server.url.replace('//', '/\\')],
    ['backslashes before the @', () => `${server.url}\\@evil.example`],
    ['our name as a beginning', () => `${server.url}.evil.example/`],
    ['another port', () => server.url.replace(/\d+$/, '1')],
    ['a character that looks like another', 'https://www.lаkou.example/'],
    ['a tab inside', () => `${server.url}/\t/evil.example`],
    ['a script', 'javascript:alert(1)'],
    ['a document', 'data:text/html,hello'],
    ['a dot that the star does not cover', 'https://evil.example/.lakou.example/'],
    ['a slash that the star does not cover', 'https://evil.example/x.lakou.example/films'],
    ['a subdomain of a subdomain', 'https://a.b.lakou.example/'],
    ['a longer path than the one allowed', 'https://app.example/done/more'],
    ['another scheme', 'evil://open/profile'],
    ['a path alone', '/films'],
  ])('to %s ends at the server instead', async (_name, given) => {
    const target = typeof given === 'string' ? given : given();
    const home = `${server.url}/`;
    expect(await landing(target, 'link')).toBe(home);
    expect(await landing(target, 'email')).toBe(home);
  });
});

describe('GET /verify', () => {
  test.each([
    ['without a token', '?type=signup', 'validation_failed'],
    ['without a type', '?token=abc', 'validation_failed'],
    ['with an unknown type', '?token=abc&type=constructor', 'validation_failed'],
    ['with a type for phones', '?token=abc&type=sms', 'validation_failed'],
    ['with a token nobody sent', '?token=abc&type=signup', 'otp_expired'],
  ])('%s ends at the server, with the reason', async (_name, query, error_code) => {
    const target = await follow(new URL(`${server.url}/auth/v1/verify${query}`));
    expect(target.origin).toBe(server.url);
    expect(fragmentOf(target)).toMatchObject({ error_code });
  });
});

describe('POST /verify', () => {
  test.each([
    ['no type', { email: member, token: '123456' }],
    ['an unknown type', { email: member, token: '123456', type: 'toString' }],
    ['no token', { email: member, type: 'email' }],
    ['nobody', { token: '123456', type: 'email' }],
    ['two names', { email: member, phone: '50931234567', token: '123456', type: 'email' }],
    ['token and token_hash', { token: '123456', token_hash: 'abc', type: 'email' }],
    ['a phone for a mailed type', { phone: '50931234567', token: '123456', type: 'signup' }],
  ])('with %s is refused', async (_name, json) => {
    const response = await server.request('/verify', { json });
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });

  test('with the code of another account or an unknown one gets the same refusal', async () => {
    await server.client().auth.signInWithOtp({ email: member });
    const { code } = server.mail.last(member);
    for (const email of ['admin@lakou.test', 'nobody@egzanp.test']) {
      const { error } = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
      expect(error).toMatchObject({
        code: 'otp_expired',
        status: 403,
        message: 'Token has expired or is invalid',
      });
    }
  });
});
