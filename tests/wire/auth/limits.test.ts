import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RateLimits } from '../../../platform/src/auth/rate-limits.ts';
import { type AuthLimits, defaultAuthLimits } from '../../../platform/src/auth/settings.ts';
import { sweepAuth } from '../../../platform/src/auth/sweep.ts';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  limit({});
  server.passwords.compared = [];
  server.mail.received.length = 0;
  await server.database.query('delete from platform.rate_limits');
});

const limit = (limits: Partial<AuthLimits>) => {
  server.settings.limits = { ...defaultAuthLimits, pauseBetweenMessages: 0, ...limits };
};

const email = 'member@lakou.test';
const here = { 'x-test-address': '198.51.100.7' };
const there = { 'x-test-address': '2001:db8::7' };
const password = 'yon bèl modpas';
const over = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' };

const signIn = async (name: string, word: string, headers = {}) =>
  (
    await server.request('/token?grant_type=password', { json: { email: name, password: word }, headers })
  ).json();

test('an account is locked for unknown devices after too many wrong passwords; others are not', async () => {
  limit({ failuresPerAccount: { hits: 20, seconds: 300 } });
  const guesses = Array.from({ length: 30 }, (_, n) =>
    signIn(email, `wrong ${n}`, { 'x-test-address': `198.51.100.${n}` }),
  );
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ error_code }) => error_code === 'invalid_credentials')).toHaveLength(20);
  expect(answers.filter(({ error_code }) => error_code === 'over_request_rate_limit')).toHaveLength(10);
  // Only the twenty were compared, with the account's password and with that of a sign-up: further guesses are refused
  // without a hash.
  expect(server.passwords.compared).toHaveLength(40);
  expect(await signIn(email, DEMO_PASSWORD)).toMatchObject(over);
  expect(await signIn(email.toUpperCase(), DEMO_PASSWORD)).toMatchObject(over);
  expect(await signIn('subscriber@lakou.test', DEMO_PASSWORD)).toMatchObject({ token_type: 'bearer' });
  await server.database.query(`update platform.rate_limits set ends_at = now() - interval '1 second'`);
  expect(await signIn(email, DEMO_PASSWORD)).toMatchObject({ token_type: 'bearer' });
});

test('an unknown account is throttled like a known one', async () => {
  limit({ failuresPerAccount: { hits: 2, seconds: 300 } });
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push((await signIn('nobody@egzanp.test', 'x')).error_code);
  expect(answers).toEqual(['invalid_credentials', 'invalid_credentials', 'over_request_rate_limit']);
});

test('right passwords do not count as failures', async () => {
  limit({ failuresPerAccount: { hits: 3, seconds: 300 } });
  for (let n = 0; n < 6; n += 1) {
    expect(await signIn(email, DEMO_PASSWORD)).toMatchObject({ token_type: 'bearer' });
  }
});

test('sign-ins are counted per address, over all accounts', async () => {
  limit({ signIns: { hits: 3, seconds: 300 } });
  for (let n = 0; n < 3; n += 1) await signIn(`somebody${n}@egzanp.test`, 'x', here);
  expect(await signIn(email, DEMO_PASSWORD, here)).toMatchObject(over);
  expect(await signIn(email, DEMO_PASSWORD, there)).toMatchObject({ token_type: 'bearer' });
  // A /64 network of IPv6 counts as one address.
  const next = (n: number) => signIn(`somebody${n}@egzanp.test`, 'x', { 'x-test-address': `2001:db8::${n}` });
  await next(1);
  await next(2);
  expect(await next(3)).toMatchObject(over);
  const response = await server.request('/token?grant_type=password', {
    json: { email, password },
    headers: here,
  });
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(200);
});

