import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const film = (number: number) => `f1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const series = '5e000000-0000-4000-8000-000000000001';

interface Till {
  deed?: RegExp;
  /** When the server hears of it. */
  told?: 'before' | 'after' | 'twice' | 'never';
}

/** On the provider's page: does what its button says, and the provider tells the server when asked to. */
export async function payInSandbox(
  page: Page,
  { deed = /^Pay/, told = 'before' }: Till = {},
): Promise<string> {
  await expect(page).toHaveURL(/\/sandbox-pay\//);
  const till = page.url();
  await page.getByLabel('Lakou is told').selectOption(told);
  await page.getByRole('button', { name: deed }).click();
  return till;
}

/** The provider remembers what it has not told, and tells it. */
export async function confirmPayment(page: Page, till: string): Promise<void> {
  const provider = await page.context().newPage();
  await provider.goto(till);
  await payInSandbox(provider, { deed: /^Send all notices again/ });
  await provider.close();
}

/** Counts the calls of a function from now on. */
export function callsOf(page: Page, name: string): { count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith(`/functions/v1/${name}`) && request.method() === 'POST') calls.count += 1;
  });
  return calls;
}

/** What the database says to this member, with their own token. */
export async function asMember(page: Page, call: string, body: object = {}): Promise<unknown> {
  const stored = await page.evaluate(() => localStorage.getItem('lakou-session') ?? '{}');
  const { access_token } = JSON.parse(stored) as { access_token: string };
  const answer = await page.request.post(`/rest/v1/rpc/${call}`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: body,
  });
  return answer.json();
}

/** Time flies: every rental of this member ended a minute ago. */
export async function endRentals(request: APIRequestContext, member: string): Promise<void> {
  const key = process.env.LAKOU_SERVICE_KEY ?? '';
  const answer = await request.patch(
    `/rest/v1/user_purchases?user_id=eq.${member}&rental_expiry=not.is.null`,
    {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      data: { rental_expiry: new Date(Date.now() - 60_000).toISOString() },
    },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
}
