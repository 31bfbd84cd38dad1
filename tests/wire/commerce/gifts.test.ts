import { afterAll, beforeAll, expect, test } from 'vitest';
import { film, newShopper, openShop, type Shopper } from '../../support/shop.ts';
import type { TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openShop();
});
afterAll(() => server.close());

async function press(url: string, action: string): Promise<string> {
  const body = new URLSearchParams({ action, webhook: 'before' });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** Gives a month, or the film, and pays for it. */
async function give(giver: Shopper, what: object = { pass: 'month' }) {
  const { data: order, error } = await giver.client.rpc('create_gift', {
    recipient_name: 'Manmi',
    from_name: 'Jean',
    language: 'ht',
    greeting: 'Bòn fèt!',
    ...what,
  });
  if (!order) throw new Error(error?.message);
  const { body } = await giver.call('create-checkout', { orderId: order.id });
  const back = await press(body.url, 'pay');
  const gifts = await giver.client.rpc('my_gifts');
  const [gift] = gifts.data ?? [];
  if (!gift) throw new Error('there is no gift');
  return { gift, back, order, url: body.url as string };
}

test('somebody pays in the sandbox, and somebody else redeems the code once', async () => {
  const [giver, recipient, other] = await Promise.all([
    newShopper(server),
    newShopper(server),
    newShopper(server),
  ]);
  const { gift, back, order } = await give(giver);
  expect(back).toBe(`/gift?order=${order.id}`);
  expect(gift).toMatchObject({ status: 'open', pass: 'month', amount_minor: 399 });
  expect((await giver.subscription()).body.hasActiveSubscription).toBe(false);

  const answers = await Promise.all(
    [recipient, other].map((person) => person.client.rpc('redeem_code', { code: gift.code })),
  );
  const results = answers.map(({ data }) => (data as { result: string }).result).toSorted();
  expect(results).toEqual(['code_redeemed', 'code_used']);
  const subscribed = await Promise.all([recipient, other].map((person) => person.subscription()));
  expect(subscribed.filter(({ body }) => body.hasActiveSubscription)).toHaveLength(1);

  expect(await giver.call('cancel-gift', { giftId: gift.id })).toMatchObject({
    status: 409,
    body: { error: 'gift_redeemed' },
  });
  expect(await giver.order(order.id)).toBe('paid');
});

test('a gift that nobody redeemed is canceled and refunded, by its giver alone', async () => {
  const [giver, other] = await Promise.all([newShopper(server), newShopper(server)]);
  const { gift, order } = await give(giver, { media_type: 'movie', media_id: film });
  expect(await other.call('cancel-gift', { giftId: gift.id })).toMatchObject({ status: 404 });
  expect(await giver.call('cancel-gift', { giftId: gift.id })).toMatchObject({ status: 200 });
  expect(await giver.order(order.id)).toBe('refunded');
  expect((await giver.client.rpc('my_payments')).data?.map(({ kind }) => kind).toSorted()).toEqual([
    'payment',
    'refund',
  ]);
  expect((await other.client.rpc('redeem_code', { code: gift.code })).data).toEqual({
    result: 'code_revoked',
  });
  expect(await other.canWatch()).toBe(false);
});

test('no client reaches the tables or functions behind codes', async () => {
  const { client } = await newShopper(server);
  for (const name of ['claim_refund', 'derive_code', 'find_code', 'extend_pass', 'book_payment']) {
    const { error } = await client.rpc(name as never, { of_order: film } as never);
    expect(error, name).not.toBe(null);
  }
  for (const table of ['codes', 'gifts', 'code_keys'])
    expect((await client.from(table as never).select()).error, table).not.toBe(null);
});
