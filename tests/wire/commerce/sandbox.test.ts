import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { callAs, film, item, newShopper, openShop, type Shopper, traces } from '../../support/shop.ts';
import type { TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openShop();
});
afterAll(() => server.close());

/** Submits the sandbox's page as a browser does; returns the redirect's target. */
async function press(url: string, action: string, webhook = 'before'): Promise<string> {
  const body = new URLSearchParams({ action, webhook });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
const sign = (payload: string, secret = process.env.SANDBOX_WEBHOOK_SECRET ?? '', timestamp?: number) =>
  Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(timestamp && { timestamp }) });
const notify = async (payload: string, signature: string) =>
  fetch(`${server.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'sandbox-signature': signature },
    body: payload,
  });

describe('the sandbox’s page', () => {
  test('shows the item and amount, runs no scripts, and is a 404 for guessed ids', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    expect(body.url).toMatch(new RegExp(`^${server.url}/sandbox-pay/sbx_[0-9a-f]{32}$`));
    const page = await fetch(body.url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-/,
    );
    const html = await page.text();
    for (const words of ['Wout Mòn Nwa', 'Pay $12.99', 'Fail', 'Cancel', 'no real money'])
      expect(html).toContain(words);
    expect((await fetch(`${server.url}/sandbox-pay/sbx_nothing`)).status).toBe(404);
    expect((await fetch(body.url, { method: 'POST', body: 'action=rob' })).status).toBe(400);
  });

  test.each(['before', 'twice'])('paid, with a webhook %s the browser returns', async (webhook) => {
    const person = await newShopper(server);
    const { body } = await person.buys({ type: 'rental' });
    const back = await press(body.url, 'pay', webhook);
    expect(back).toBe(`/payment-success?id=${film}&mediaType=movie&type=rental&order=${body.orderId}`);
    expect(await person.order(body.orderId)).toBe('paid');
    expect(await person.canWatch()).toBe(true);
    expect((await person.client.rpc('my_payments')).data).toHaveLength(1);
    await press(body.url, 'pay', webhook);
    expect((await person.client.rpc('my_payments')).data, 'pressed again').toHaveLength(1);
  });

  test('paid, with a webhook after the return', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    await press(body.url, 'pay', 'after');
    expect(await person.order(body.orderId)).toBe('pending');
    await vi.waitFor(async () => expect(await person.order(body.orderId)).toBe('paid'), {
      timeout: 15_000,
      interval: 200,
    });
  });

  test('paid, without a webhook: the waiting page reconciles it', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    await press(body.url, 'pay', 'never');
    expect(await person.order(body.orderId)).toBe('pending');
    expect((await person.call('check-order', { orderId: body.orderId })).body.status).toBe('paid');
    expect(await person.canWatch()).toBe(true);
  });

  test('a failed payment is recorded on the order; a cancelled one leaves it open, and it can still be paid', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    expect(await press(body.url, 'cancel')).toBe(`/payment?order=${body.orderId}`);
    expect((await person.call('create-checkout', { orderId: body.orderId })).body).toEqual(body);
    await press(body.url, 'fail');
    expect([await person.order(body.orderId), await person.canWatch()]).toEqual(['failed', false]);
    const again = await person.call('create-checkout', { ...item(), orderId: body.orderId });
    expect(again.body.orderId).not.toBe(body.orderId);
    await press(again.body.url, 'pay');
    expect(await person.canWatch()).toBe(true);
  });

  test('offers the dashboard’s actions afterwards: renew, fail, cancel, refund, dispute', async () => {
    const person = await newShopper(server);
    const { body } = await person.call('create-checkout', { priceId: 'monthly', plan: 'monthly' });
    const state = async () => {
      const { data } = await person.client.from('subscriptions').select('*').single();
      return data;
    };
    expect(await press(body.url, 'pay')).toBe(`/payment-success?order=${body.orderId}`);
    const first = Date.parse((await state())?.expires_at ?? '');
    expect((await person.call('customer-portal')).body.url).toBe(body.url);
    expect(await (await fetch(body.url)).text()).toContain('Cancel at the end of the period');
    await press(body.url, 'fail-renewal');
    expect(await state()).toMatchObject({ status: 'past_due' });
    await press(body.url, 'renew', 'twice');
    expect(await state()).toMatchObject({ status: 'active' });
    expect(Date.parse((await state())?.expires_at ?? '')).toBeGreaterThan(first);
    await press(body.url, 'cancel-subscription');
    expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    for (const renews of [true, false]) {
      expect((await person.call('change-subscription', { renews })).body).toEqual({ renews });
      expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: !renews });
    }
    await press(body.url, 'dispute');
    expect(Date.parse((await state())?.expires_at ?? '')).toBe(first);
    await press(body.url, 'win-dispute');
    expect(Date.parse((await state())?.expires_at ?? '')).toBeGreaterThan(first);
    await press(body.url, 'refund');
    await press(body.url, 'end-subscription');
    expect(await state()).toMatchObject({ status: 'canceled' });
    await press(body.url, 'resend');
    expect(await state()).toMatchObject({ status: 'canceled' });
    const { data } = await person.client.rpc('my_payments');
    expect(data?.map(({ kind }) => kind).toSorted()).toEqual([
      'dispute',
      'dispute_won',
      'payment',
      'payment',
      'refund',
    ]);
  });
});

test('the buyer’s open page receives the change, no other member’s does', async () => {
  const [buyer, other] = [await newShopper(server), await newShopper(server)];
  const listen = async ({ client }: Shopper) => {
    const received: string[] = [];
    await client.realtime.setAuth();
    const channel = client.channel('money');
    for (const table of ['orders', 'user_purchases', 'subscriptions']) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, ({ eventType }) => {
        received.push(`${table} ${eventType}`);
      });
    }
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => status === 'SUBSCRIBED' && resolve());
    });
    return received;
  };
  const [mine, theirs] = [await listen(buyer), await listen(other)];
  const { body } = await buyer.buys();
  await press(body.url, 'pay');
  await vi.waitFor(
    () =>
      expect(mine).toEqual(
        expect.arrayContaining(['orders INSERT', 'orders UPDATE', 'user_purchases INSERT']),
      ),
    { timeout: 15_000 },
  );
  // Changes arrive in commit order: with their own order, the other member has received all earlier ones.
  await other.buys();
  await vi.waitFor(() => expect(theirs).toContain('orders INSERT'), { timeout: 15_000 });
  expect(theirs.filter((change) => change === 'orders INSERT')).toHaveLength(1);
  expect(theirs).not.toContain('user_purchases INSERT');
  await Promise.all([buyer, other].map(({ client }) => client.removeAllChannels()));
});

describe('a cheat gets nothing', () => {
  test('without signing in, with invalid input, with a title or an order of somebody else', async () => {
    const person = await newShopper(server);
    const before = await traces(server);
    const visitor = await callAs(server.as('visitor'), 'create-checkout', item());
    expect(visitor).toMatchObject({
      status: 401,
      body: { error: 'not_authenticated', message: 'User not authenticated' },
    });
    for (const nonsense of [
      null,
      [],
      'x',
      {},
      { id: film },
      item({ id: 'x' }),
      item({ type: 'gift' }),
      { plan: 'daily' },
    ]) {
      const answer = await person.call('create-checkout', nonsense);
      expect([answer.status, answer.body.error], JSON.stringify(nonsense)).toEqual([
        400,
        'payment_item_not_found',
      ]);
    }
    const contradiction = await person.call('create-checkout', { priceId: 'monthly', plan: 'yearly' });
    expect(contradiction.status).toBe(400);
    const draft = 'f1000000-0000-4000-8000-000000000025';
    const unknown = '99999999-9999-4999-8999-999999999999';
    for (const id of [draft, unknown]) expect((await person.buys({ id })).status).toBe(404);
    expect((await person.buys({ mediaType: 'series' })).status, 'a film called a series').toBe(404);
    const { body } = await (await newShopper(server)).buys();
    for (const orderId of [body.orderId, unknown]) {
      expect((await person.call('create-checkout', { orderId })).status).toBe(404);
      expect((await person.call('check-order', { orderId })).status).toBe(404);
    }
    expect(await traces(server)).toEqual(before);
  });

  test('by a changed price or id: the price comes from the database, and the paid title is the one they get', async () => {
    const person = await newShopper(server);
    for (const price of [0, -5, 0.01, 1e9, 'free', null]) {
      const { body } = await person.buys({ price, amount_minor: 1, currency: 'htg' });
      const { data } = await person.client.from('orders').select('*').eq('id', body.orderId).single();
      expect(data).toMatchObject({ amount_minor: 1299, currency: 'USD', movie_id: film });
    }
  });

  test('by opening the success page, or by verifying an unpaid order', async () => {
    const person = await newShopper(server);
    const before = await traces(server);
    const { body } = await person.buys();
    await fetch(
      `${server.url}/payment-success?id=${film}&mediaType=movie&type=purchase&order=${body.orderId}`,
    );
    expect((await person.call('check-order', { orderId: body.orderId })).body.status).toBe('pending');
    expect([await person.canWatch(), await person.order(body.orderId)]).toEqual([false, 'pending']);
    expect(await traces(server)).toEqual(before);
  });

  test('by writing rows or calling internal functions, as any role', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    const before = await traces(server);
    const event = {
      kind: 'payment',
      order_id: body.orderId,
      provider: 'sandbox',
      reference: 'x',
      amount_minor: 1299,
      currency: 'usd',
    };
    const clients = [
      person.client,
      ...(['visitor', 'admin', 'subscriber'] as const).map((who) => server.as(who)),
    ];
    for (const client of clients) {
      const tries = [
        client.rpc('book_payment', { event }),
        client.rpc('save_checkout', {
          order_id: body.orderId,
          provider: 'x',
          reference: 'x',
          url: 'x',
          expires_at: 'now',
        }),
        client.rpc('sandbox_add', { session: body.url.split('/').at(-1), event }),
        client.rpc('claim_payment_checks', { how_many: 10 }),
        client
          .from('user_purchases')
          .insert({ user_id: person.id, movie_id: film, transaction_type: 'purchase', amount: 12.99 }),
        client.from('subscriptions').insert({
          user_id: person.id,
          status: 'active',
          subscription_type: 'yearly',
          expires_at: '2099-01-01',
        }),
        client.from('subscriptions').update({ expires_at: '2099-01-01', status: 'active' }).neq('status', ''),
        client.from('orders').update({ status: 'paid', amount_minor: 1 }).eq('id', body.orderId),
        client.from('orders').insert({
          user_id: person.id,
          transaction_type: 'subscription',
          plan: 'yearly',
          title: 'x',
          amount_minor: 1,
        }),
        client.from('ledger').insert({
          order_id: body.orderId,
          kind: 'payment',
          amount_minor: 1299,
          currency: 'USD',
          provider: 'sandbox',
          provider_reference: 'x',
        }),
        client.from('plans').update({ amount_minor: 1 }).neq('id', ''),
      ];
      for (const answer of await Promise.all(tries)) expect(answer.error?.code).toBe('42501');
    }
    for (const { status } of [
      await person.call('reconcile-payments'),
      await callAs(server.as('admin'), 'reconcile-payments', {}),
    ]) {
      expect(status).toBe(403);
    }
    expect(await traces(server)).toEqual(before);
    expect(await person.order(body.orderId)).toBe('pending');
  });

  test('by a forged, stale or changed webhook; a replayed one changes nothing', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    const before = await traces(server);
    const fact = {
      kind: 'payment',
      order_id: body.orderId,
      provider: 'sandbox',
      reference: 'forged',
      amount_minor: 1299,
      currency: 'USD',
      occurred_at: new Date().toISOString(),
    };
    const payload = JSON.stringify({ object: 'event', facts: [fact] });
    const stale = Math.floor(Date.now() / 1000) - 3600;
    expect((await notify(payload, await sign(payload, 'guessed'))).status).toBe(400);
    expect((await notify(payload, await sign(payload, undefined, stale))).status).toBe(400);
    expect((await notify(payload.replace('1299', '1'), await sign(payload))).status).toBe(400);
    expect(await traces(server)).toEqual(before);
    const good = await sign(payload);
    for (let times = 0; times < 3; times += 1) expect((await notify(payload, good)).status).toBe(200);
    expect(await traces(server)).toEqual({
      ...before,
      ledger: (before.ledger ?? 0) + 1,
      purchases: (before.purchases ?? 0) + 1,
    });
  });

  test('by the portal without a subscription; the demo’s subscriber has one', async () => {
    const person = await newShopper(server);
    expect(await person.call('customer-portal')).toMatchObject({
      status: 404,
      body: { error: 'nothing_to_manage' },
    });
    expect((await person.call('change-subscription', { renews: false })).status).toBe(404);
    expect((await person.call('change-subscription', { renews: 'no' })).status).toBe(400);
    for (const name of ['customer-portal', 'change-subscription', 'check-order']) {
      expect((await callAs(server.as('visitor'), name, {})).status, name).toBe(401);
    }
    const { body } = await callAs(server.as('subscriber'), 'customer-portal', {});
    expect((await fetch(body.url)).status).toBe(200);
  });
});
