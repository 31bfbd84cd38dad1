import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon bèl modpas';
let number = 0;
let email: string;
let client: ReturnType<AuthTestServer['client']>;
beforeEach(async () => {
  email = `manm${++number}@egzanp.test`;
  client = server.client();
  const { error } = await client.auth.signUp({ email, password, options: { data: { full_name: 'Manm' } } });
  if (error) throw error;
});

const follow = async (link: URL) =>
  new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? 'no:where');
const age = async (hours: number) => {
  const { data } = await client.auth.getSession();
  const { session_id } = decodeJwt(data.session!.access_token);
  await server.database.query(
    `update auth.mfa_amr_claims set updated_at = updated_at - make_interval(hours => $2) where session_id = $1`,
    [session_id, hours],
  );
};

describe('a member’s metadata', () => {
  test('is merged, and null removes a field', async () => {
    const { data, error } = await client.auth.updateUser({
      data: { language: 'ht', full_name: null, likes: ['konpa'] },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ language: 'ht', likes: ['konpa'] });
    const { data: refreshed } = await client.auth.refreshSession();
    expect(decodeJwt(refreshed.session!.access_token).user_metadata).toEqual({
      language: 'ht',
      likes: ['konpa'],
    });
  });

  test('has a size limit, and app_metadata cannot be changed', async () => {
    expect((await client.auth.updateUser({ data: { a: 'x'.repeat(4000) } })).error).toBeNull();
    expect((await client.auth.updateUser({ data: { b: 'x'.repeat(4000) } })).error?.code).toBe(
      'validation_failed',
    );
    const { data } = await client.auth.getSession();
    const response = await server.request('/user', {
      method: 'PUT',
      json: { app_metadata: { role: 'admin' } },
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(await response.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
  });
});

describe('a member’s password', () => {
  test('is changed, and the old one no longer works', async () => {
    expect((await client.auth.updateUser({ password: 'yon lòt modpas' })).error).toBeNull();
    const sign = (given: string) => server.client().auth.signInWithPassword({ email, password: given });
    expect((await sign(password)).error?.code).toBe('invalid_credentials');
    expect((await sign('yon lòt modpas')).error).toBeNull();
  });

  test.each([
    ['the same again', password, 'same_password'],
    ['short', 'kout', 'weak_password'],
    ['empty', '', 'weak_password'],
    ['well known', 'motdepasse', 'weak_password'],
  ])('is not %s', async (_name, newPassword, code) => {
    const { error } = await client.auth.updateUser({ password: newPassword });
    expect(error).toMatchObject({ status: 422, code });
  });

  test('needs an emailed nonce when the last sign-in is long ago', async () => {
    expect((await client.auth.updateUser({ password: 'premye modpas' })).error).toBeNull();
    await age(25);
    const bare = await client.auth.updateUser({ password: 'dezyèm modpas' });
    expect(bare.error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { mail, code } = server.mail.last(email);
    expect(mail.subject).toBe('Your code');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const guessed = await client.auth.updateUser({ password: 'dezyèm modpas', nonce: wrong });
    expect(guessed.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 });
    expect((await client.auth.updateUser({ password: 'dezyèm modpas', nonce: code })).error).toBeNull();
    const replay = await client.auth.updateUser({ password: 'twazyèm modpas', nonce: code });
    expect(replay.error?.code).toBe('reauthentication_not_valid');
  });

  test('the nonce is not accepted by /verify', async () => {
    await client.auth.reauthenticate();
    const { code } = server.mail.last(email);
    for (const type of ['email', 'recovery', 'signup', 'email_change'] as const) {
      expect((await server.client().auth.verifyOtp({ email, token: code, type })).error?.code).toBe(
        'otp_expired',
      );
    }
  });
});

describe('a new address', () => {
  test('is confirmed at both addresses, in either order', async () => {
    for (const order of ['old first', 'new first']) {
      const [{ data }, next] = [await client.auth.getUser(), `lòt${number}${order.slice(0, 3)}@egzanp.test`];
      const current = data.user!.email!;
      const newEmail = next.normalize('NFD').replace(/[^a-z0-9@.]/g, '');
      const { data: requested, error } = await client.auth.updateUser({ email: newEmail });
      expect(error).toBeNull();
      expect(requested.user).toMatchObject({ email: current, new_email: newEmail });
      const emails = [server.mail.last(current), server.mail.last(newEmail)];
      expect(emails.map(({ mail }) => mail.subject)).toEqual([
        'Your address is being changed',
        'Confirm your new address',
      ]);
      expect(emails[0]?.mail.text).toContain(newEmail);
      const [first, second] = order === 'old first' ? emails : emails.toReversed();
      const half = await follow(first!.link);
      expect(half.hash).toContain('message=Confirmation+link+accepted');
      expect((await client.auth.getUser()).data.user?.email).toBe(current);
      expect((await follow(first!.link)).hash).toContain('otp_expired');
      expect((await follow(second!.link)).hash).toContain('access_token=');
      const { data: changed } = await client.auth.getUser();
      expect(changed.user).toMatchObject({ email: newEmail });
      expect(changed.user?.new_email).toBeUndefined();
      expect(changed.user?.identities?.[0]).toMatchObject({
        email: newEmail,
        identity_data: { email_verified: true },
      });
    }
    const { data } = await client.auth.getUser();
    const sign = await server.client().auth.signInWithPassword({ email: data.user!.email!, password });
    expect(sign.error).toBeNull();
  });

  test('is confirmed with both codes as well', async () => {
    const newEmail = `kod${number}@egzanp.test`;
    await client.auth.updateUser({ email: newEmail });
    const first = await client.auth.verifyOtp({
      email,
      token: server.mail.last(email).code,
      type: 'email_change',
    });
    expect(first).toMatchObject({ error: null, data: { user: null, session: null } });
    const { code } = server.mail.last(newEmail);
    const second = await client.auth.verifyOtp({ email: newEmail, token: code, type: 'email_change' });
    expect(second.data.user?.email).toBe(newEmail);
  });

  test('needs one confirmation only where the setting says so', async () => {
    server.settings.secureEmailChange = false;
    const newEmail = `senp${number}@egzanp.test`;
    await client.auth.updateUser({ email: newEmail });
    expect(server.mail.to(email)).toHaveLength(0);
    expect((await follow(server.mail.last(newEmail).link)).hash).toContain('access_token=');
    server.settings.secureEmailChange = true;
    expect((await client.auth.getUser()).data.user?.email).toBe(newEmail);
  });

  test('that is taken is refused, also when it is taken meanwhile', async () => {
    const taken = await client.auth.updateUser({ email: 'member@lakou.test' });
    expect(taken.error).toMatchObject({ code: 'email_exists', status: 422 });
    const newEmail = `vit${number}@egzanp.test`;
    await client.auth.updateUser({ email: newEmail });
    await server.client().auth.signUp({ email: newEmail, password });
    await follow(server.mail.last(email).link);
    expect((await follow(server.mail.last(newEmail).link)).hash).toContain('error_code=email_exists');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('can be requested again with both emails, and the older links stop working', async () => {
    const newEmail = `ankò${number}@egzanp.test`.normalize('NFD').replace(/[^a-z0-9@.]/g, '');
    await client.auth.updateUser({ email: newEmail });
    const old = server.mail.last(newEmail).link;
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
    expect((await follow(old)).hash).toContain('otp_expired');
    await follow(server.mail.last(email).link);
    expect((await follow(server.mail.last(newEmail).link)).hash).toContain('access_token=');
  });

  test('leaves everything as it was when the mail server is down, the password too', async () => {
    const newEmail = `pann${number}@egzanp.test`;
    const { error } = await server.mail.whileDown(() =>
      client.auth.updateUser({ email: newEmail, password: 'yon lòt modpas', data: { x: 1 } }),
    );
    expect(error?.message).toBe('Error sending email change email');
    const { data } = await client.auth.getUser();
    expect(data.user?.new_email).toBeUndefined();
    expect(data.user?.user_metadata).toEqual({ full_name: 'Manm' });
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('works with PKCE', async () => {
    const browser = server.client({ flowType: 'pkce' });
    await browser.auth.signInWithPassword({ email, password });
    const newEmail = `pkce${number}@egzanp.test`;
    await browser.auth.updateUser({ email: newEmail });
    const half = await follow(server.mail.last(email).link);
    expect(half.searchParams.get('message')).toContain('Confirmation link accepted');
    const target = await follow(server.mail.last(newEmail).link);
    const { data, error } = await browser.auth.exchangeCodeForSession(target.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(newEmail);
  });
});

describe('with a second factor', () => {
  test('nothing can be changed below aal2', async () => {
    await server.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'x' from auth.users where email = $1`,
      [email],
    );
    for (const change of [{ password: 'yon lòt modpas' }, { email: `lot${email}` }, { data: { x: 1 } }]) {
      const { error } = await client.auth.updateUser(change);
      expect(error).toMatchObject({ code: 'insufficient_aal', status: 403 });
    }
    const { data } = await client.auth.getUser();
    expect(data.user?.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }]);
    expect(JSON.stringify(data.user?.factors)).not.toContain('secret');
  });
});

test('a deleted member’s token is refused', async () => {
  await server.database.query('delete from auth.users where email = $1', [email]);
  const { data } = await client.auth.getSession();
  const response = await server.request('/user', {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  expect(await response.json()).toMatchObject({ code: 403, error_code: 'user_not_found' });
});
