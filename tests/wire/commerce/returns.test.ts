import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAs, newShopper, openShop, type Shopper } from '../../support/shop.ts';
import { deliver, type StripeServer, startStripe } from '../../support/stripe-server.ts';
import type { TestServer } from '../../support/test-server.ts';

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripe();
  server = await openShop(stripe.settings);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const idIn = (url: string): string => url.split('/').at(-1) ?? '';
const refundsAt = (intent: string) =>
  stripe.world.all('refund').filter(({ payment_intent }) => payment_intent === intent);

/** A film bought with a card: its ledger entry, order and intent at Stripe. */
async function boughtFilm(person: Shopper) {
  const { body } = await person.buys();
  for (const event of stripe.world.pay(idIn(body.url))) await deliver(server.url, event);
  const { data } = await person.client.rpc('my_payments');
  return {
    order: body.orderId as string,
    paymentId: Number(data?.[0]?.id),
    intent: stripe.world.intentOf(idIn(body.url)),
  };
}
const refund = (paymentId: number, reason = 'Li te achte l de fwa') =>
  callAs(server.as('admin'), 'refund-payment', { paymentId, reason });

describe('a refund by an accountant', () => {
  test('returns the money once at Stripe, however often and at once it is clicked', async () => {
    const person = await newShopper(server);
    const { order, paymentId, intent } = await boughtFilm(person);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(paymentId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expect.poll(() => person.order(order)).toBe('refunded');
    expect((await refund(paymentId)).status).toBe(200);
    expect(refundsAt(intent)).toHaveLength(1);
    expect([await person.canWatch(), await person.order(order)]).toEqual([false, 'refunded']);
  });

  test('is made later when Stripe is down at that moment, and once', async () => {
    const person = await newShopper(server);
    const { order, paymentId, intent } = await boughtFilm(person);
    stripe.broken = true;
    expect((await refund(paymentId)).status).toBe(200);
    stripe.broken = false;
    expect([refundsAt(intent), await person.order(order)]).toEqual([[], 'paid']);
    const reconcile = async () => {
      await server.database.query('update private.checkouts set next_check_at = now() where order_id = $1', [
        order,
      ]);
      await server.as('service').functions.invoke('reconcile-payments', { body: {} });
    };
    await reconcile();
    await reconcile();
    expect([refundsAt(intent).length, await person.order(order)]).toEqual([1, 'refunded']);
  });

  test('of one period of a subscription leaves the others', async () => {
    const person = await newShopper(server);
    const { body } = await person.call('create-checkout', { plan: 'monthly' });
    for (const event of stripe.world.pay(idIn(body.url))) await deliver(server.url, event);
    const subscription = stripe.world.get(idIn(body.url)).subscription as string;
    for (const event of stripe.world.renew(subscription)) await deliver(server.url, event);
    const { data } = await person.client.rpc('my_payments');
    expect(data).toHaveLength(2);
    expect((await refund(Number(data?.[0]?.id))).status).toBe(200);
    const { data: after } = await person.client.rpc('my_payments');
    expect(after?.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    const { data: right } = await person.client.from('subscriptions').select('status').single();
    expect(right?.status).toBe('active');
  });

  test('is refused to members and without a reason', async () => {
    const person = await newShopper(server);
    const { paymentId, intent } = await boughtFilm(person);
    expect(await person.call('refund-payment', { paymentId, reason: 'Pou mwen' })).toMatchObject({
      status: 403,
      body: { error: 'no_access' },
    });
    expect((await refund(paymentId, ' ')).status).toBe(400);
    expect((await refund(0)).status).toBe(400);
    expect(await refund(2_000_000_000)).toMatchObject({ status: 409, body: { error: 'no_longer_there' } });
    expect(refundsAt(intent)).toEqual([]);
  });
});

describe('credit', () => {
  test('pays a pass at once, without a provider; too little of it is refused', async () => {
    const person = await newShopper(server);
    expect(await person.call('create-checkout', { pass: 'day', method: 'credit' })).toMatchObject({
      status: 409,
      body: { error: 'credit_short' },
    });
    const { paymentId } = await boughtFilm(person);
    await server.database.query(
      `insert into private.credits (user_id, ledger_id, amount_minor) values ($1, $2, 100)`,
      [person.id, paymentId],
    );
    const clicks = await Promise.all(
      [1, 2].map(() => person.call('create-checkout', { pass: 'day', method: 'credit' })),
    );
    const [paid] = clicks;
    expect(paid).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining('/payment-success?order=') },
    });
    expect((await person.client.rpc('my_credit')).data).toBe(51);
    expect(new Set(clicks.map(({ body }) => body.orderId)).size).toBe(1);
  });
});

describe('a receipt as PDF', () => {
  test('is for the buyer and staff who keep the books, in four languages', async () => {
    const person = await newShopper(server);
    const { paymentId } = await boughtFilm(person);
    const pdf = async (client: Shopper['client'], language: string, entry = paymentId) => {
      const { data: session } = await client.auth.getSession();
      const token = session.session?.access_token ?? server.anonKey;
      return fetch(`${server.url}/functions/v1/receipt-pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ entry, language }),
      });
    };
    for (const language of ['ht', 'fr', 'en', 'es']) {
      const answer = await pdf(person.client, language);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toMatch(/lakou-\d{4}-\d{6}\.pdf/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual([
        '%PDF-',
        '%%EOF',
      ]);
    }
    const stranger = await newShopper(server);
    expect((await pdf(stranger.client, 'ht')).status).toBe(404);
    expect((await pdf(person.client, 'ht', 0)).status).toBe(404);
    expect((await fetch(`${server.url}/functions/v1/receipt-pdf`, { method: 'POST' })).status).toBe(401);
  });
});
