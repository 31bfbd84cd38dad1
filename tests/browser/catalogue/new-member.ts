import { type APIRequestContext, expect } from '@playwright/test';
import { houses, newAddress } from '../../support/browser.ts';

const password = 'yon-bon-mo-sekrè';

/** Somebody who has just joined: no list, no review, nothing bought. */
export async function newMember(request: APIRequestContext, name: string, house = houses.demo()) {
  const email = newAddress(name.toLowerCase());
  const answer = await request.post(`${house}/auth/v1/signup`, {
    data: { email, password, data: { full_name: name } },
  });
  expect(answer.ok()).toBe(true);
  return { email, password };
}
