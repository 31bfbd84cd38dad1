import { type APIRequestContext, expect } from '@playwright/test';
import { newAddress } from './browser.ts';

/** A member whom nobody else uses, with a name and an id. */
export async function newMember(request: APIRequestContext, full_name = 'Ti Jan Bouki') {
  const account = { email: newAddress('manm'), password: 'yon-modpas-ki-long' };
  const answer = await request.post('/auth/v1/signup', { data: { ...account, data: { full_name } } });
  expect(answer.ok()).toBe(true);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...account, id: user.id };
}
