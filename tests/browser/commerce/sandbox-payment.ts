import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const film = (number: number) => `f1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const series = '5e000000-0000-4000-8000-000000000001';

interface SandboxPayment {
  /** The button to press. */
  button?: RegExp;
  /** When the provider sends the webhook. */
  notify?: 'before' | 'after' | 'twice' | 'never';
}

/** Presses a button on the sandbox provider's page, which sends the webhook at the chosen time. Returns that page's URL. */
export async function payInSandbox(
  page: Page,
  { button = /^Pay/, notify = 'before' }: SandboxPayment = {},
): Promise<string> {
  await expect(page).toHaveURL(/\/sandbox-pay\//);
  const paymentUrl = page.url();
  await page.getByLabel('The webhook is called').selectOption(notify);
  await page.getByRole('button', { name: button }).click();
  return paymentUrl;
}

/** Has the provider send its missing webhooks. */
export async function confirmPayment(page: Page, paymentUrl: string): Promise<void> {
  const provider = await page.context().newPage();
  await provider.goto(paymentUrl);
  await payInSandbox(provider, { button: /^Send all webhook calls again/ });
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

/** Calls a database function with this member's own token. */
export async function asMember(page: Page, call: string, body: object = {}): Promise<unknown> {
  const stored = await page.evaluate(() => localStorage.getItem('lakou-session') ?? '{}');
  const { access_token } = JSON.parse(stored) as { access_token: string };
  const answer = await page.request.post(`/rest/v1/rpc/${call}`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: body,
  });
  return answer.json();
}

/** Sets the end of every rental of this member to a minute ago. */
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
