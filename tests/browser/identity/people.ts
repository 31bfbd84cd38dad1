import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { newEmailAddress, servers, waitForEmail } from '../../support/browser.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';

export interface Account {
  email: string;
  password: string;
}

/** A new member that no other test uses. */
export async function newcomer(request: APIRequestContext): Promise<Account & { token: string }> {
  const account = { email: newEmailAddress('manm'), password: 'yon-modpas-ki-long' };
  const answer = await request.post('/auth/v1/signup', { data: account });
  expect(answer.ok()).toBe(true);
  const { access_token } = (await answer.json()) as { access_token: string };
  return { ...account, token: access_token };
}

/** Gives a member an authenticator app; `code()` is its code, a step ahead of the one used to set it up. */
export async function withAuthenticator(
  request: APIRequestContext,
  { token }: { token: string },
): Promise<{ code: () => string }> {
  const headers = { authorization: `Bearer ${token}` };
  await earlyInStep();
  const enrolled = await request.post('/auth/v1/factors', { headers, data: { factor_type: 'totp' } });
  const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
  const challenge = await request.post(`/auth/v1/factors/${id}/challenge`, { headers, data: {} });
  const { id: challenge_id } = (await challenge.json()) as { id: string };
  const data = { challenge_id, code: totpCode(totp.secret, -1) };
  expect((await request.post(`/auth/v1/factors/${id}/verify`, { headers, data })).ok()).toBe(true);
  return { code: () => totpCode(totp.secret) };
}

export const toasts = (page: Page): Locator => page.locator('[data-toaster]');

export async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
}

export const signInButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });

/** The page's address with everything that could carry a secret. */
export const address = (page: Page): Promise<string> => page.evaluate(() => location.href);

/** The link in the newest email to this address. */
export async function linkIn(email: string, server = servers.demo()): Promise<string> {
  const { text } = await waitForEmail(email, server);
  return /https?:\S+token_hash\S+/.exec(text)?.[0] ?? '';
}