test('sign-ups, codes, verifications and refreshes are counted per address', async () => {
  const two = { hits: 2, seconds: 300 };
  limit({ signUps: two, codes: two, verifications: two, refreshes: two });
  const endpoints: [string, (n: number) => object][] = [
    ['/signup', (n) => ({ email: `nouvo${n}@egzanp.test`, password })],
    ['/otp', (n) => ({ email: `nouvo${n}@egzanp.test` })],
    ['/verify', () => ({ email, token: '123456', type: 'email' })],
    ['/token?grant_type=refresh_token', () => ({ refresh_token: 'abcdefghijklmnop' })],
  ];
  for (const [path, body] of endpoints) {
    const request = async (n: number, headers: object) =>
      (await server.request(path, { json: body(n), headers: { ...headers } })).json();
    for (let n = 0; n < 2; n += 1)
      expect((await request(n, here)).error_code).not.toBe('over_request_rate_limit');
    expect([path, await request(3, here)]).toMatchObject([path, over]);
    expect((await request(4, there)).error_code).not.toBe('over_request_rate_limit');
  }
  // Endpoints that do the same share their counter.
  expect(await (await server.request('/recover', { json: { email }, headers: here })).json()).toMatchObject(
    over,
  );
  const link = await server.request('/verify?token=abc&type=signup', { headers: here });
  expect(link.headers.get('location')).toContain('error_code=over_request_rate_limit');
});

test('a whole school behind one address can register within minutes', async () => {
  server.settings.anonymousSignIn = true;
  const register = async () => (await server.request('/signup', { json: {}, headers: here })).status;
  const statuses = await Promise.all(Array.from({ length: 101 }, register));
  server.settings.anonymousSignIn = false;
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('emails of one kind to one address need a pause, whether the account exists or not', async () => {
  limit({ pauseBetweenMessages: 60 });
  for (const name of [email, 'nobody@egzanp.test']) {
    expect((await server.client().auth.resetPasswordForEmail(name)).error).toBeNull();
    const { error } = await server.client().auth.resetPasswordForEmail(name);
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  }
  expect(server.mail.to(email)).toHaveLength(1);
  expect((await server.client().auth.signInWithOtp({ email })).error).toBeNull();
});

test('an email that could not be sent needs no pause', async () => {
  limit({ pauseBetweenMessages: 60 });
  const { error } = await server.mail.whileDown(() => server.client().auth.resetPasswordForEmail(email));
  expect(error?.message).toBe('Error sending recovery email');
  expect((await server.client().auth.resetPasswordForEmail(email)).error).toBeNull();
});

test('emails are counted per client address too', async () => {
  limit({ mails: { hits: 2, seconds: 3600 } });
  const request = async (name: string) =>
    (await server.request('/recover', { json: { email: name }, headers: here })).json();
  await request('admin@lakou.test');
  await request('member@lakou.test');
  expect(await request('subscriber@lakou.test')).toMatchObject({
    code: 429,
    error_code: 'over_email_send_rate_limit',
  });
  expect(server.mail.received).toHaveLength(2);
});

test('counters store neither addresses nor names, and old ones are deleted', async () => {
  await signIn(email, 'wrong', here);
  const kept = JSON.stringify(await server.database.query('select * from platform.rate_limits'));
  expect(kept).not.toContain('member');
  expect(kept).not.toContain('198.51.100');
  await server.database.query(`update platform.rate_limits set ends_at = now() - interval '1 second'`);
  await sweepAuth(server.database);
  expect(await server.database.query('select * from platform.rate_limits')).toEqual([]);
});

test('a second process on the same database shares the counters', async () => {
  limit({ failuresPerAccount: { hits: 3, seconds: 300 } });
  const [first, second] = [new RateLimits(server.database), new RateLimits(server.database)];
  const failure = { rule: 'password failures, account', who: email, limit: { hits: 3, seconds: 300 } };
  await first.take(failure);
  await second.take(failure);
  await first.take(failure);
  await expect(second.take(failure)).rejects.toMatchObject({ code: 'over_request_rate_limit' });
  expect(await signIn(email, DEMO_PASSWORD)).toMatchObject(over);
});
