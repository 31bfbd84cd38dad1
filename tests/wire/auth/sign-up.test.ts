import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon bèl modpas';
let number = 0;
const newEmailAddress = () => `moun${++number}@egzanp.test`;
const follow = (link: URL) => fetch(link, { redirect: 'manual' });
const count = async (table: string, condition: string, value: string) => {
  const [row] = await server.database.query<{ n: number }>(
    `select count(*) as n from ${table} where ${condition}`,
    [value],
  );
  return row?.n;
};

describe('with confirmations off', () => {
  beforeAll(() => {
    server.settings.confirmEmail = false;
  });
  afterAll(() => {
    server.settings.confirmEmail = true;
  });

  test('a newcomer is signed in at once, with profile and accepted terms', async () => {
    const email = newEmailAddress();
    const { data, error } = await server.client().auth.signUp({
      email: email.toUpperCase(),
      password,
      options: { data: { full_name: 'Ti Jozèf Batis', terms_version: '2026-11' } },
    });
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { full_name: 'Ti Jozèf Batis' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data.user?.identities?.[0]).toMatchObject({
      provider: 'email',
      identity_data: { sub: data.user?.id, email, email_verified: true },
    });
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'password' }]);
    const [profile] = await server.database.query(
      'select username, first_name, last_name from private.profiles where id = $1',
      [data.user?.id],
    );
    expect(profile).toEqual({ username: email.split('@')[0], first_name: 'Ti', last_name: 'Jozèf Batis' });
    const terms = await server.database.query(
      'select version from public.terms_acceptances where user_id = $1',
      [data.user?.id],
    );
    expect(terms).toEqual([{ version: '2026-11' }]);
    expect(server.mail.to(email)).toHaveLength(0);
  });

  test('an address that is taken is refused as such', async () => {
    const { data, error } = await server.client().auth.signUp({ email: 'member@lakou.test', password });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
    expect(data.user).toBeNull();
  });

  test('one address registered ten times at once becomes one account', async () => {
    const email = newEmailAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.client().auth.signUp({ email, password })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(9);
    expect(await count('auth.users', 'email = $1', email)).toBe(1);
  });

  test('an account whose profile cannot be created is not created at all', async () => {
    const email = newEmailAddress();
    await server.database.query(
      `alter table private.profiles add constraint nobody check (username <> '${email.split('@')[0]}') not valid`,
    );
    const response = await server.request('/signup', { json: { email, password } });
    expect(await response.json()).toMatchObject({ code: 500, msg: 'Database error saving new user' });
    await server.database.query('alter table private.profiles drop constraint nobody');
    expect(await count('auth.users', 'email = $1', email)).toBe(0);
    expect(await count('auth.identities', 'email = $1', email)).toBe(0);
  });
});

