import { type APIRequestContext, expect } from '@playwright/test';
import { newEmailAddress, servers } from './browser.ts';

/** A new account that no other test uses, without list, reviews or purchases. */
export async function newMember(
  request: APIRequestContext,
  full_name = 'Ti Jan Bouki',
  server = servers.demo(),
) {
  const account = { email: newEmailAddress('manm'), password: 'yon-modpas-ki-long' };
  const answer = await request.post(`${server}/auth/v1/signup`, {
    data: { ...account, data: { full_name } },
  });
  expect(answer.ok()).toBe(true);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...account, id: user.id };
}
