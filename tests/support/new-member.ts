import { type APIRequestContext, expect } from '@playwright/test';
import { newAddress, servers } from './browser.ts';

/** Somebody who has just joined and whom no other test uses: no list, no review, nothing bought. */
export async function newMember(
  request: APIRequestContext,
  full_name = 'Ti Jan Bouki',
  server = servers.demo(),
) {
  const account = { email: newAddress('manm'), password: 'yon-modpas-ki-long' };
  const answer = await request.post(`${server}/auth/v1/signup`, {
    data: { ...account, data: { full_name } },
  });
  expect(answer.ok()).toBe(true);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...account, id: user.id };
}
