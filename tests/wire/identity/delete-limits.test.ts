import { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, password, register } from '../../support/account-people.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const wrong = 'yon move modpas';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1', AUTH_LIMITS: 'signIns=10/3600' });
});
afterAll(() => server.close());

async function deleteAccount({ client }: Person, address: string, given: string): Promise<string> {
  const headers = { 'x-forwarded-for': address };
  const { error } = await client.functions.invoke('delete-account', { body: { password: given }, headers });
  return error instanceof FunctionsHttpError ? (await error.context.json()).error : 'deleted';
}

test('a member deletes their account with the password, also while somebody elsewhere tries wrong ones', async () => {
  const [person, other] = [await register(server), await register(server)];
  const answers: string[] = [];
  while (answers.at(-1) !== 'too_many_tries' && answers.length < 25)
    answers.push(await deleteAccount(other, '198.51.100.7', wrong));
  expect(answers.at(-1)).toBe('too_many_tries');
  expect(await deleteAccount(person, '198.51.100.8', password)).toBe('deleted');
});

test('nobody but a function says where the person is who signs in', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        apikey: server.anonKey,
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.9',
        'x-caller-address': `203.0.113.${n}`,
        'x-service-key': server.anonKey,
      },
      body: JSON.stringify({ email: `${n}@example.test`, password: wrong }),
    });
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
});
