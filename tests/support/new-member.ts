import { type APIRequestContext, expect } from '@playwright/test';
import { newEmailAddress, servers } from './browser.ts';
import { insertAsService } from './playing.ts';

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

/** A new account with a subscription: the demo's own can play three films at a time. */
export async function newSubscriber(request: APIRequestContext) {
  const member = await newMember(request);
  await insertAsService(request, 'subscriptions', {
    user_id: member.id,
    status: 'active',
    subscription_type: 'monthly',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return member;
}
