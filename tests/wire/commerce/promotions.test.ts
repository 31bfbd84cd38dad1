import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCode } from '../../../contract/src/codes.ts';
import { CODE_LENGTH } from '../../../contract/src/commerce/limits.ts';
import { callAs, film, newShopper, openShop, type Shopper } from '../../support/shop.ts';
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

const PRICE = 1299;
const idIn = (url: string): string => url.split('/').at(-1) ?? '';
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function newPromotion(fields: Record<string, unknown> = {}): Promise<string> {
  const { data, error } = await server.as('admin').rpc('create_promotion', {
    name: 'Fèt',
    first_day: daysFromNow(-2),
    last_day: daysFromNow(30),
    per_person: 1,
    total: 10,
    ...('off_minor' in fields ? {} : { percent: 25 }),
    ...fields,
  });
  if (!data) throw new Error(error?.message);
  return data;
}

async function newOrder(person: Shopper, transaction_type = 'purchase'): Promise<string> {
  const { data } = await person.client.rpc('create_order', {
    media_type: 'movie',
    media_id: film,
    transaction_type,
  });
  return data?.id ?? '';
}

async function apply(person: Shopper, code: string, order?: string) {
  const { data, error } = await person.client.rpc('apply_promotion', {
    order_id: order ?? (await newOrder(person)),
    code,
  });
  return (data ?? { result: error?.hint }) as { result: string; order_id?: string };
}

const entriesOf = async (person: Shopper) =>
  ((await person.client.rpc('my_payments')).data ?? []).map(({ kind, amount_minor, provider }) => ({
    kind,
    amount_minor: Number(amount_minor),
    provider,
  }));

describe('a promotion code', () => {
  test('lowers what Stripe charges, and a refund returns what was paid', async () => {
    const person = await newShopper(server);
    const { order_id } = await apply(person, await newPromotion());
    // The price that the browser sends, and the one of another order, count for nothing.
    const { body } = await person.call('create-checkout', { orderId: order_id, price: 1 });
    const session = stripe.world.get(idIn(body.url));
    expect(session.amount_total).toBe(Math.ceil(PRICE * 0.75));
    for (const event of stripe.world.pay(idIn(body.url))) await deliver(server.url, event);
    expect([await person.canWatch(), await entriesOf(person)]).toEqual([
      true,
      [{ kind: 'payment', amount_minor: 975, provider: 'stripe' }],
    ]);
    const entry = Number((await person.client.rpc('my_payments')).data?.[0]?.id);
    expect((await person.client.rpc('read_receipt', { entry })).data).toMatchObject({
      amount_minor: 975,
      discount_minor: 324,
      full_price_minor: PRICE,
    });
    const today = daysFromNow(0);
    const csv = (await callAs(server.as('admin'), 'export-payments', { from: daysFromNow(-1), to: today }))
      .body;
    const text = csv instanceof Blob ? await csv.text() : String(csv);
    expect(text).toMatch(new RegExp(`,9\\.75,USD,.*${order_id}.*,3\\.24,\\d{4}-\\d{6},,,\\r?\\n`));

    expect(
      (await callAs(server.as('admin'), 'refund-payment', { paymentId: entry, reason: 'tès' })).status,
    ).toBe(200);
    await expect.poll(() => person.order(order_id ?? '')).toBe('refunded');
    const intent = stripe.world.intentOf(idIn(body.url));
    expect(
      stripe.world.all('refund').filter(({ payment_intent }) => payment_intent === intent),
    ).toMatchObject([{ amount: 975 }]);
    expect(await person.canWatch()).toBe(false);
  });

  test('of 100 percent gives the film without asking any provider', async () => {
    const person = await newShopper(server);
    const { order_id } = await apply(person, await newPromotion({ percent: 100 }));
    const before = stripe.requests.length;
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.call('create-checkout', { orderId: order_id })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.find(({ status }) => status === 200)?.body.url).toContain('/payment-success?');
    expect(stripe.requests.length).toBe(before);
    expect([await person.canWatch(), await entriesOf(person)]).toEqual([
      true,
      [{ kind: 'payment', amount_minor: 0, provider: 'promotion' }],
    ]);
    expect(await person.call('create-checkout', { orderId: order_id })).toMatchObject({
      status: 409,
      body: { error: 'already_owned' },
    });
  });

  test('entered while the page of Stripe is open leaves that page at its price', async () => {
    const person = await newShopper(server);
    const order = await newOrder(person);
    const full = await person.call('create-checkout', { orderId: order });
    const { order_id } = await apply(person, await newPromotion({ off_minor: 500 }), order);
    const cheaper = await person.call('create-checkout', { orderId: order_id });
    expect([full, cheaper].map(({ body }) => stripe.world.get(idIn(body.url)).amount_total)).toEqual([
      PRICE,
      PRICE - 500,
    ]);
    for (const event of stripe.world.pay(idIn(full.body.url))) await deliver(server.url, event);
    expect(await person.order(order)).toBe('paid');
    expect(await person.call('create-checkout', { orderId: order_id })).toMatchObject({
      body: { error: 'already_owned' },
    });
  });

  test('is not for the order of somebody else, and the last use is given once', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => newShopper(server)));
    const code = await newPromotion({ total: 1 });
    const [first, second] = people as [Shopper, Shopper];
    expect(await apply(second, code, await newOrder(first))).toEqual({ result: 'payment_item_not_found' });
    const orders = await Promise.all(people.map((person) => newOrder(person)));
    const answers = await Promise.all(people.map((person, n) => apply(person, code, orders[n])));
    expect(answers.map(({ result }) => result).toSorted()).toEqual([
      'promotion_applied',
      'promotion_used_up',
      'promotion_used_up',
      'promotion_used_up',
    ]);
  });

  test('cannot be guessed: wrong ones are stopped early', async () => {
    const person = await newShopper(server);
    const order = await newOrder(person);
    const results: string[] = [];
    for (let n = 0; n < 12; n += 1)
      results.push((await apply(person, createCode(CODE_LENGTH, randomInt), order)).result);
    expect(results.filter((result) => result === 'code_wrong')).toHaveLength(10);
    expect(results.at(-1)).toBe('too_many_tries');
  });

  test('is made, listed and taken for free by no member', async () => {
    const person = await newShopper(server);
    const made = await person.client.rpc('create_promotion', {
      ...{ name: 'x', first_day: daysFromNow(0), last_day: daysFromNow(1), per_person: 1, total: 1 },
      percent: 100,
    });
    expect(made.error?.code).toBe('42501');
    expect((await person.client.rpc('admin_promotions')).error?.code).toBe('42501');
    const order_id = await newOrder(person);
    expect((await person.client.rpc('take_free_order', { order_id })).error).not.toBe(null);
    expect(
      (await person.client.from('orders').update({ amount_minor: 0 }).eq('id', order_id)).error,
    ).not.toBe(null);
  });
});