describe('with confirmations on', () => {
  test('a newcomer has to follow the emailed link first, and lands signed in on the requested page', async () => {
    const email = newEmailAddress();
    const client = server.client();
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${server.url}/films?from=mail` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String) });
    expect(data.user?.identities).toHaveLength(1);
    const early = await client.auth.signInWithPassword({ email, password });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

    const { link } = server.mail.last(email);
    expect(`${link.origin}${link.pathname}`).toBe(`${server.url}/auth/v1/verify`);
    expect(link.searchParams.get('type')).toBe('signup');
    const response = await follow(link);
    expect(response.status).toBe(303);
    const target = new URL(response.headers.get('location')!);
    expect(target.href.split('#')[0]).toBe(`${server.url}/films?from=mail`);
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect(fragment.get('type')).toBe('signup');
    const session = await client.auth.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    });
    expect(session.error).toBeNull();
    expect(session.data.user?.email_confirmed_at).toBeTruthy();
    expect(session.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('a link works once, and HEAD does not use it up', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { link } = server.mail.last(email);
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(204);
    expect((await follow(link)).headers.get('location')).toContain('access_token=');
    const again = new URL((await follow(link)).headers.get('location')!);
    expect(again.href).not.toContain('access_token');
    expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  test('the typed code does the same, once', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { code } = server.mail.last(email);
    const client = server.client();
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'otp' }]);
    const replay = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(replay.error).toMatchObject({ code: 'otp_expired', status: 403 });
  });

  test('neither link nor code is in the database', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { link, code } = server.mail.last(email);
    const stored = JSON.stringify(
      await server.database.query(
        'select u.*, t.* from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.email = $1',
        [email],
      ),
    );
    expect(stored).not.toContain(link.searchParams.get('token'));
    expect(stored).not.toContain(`"${code}"`);
  });

  test('an expired code and an expired link are refused', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { link, code } = server.mail.last(email);
    await server.database.query(
      `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = $1`,
      [email],
    );
    const { error } = await server.client().auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(error).toMatchObject({ code: 'otp_expired', message: 'Token has expired or is invalid' });
    expect((await follow(link)).headers.get('location')).toContain('error_code=otp_expired');
    const hashed = await server
      .client()
      .auth.verifyOtp({ token_hash: link.searchParams.get('token')!, type: 'email' });
    expect(hashed.error?.code).toBe('otp_expired');
  });

  test('the token of the link also works as token_hash, but not for another type', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const token_hash = server.mail.last(email).link.searchParams.get('token')!;
    const wrong = await server.client().auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(wrong.error?.code).toBe('otp_expired');
    const { data, error } = await server.client().auth.verifyOtp({ token_hash, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('a code is refused after five wrong tries, also to its owner; the link still works', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { link, code } = server.mail.last(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const client = server.client();
    const guesses = Array.from({ length: 20 }, () =>
      client.auth.verifyOtp({ email, token: wrong, type: 'signup' }),
    );
    for (const { error } of await Promise.all(guesses)) expect(error?.code).toBe('otp_expired');
    const right = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(right.error?.code).toBe('otp_expired');
    expect((await follow(link)).headers.get('location')).toContain('access_token=');
  });

  test('a taken address gets the response of a new one, and its owner an email', async () => {
    const before = await count('auth.users', 'email = $1', 'member@lakou.test');
    const options = { data: { full_name: 'Somebody Else' } };
    const { data, error } = await server
      .client()
      .auth.signUp({ email: 'member@lakou.test', password, options });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: 'member@lakou.test',
      user_metadata: options.data,
    });
    expect(data.user?.id).not.toBe('a0000000-0000-4000-8000-000000000003');
    const fresh = (await server.client().auth.signUp({ email: newEmailAddress(), password, options })).data
      .user;
    expect(Object.keys(data.user!).sort()).toEqual(Object.keys(fresh!).sort());
    const { mail, link } = server.mail.last('member@lakou.test');
    expect(mail.subject).toBe('You already have an account');
    expect(link.host).toBe('no.link');
    expect(mail.text).toContain(`${server.url}/login`);
    expect(await count('auth.users', 'email = $1', 'member@lakou.test')).toBe(before);
  });

  test('registering again before confirming sends a new link and invalidates the old one; neither password counts', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const old = server.mail.last(email).link;
    await server.client().auth.signUp({ email, password: 'yon lòt modpas' });
    expect((await follow(old)).headers.get('location')).toContain('otp_expired');
    await follow(server.mail.last(email).link);
    const client = server.client();
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await client.auth.signInWithPassword({ email, password: 'yon lòt modpas' })).error?.code).toBe(
      'invalid_credentials',
    );
    expect(await count('auth.users', 'email = $1', email)).toBe(1);
  });

  test('a password set by somebody who never confirmed does not survive the real owner’s magic link', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password: 'modpas vòlè a' });
    await server.client().auth.signInWithOtp({ email });
    await follow(server.mail.last(email).link);
    const { error } = await server.client().auth.signInWithPassword({ email, password: 'modpas vòlè a' });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('the email is in the language the person chose, else the one their browser prefers', async () => {
    const [chosen, preferred] = [newEmailAddress(), newEmailAddress()];
    await server.request('/signup', {
      json: { email: chosen, password, data: { language: 'fr' } },
      headers: { 'accept-language': 'en' },
    });
    await server.request('/signup', {
      json: { email: preferred, password },
      headers: { 'accept-language': 'ht, fr;q=0.8' },
    });
    const french = server.mail.last(chosen).mail;
    expect(french.subject).toBe('Confirmez votre adresse');
    expect(french.html).toContain('<html lang="fr">');
    const kreyol = server.mail.last(preferred).mail;
    expect(kreyol.subject).toBe('Konfime adrès ou');
    expect(kreyol.text).toContain('Oswa tape kòd sa a:');
    expect(kreyol.from).toMatchObject({ name: 'Lakou', address: 'no-reply@lakou.test' });
  });

  test('the email can be requested again', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    const { error } = await server.client().auth.resend({ type: 'signup', email });
    expect(error).toBeNull();
    expect(server.mail.to(email)).toHaveLength(2);
    expect((await follow(server.mail.last(email).link)).headers.get('location')).toContain('access_token=');
    for (const settled of [email, 'nobody@egzanp.test']) {
      expect((await server.client().auth.resend({ type: 'signup', email: settled })).error).toBeNull();
    }
    expect(server.mail.to(email)).toHaveLength(2);
    expect(server.mail.to('nobody@egzanp.test')).toHaveLength(0);
  });

  test('when the mail server is down, the response says so and nothing is created', async () => {
    const email = newEmailAddress();
    const response = await server.mail.whileDown(() =>
      server.request('/signup', { json: { email, password } }),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error_code: 'unexpected_failure',
      msg: 'Error sending confirmation email',
    });
    expect(await count('auth.users', 'email = $1', email)).toBe(0);
    expect((await server.client().auth.signUp({ email, password })).error).toBeNull();
  });
});

describe('PKCE', () => {
  test('the link leads back with a code that only the requesting browser can redeem, once', async () => {
    const email = newEmailAddress();
    const client = server.client({ flowType: 'pkce' });
    await client.auth.signUp({ email, password, options: { emailRedirectTo: `${server.url}/films` } });
    const { link } = server.mail.last(email);
    const target = new URL((await follow(link)).headers.get('location')!);
    expect(target.pathname).toBe('/films');
    expect(target.hash).toBe('');
    const code = target.searchParams.get('code')!;
    const stored = JSON.stringify(await server.database.query('select * from auth.flow_state'));
    expect(stored).not.toContain(code);

    const thief = await server.request('/token?grant_type=pkce', {
      json: { auth_code: code, code_verifier: 'x'.repeat(56) },
    });
    expect(await thief.json()).toMatchObject({ code: 400, error_code: 'bad_code_verifier' });
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'email/signup' }]);
    const replay = await server.request('/token?grant_type=pkce', {
      json: { auth_code: code, code_verifier: 'x'.repeat(56) },
    });
    expect(await replay.json()).toMatchObject({ code: 404, error_code: 'flow_state_not_found' });
  });

  test('a code expires after five minutes', async () => {
    const email = newEmailAddress();
    const client = server.client({ flowType: 'pkce' });
    await client.auth.signUp({ email, password });
    const target = new URL((await follow(server.mail.last(email).link)).headers.get('location')!);
    await server.database.query(
      `update auth.flow_state set auth_code_issued_at = auth_code_issued_at - interval '6 minutes'`,
    );
    const { error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code')!);
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 });
  });

  test('a used link reports the error in the query too', async () => {
    const email = newEmailAddress();
    await server.client({ flowType: 'pkce' }).auth.signUp({ email, password });
    const { link } = server.mail.last(email);
    await follow(link);
    const target = new URL((await follow(link)).headers.get('location')!);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(target.hash).toContain('error_code=otp_expired');
  });

  test.each([
    ['half of it', { code_challenge: 'a'.repeat(43) }],
    ['an unknown method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'md5' }],
    ['a short challenge', { code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
    ['odd characters', { code_challenge: '='.repeat(43), code_challenge_method: 's256' }],
  ])('%s is refused', async (_name, fields) => {
    const response = await server.request('/signup', {
      json: { email: newEmailAddress(), password, ...fields },
    });
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });
});

describe('what is refused', () => {
  test.each([
    ['short', 'kout', ['length']],
    ['well known', 'Password1234', ['pwned']],
    ['one repeated character', 'aaaaaaaaaaaa', ['pwned']],
    ['short and well known', '1111111', ['length', 'pwned']],
  ])('a password that is %s', async (_name, weak, reasons) => {
    const { error } = await server.client().auth.signUp({ email: newEmailAddress(), password: weak });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons });
  });

  test.each([
    ['no password', { email: 'a@egzanp.test' }],
    ['an endless password', { email: 'a@egzanp.test', password: 'x1'.repeat(129) }],
    ['both names', { email: 'a@egzanp.test', phone: '50931234567', password }],
    ['no address', { email: 'not an address', password }],
    ['two addresses', { email: 'a@egzanp.test,b@egzanp.test', password }],
    ['a header in the address', { email: 'a@egzanp.test\r\nBcc: b@egzanp.test', password }],
    ['metadata that is no object', { email: 'a@egzanp.test', password, data: ['x'] }],
    ['too much metadata', { email: 'a@egzanp.test', password, data: { x: 'y'.repeat(20_000) } }],
    ['null characters', { email: 'a@egzanp.test', password, data: { x: '\0' } }],
  ])('%s', async (_name, json) => {
    const response = await server.request('/signup', { json });
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });

  test('a phone number while nothing can send texts', async () => {
    const { error } = await server.client().auth.signUp({ phone: '+50931234567', password });
    expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 });
  });

  test('everybody, while sign-ups are disabled', async () => {
    server.settings.signUpOpen = false;
    const { error } = await server.client().auth.signUp({ email: newEmailAddress(), password });
    const mailed = await server.client().auth.signInWithOtp({ email: newEmailAddress() });
    server.settings.signUpOpen = true;
    expect(error).toMatchObject({ code: 'signup_disabled', status: 422 });
    // The same response as for a member, but no account and no email.
    expect(mailed.error).toBeNull();
    expect(await count('auth.users', 'email = $1', `moun${number}@egzanp.test`)).toBe(0);
  });
});

describe('an anonymous sign-in', () => {
  test('is refused by default', async () => {
    const { error } = await server.client().auth.signInAnonymously();
    expect(error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 });
  });

  test('gets an account where it is allowed, and an address later', async () => {
    server.settings.anonymousSignIn = true;
    const client = server.client();
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { nick: 'Zonbi' } } });
    server.settings.anonymousSignIn = false;
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { nick: 'Zonbi' } });
    expect(decodeJwt(data.session!.access_token)).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    });
    const lonely = await client.auth.updateUser({ password });
    expect(lonely.error?.code).toBe('validation_failed');
    const email = newEmailAddress();
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    await follow(server.mail.last(email).link);
    const { data: named } = await client.auth.getUser();
    expect(named.user).toMatchObject({ email, is_anonymous: false, app_metadata: { provider: 'email' } });
    expect(named.user?.identities).toHaveLength(1);
  });
});
