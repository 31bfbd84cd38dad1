import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ phone: true, confirmPhone: false });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon bèl modpas';

test('a newcomer with a number is signed in at once, without a text', async () => {
  const { data, error } = await server.client().auth.signUp({ phone: '+50931110001', password });
  expect(error).toBeNull();
  expect(data.session?.user).toMatchObject({ phone: '50931110001', app_metadata: { provider: 'phone' } });
  expect(data.user?.phone_confirmed_at).toBeTruthy();
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ phone_verified: true });
  expect(server.texts).toEqual([]);
  expect(
    (await server.client().auth.signInWithPassword({ phone: '+50931110001', password })).error,
  ).toBeNull();
});

test('a number that has an account cannot be taken by signing up again', async () => {
  const phone = '+50931110002';
  await server.client().auth.signUp({ phone, password });
  const again = await server.client().auth.signUp({ phone, password: 'modpas yon vòlè' });
  expect(again.error?.code).toBe('user_already_exists');
  expect((await server.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
});

test('a member changes their number at once, but not to somebody else’s', async () => {
  const client = server.client();
  await client.auth.signUp({ phone: '+50931110003', password });
  const { data, error } = await client.auth.updateUser({ phone: '+50931110004' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: '50931110004' });
  expect(data.user?.new_phone).toBeUndefined();
  expect(data.user?.identities?.[0]?.identity_data?.phone).toBe('50931110004');
  expect((await client.auth.updateUser({ phone: '+50931110001' })).error?.code).toBe('phone_exists');
});

test('the public settings say that numbers are not confirmed', async () => {
  expect(await (await server.request('/settings')).json()).toMatchObject({ phone_autoconfirm: true });
});

test('test codes end at their time', async () => {
  Object.assign(server.settings, {
    testCodes: new Map([['15555550100', '123456']]),
    testCodesUntil: new Date(Date.now() - 1),
  });
  const phone = '+15555550100';
  await server.client().auth.signInWithOtp({ phone });
  const texted = /\d{6}/.exec(server.texts.at(-1)?.text ?? '')?.[0];
  expect(server.texts.at(-1)?.to).toBe('15555550100');
  if (texted !== '123456') {
    const { error } = await server.client().auth.verifyOtp({ phone, token: '123456', type: 'sms' });
    expect(error?.code).toBe('otp_expired');
  }
  Object.assign(server.settings, { testCodesUntil: new Date(Date.now() + 3_600_000) });
  const before = server.texts.length;
  await server.client().auth.signInWithOtp({ phone });
  expect(server.texts).toHaveLength(before);
  const verified = await server.client().auth.verifyOtp({ phone, token: '123456', type: 'sms' });
  expect(verified.error).toBeNull();
});
