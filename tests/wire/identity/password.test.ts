import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false, limits: { mails: { hits: 1, seconds: 3600 } } });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon bèl modpas';
let people = 0;
let email: string;
let client: ReturnType<AuthTestServer['client']>;
beforeEach(async () => {
  people += 1;
  email = `mèt${people}@egzanp.test`.normalize('NFD').replace(/\p{M}/gu, '');
  client = server.client();
  const { error } = await client.auth.signUp({ email, password, options: { data: { language: 'ht' } } });
  if (error) throw error;
});
const emails = () => server.mail.to(email).map(({ subject }) => subject);

test('a member is notified of a changed password, even when a thief has used up the email limit', async () => {
  for (let n = 0; n < 3; n += 1) await client.auth.resetPasswordForEmail(`lot${n}@egzanp.test`);
  expect((await client.auth.updateUser({ password: 'modpas vòlè a' })).error).toBeNull();
  await vi.waitFor(() => expect(emails()).toEqual(['Modpas ou chanje']));
});

test('a member gets an email for each time that a thief changes the password', async () => {
  for (const newPassword of ['premye modpas', 'dezyèm modpas', 'twazyèm modpas']) {
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
  }
  await vi.waitFor(() => expect(emails()).toHaveLength(3));
});

test('an address cannot be changed without a confirmation from the old one', async () => {
  server.settings.limits.mails = null;
  await client.auth.updateUser({ email: `vole${people}@egzanp.test` });
  expect(emails()).toEqual(['Adrès ou pral chanje']);
  const { data } = await client.auth.getUser();
  expect(data.user?.email).toBe(email);
});

test('a current password that is sent along has to be right, and cannot be guessed', async () => {
  const change = (current_password: string) =>
    client.auth.updateUser({ password: 'yon tou nèf modpas', current_password });
  expect((await change('pa sa')).error).toMatchObject({ status: 422, code: 'current_password_mismatch' });
  expect((await change(password)).error).toBeNull();
  for (let n = 0; n < 20; n += 1) await change('pa sa');
  expect((await change('yon tou nèf modpas')).error?.status).toBe(429);
});
