import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ phone: true });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon bèl modpas';
const lastCode = (to: string) => {
  const text = server.texts.findLast((message) => message.to === to)?.text ?? '';
  return /\d{6}/.exec(text)?.[0] ?? '';
};

test('a newcomer registers with a number, types the texted code, and signs in with number and password', async () => {
  const phone = '+509 3123 4567';
  const { data, error } = await server.client().auth.signUp({ phone, password });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ phone: '50931234567', app_metadata: { provider: 'phone' } });
  const early = await server.client().auth.signInWithPassword({ phone, password });
  expect(early.error?.code).toBe('phone_not_confirmed');
  const wrong = await server.client().auth.verifyOtp({ phone, token: '000000', type: 'sms' });
  expect(wrong.error?.code).toBe('otp_expired');
  const verified = await server
    .client()
    .auth.verifyOtp({ phone, token: lastCode('50931234567'), type: 'sms' });
  expect(verified.data.user?.phone_confirmed_at).toBeTruthy();
  expect(verified.data.user?.email_confirmed_at).toBeUndefined();
  expect((await server.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
  const before = server.texts.length;
  const again = await server.client().auth.signUp({ phone, password: 'yon lòt modpas' });
  expect(again.error).toBeNull();
  expect(server.texts).toHaveLength(before);
  expect((await server.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
});

test('a newcomer signs in with a texted code alone, in their language', async () => {
  const phone = '+18095550123';
  await server.client().auth.signInWithOtp({ phone, options: { data: { language: 'ht' } } });
  expect(server.texts.at(-1)?.text).toContain('Kòd Lakou ou se');
  const { data, error } = await server
    .client()
    .auth.verifyOtp({ phone, token: lastCode('18095550123'), type: 'sms' });
  expect(error).toBeNull();
  expect(data.user?.phone).toBe('18095550123');
  const unknown = await server
    .client()
    .auth.signInWithOtp({ phone: '+18095550199', options: { shouldCreateUser: false } });
  expect(unknown.error).toBeNull();
  expect(server.texts.filter(({ to }) => to === '18095550199')).toEqual([]);
});

test('a member changes their number with the code sent to the new one', async () => {
  const client = server.client();
  await client.auth.signInWithOtp({ phone: '+33612345678' });
  await client.auth.verifyOtp({ phone: '+33612345678', token: lastCode('33612345678'), type: 'sms' });
  const { data, error } = await client.auth.updateUser({ phone: '+33687654321' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: '33612345678', new_phone: '33687654321' });
  const first = lastCode('33687654321');
  expect((await client.auth.resend({ type: 'phone_change', phone: '+33612345678' })).error).toBeNull();
  const stale = await client.auth.verifyOtp({ phone: '+33687654321', token: first, type: 'phone_change' });
  const token = lastCode('33687654321');
  if (token !== first) expect(stale.error?.code).toBe('otp_expired');
  const changed = await client.auth.verifyOtp({ phone: '+33687654321', token, type: 'phone_change' });
  expect(changed.data.user?.phone).toBe('33687654321');
  expect(changed.data.user?.identities?.[0]?.identity_data?.phone).toBe('33687654321');
});

test.each(['123', '+0123456789', 'call me', '+1234567890123456'])('%s is no number', async (phone) => {
  const response = await server.request('/otp', { json: { phone } });
  expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
});
