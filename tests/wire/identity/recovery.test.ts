import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, setUpFactor, showFactor, signIn } from '../../support/account-people.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a member who lost their phone signs in with a recovery code and sets up a new one', async () => {
  const person = await register(server);
  await setUpFactor(person);
  const { data: codes } = await person.client.rpc('make_recovery_codes').throwOnError();
  expect(codes).toHaveLength(10);

  const { client } = await signIn(server, person.email);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await client.rpc('my_sessions')).error?.code).toBe('42501');
  const guess = await client.rpc('use_recovery_code', { code: 'aaaa-bbbb-cccc-dddd' }).throwOnError();
  expect(guess.data).toBe(false);
  const used = await client.rpc('use_recovery_code', { code: codes[3] ?? '' }).throwOnError();
  expect(used.data).toBe(true);
  // The same session continues, without signing in again.
  await client.auth.refreshSession();
  expect((await client.rpc('my_sessions').throwOnError()).data.length).toBeGreaterThan(0);
  const { data: user } = await client.auth.getUser();
  expect(user.user?.factors ?? []).toEqual([]);
  await setUpFactor({ client, token: '', refreshToken: '' });
  const renewed = await client.rpc('make_recovery_codes').throwOnError();
  expect(renewed.data).not.toContain(codes[0]);
});

test('wrong codes are counted, also when they are sent at once', async () => {
  const person = await register(server);
  const factor = await setUpFactor(person);
  const { data: codes } = await person.client.rpc('make_recovery_codes').throwOnError();
  const { client } = await signIn(server, person.email);
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => client.rpc('use_recovery_code', { code: 'aaaa-bbbb-cccc-dddd' })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(7);
  const late = await client.rpc('use_recovery_code', { code: codes[0] ?? '' });
  expect(late.error?.hint).toBe('too_many_tries');
  // The factor itself still works.
  await showFactor({ client }, factor, 0);
});

test('a code used in two windows at once is accepted once', async () => {
  const person = await register(server);
  await setUpFactor(person);
  const { data: codes } = await person.client.rpc('make_recovery_codes').throwOnError();
  const { client } = await signIn(server, person.email);
  const both = await Promise.all(
    [1, 2].map(() => client.rpc('use_recovery_code', { code: codes[0] ?? '' }).throwOnError()),
  );
  expect(both.map(({ data }) => data).toSorted()).toEqual([false, true]);
});
