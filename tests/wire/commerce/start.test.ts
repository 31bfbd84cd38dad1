import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { callAs, film, item } from '../../support/shop.ts';
import { type StripeServer, startStripe } from '../../support/stripe-server.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { startTestServer } from '../../support/test-server.ts';

/** How the server checks its payment settings at start. */

let stripe: StripeServer;
let database: TestDatabase;
beforeAll(async () => {
  stripe = await startStripe();
  database = await openTestDatabase({ demo: false });
});
afterAll(async () => {
  await stripe.close();
  await database.close();
});

const production = {
  LAKOU_ENV: 'production',
  EMBEDDED_DATABASE: 'yes',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'support@lakou.example',
};
const opened = (settings: Record<string, string>) =>
  startTestServer({ ...production, ...settings }, database);

describe('the prices at Stripe', () => {
  test('that match our plans let the server start; so does a Stripe that cannot be reached', async () => {
    await (await opened(stripe.settings)).close();
    await (await opened({ ...stripe.settings, STRIPE_API_URL: 'http://127.0.0.1:9' })).close();
  });

  test.each<[what: string, settings: Record<string, string>, sentence: string]>([
    [
      'another plan’s',
      { STRIPE_PRICE_MONTHLY: 'price_year' },
      'which is 4389 USD every 12 months at Stripe; our plan is 399 USD every 1 months',
    ],
    [
      'nobody knows',
      { STRIPE_PRICE_YEARLY: 'price_none' },
      'STRIPE_PRICE_YEARLY names price_none, which Stripe does not know.',
    ],
    ['behind a wrong key', { STRIPE_SECRET_KEY: 'sk_wrong' }, 'Stripe does not accept STRIPE_SECRET_KEY.'],
  ])('that are %s stop the start with one sentence', async (_what, settings, sentence) => {
    await expect(opened({ ...stripe.settings, ...settings })).rejects.toThrow(sentence);
  });

  test('must all be configured', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_x' })).toThrow(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET',
    );
  });
});

test('outside the demo there is no sandbox page, webhook or payment', async () => {
  const server = await opened({});
  const buyer = '00000000-0000-4000-a000-0000000000aa';
  await database.query(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data) values ($1, 'x@example.test', 'authenticated', 'authenticated', '{}')`,
    [buyer],
  );
  await database.query(
    `insert into public.movies (id, title, published, is_purchasable) values ($1, 'Lanmè', true, true)`,
    [film],
  );
  const token = await server.token({ sub: buyer, role: 'authenticated', aud: 'authenticated' });
  const client = createClient(server.url, server.anonKey, { accessToken: async () => token });
  expect(await callAs(client, 'create-checkout', item())).toMatchObject({
    status: 502,
    body: { error: 'payment_failed', message: 'Failed to process payment. Please try again.' },
  });
  expect((await fetch(`${server.url}/sandbox-pay/x`)).status).toBe(404);
  const notice = await fetch(`${server.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'sandbox-signature': 't=1,v1=00' },
    body: '{}',
  });
  expect(notice.status).toBe(400);
  const [order] = await database.query<{ id: string }>('select id from public.orders');
  const fact = {
    kind: 'payment',
    provider: 'sandbox',
    reference: 'x',
    amount_minor: 999,
    currency: 'USD',
    order_id: order?.id,
  };
  const { error } = await server.as('service').rpc('book_payment', { event: fact });
  expect(error?.hint).toBe('order_unknown');
  await server.close();
});
