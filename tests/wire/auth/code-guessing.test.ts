import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultAuthLimits } from '../../../platform/src/auth/settings.ts';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

/** Emailed six-digit codes cannot be guessed, not even with many addresses and many codes. */
let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  server.settings.limits = { ...defaultAuthLimits, pauseBetweenMessages: 0, messagesPerRecipient: null };
  server.mail.received.length = 0;
  await server.database.query('delete from platform.rate_limits');
});

const email = 'member@lakou.test';
let number = 0;
/** Another network for each request. */
const elsewhere = () => {
  number += 1;
  return { 'x-test-address': `2001:db8:${number.toString(16)}::1` };
};

const verify = async (token: string, headers = elsewhere(), fields: object = {}) => {
  const json = { email, token, type: 'email', ...fields };
  const response = await server.request('/verify', { json, headers });
  return (await response.json()) as { access_token?: string; error_code?: string };
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function newCode(path = '/otp'): Promise<string> {
  const response = await server.request(path, { json: { email }, headers: elsewhere() });
  expect(response.status).toBe(200);
  return server.mail.last(email).code;
}

test('a stranger with many addresses and many codes has ten guesses a day for one account', async () => {
  for (const path of ['/otp', '/recover', '/otp']) {
    const code = await newCode(path);
    const type = path === '/recover' ? 'recovery' : 'email';
    for (let n = 0; n < 4; n += 1) await verify(wrong(code), elsewhere(), { type });
  }
  const code = await newCode();
  expect(await verify(code)).toMatchObject({ error_code: 'otp_expired' });
  // The link in the same email works, and another account is not affected.
  const token_hash = server.mail.last(email).link.searchParams.get('token');
  const linked = await server.request('/verify', { json: { token_hash, type: 'email' } });
  expect(linked.status).toBe(200);
  await server.request('/otp', { json: { email: 'admin@lakou.test' }, headers: elsewhere() });
  const other = { email: 'admin@lakou.test' };
  expect(
    (await verify(server.mail.last('admin@lakou.test').code, elsewhere(), other)).access_token,
  ).toBeTruthy();
  // Tomorrow codes work again.
  await server.database.query(`update platform.rate_limits set ends_at = now() - interval '1 second'`);
  expect((await verify(await newCode())).access_token).toBeTruthy();
});

test('a stranger at one address has five guesses a day, and does not use up those of others', async () => {
  const here = { 'x-test-address': '198.51.100.7' };
  for (let n = 0; n < 3; n += 1) {
    const code = await newCode();
    for (let guess = 0; guess < 4; guess += 1) await verify(wrong(code), here);
  }
  const code = await newCode();
  expect(await verify(code, here)).toMatchObject({ error_code: 'otp_expired' });
  expect((await verify(code)).access_token).toBeTruthy();
});

test('right codes do not count', async () => {
  for (let n = 0; n < 12; n += 1) {
    expect((await verify(await newCode(), { 'x-test-address': '198.51.100.7' })).access_token).toBeTruthy();
  }
});

test('guesses sent at once are limited like guesses sent one by one', async () => {
  server.settings.limits.triesPerCode = 1000;
  const code = await newCode();
  await Promise.all(Array.from({ length: 30 }, () => verify(wrong(code))));
  expect(await verify(code)).toMatchObject({ error_code: 'otp_expired' });
});

test('a person gets thirty messages a day at most, ten of them requested from one address', async () => {
  server.settings.limits = { ...defaultAuthLimits, pauseBetweenMessages: 0 };
  const request = async (to: string, headers: Record<string, string>, n: number) => {
    const [path, fields] = [
      ['/otp', {}],
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
      ['/signup', { password: 'yon bèl modpas' }],
    ][n % 4] as [string, object];
    return (await server.request(path, { json: { email: to, ...fields }, headers })).status;
  };
  for (const to of [email, 'nobody@egzanp.test']) {
    await server.database.query('delete from platform.rate_limits');
    const here = { 'x-test-address': '198.51.100.7' };
    const fromOne = [];
    for (let n = 0; n < 12; n += 1) fromOne.push(await request(to, here, n));
    expect(fromOne.filter((status) => status === 200)).toHaveLength(10);
    const fromMany = [];
    for (let n = 0; n < 24; n += 1) fromMany.push(await request(to, elsewhere(), n));
    expect(fromMany.filter((status) => status === 200)).toHaveLength(20);
    expect(fromMany.at(-1)).toBe(429);
  }
  expect(server.mail.to(email).length).toBeLessThanOrEqual(30);
});

test('the owner’s known device can still request messages after strangers have used up theirs', async () => {
  server.settings.limits = { ...defaultAuthLimits, pauseBetweenMessages: 0 };
  const signedIn = await server.request('/token?grant_type=password', {
    json: { email, password: 'lakou-demo' },
    headers: elsewhere(),
  });
  const [cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
  for (let n = 0; n < 31; n += 1) {
    await server.request('/recover', { json: { email }, headers: elsewhere() });
  }
  const stranger = await server.request('/recover', { json: { email }, headers: elsewhere() });
  expect(stranger.status).toBe(429);
  const owner = await server.request('/recover', { json: { email }, headers: { ...elsewhere(), cookie } });
  expect(owner.status).toBe(200);
});
