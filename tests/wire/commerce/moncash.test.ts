import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MoncashServer, startMoncash } from '../../support/moncash-server.ts';
import { film, newShopper, openShop, type Shopper, traces } from '../../support/shop.ts';
import type { TestServer } from '../../support/test-server.ts';

let moncash: MoncashServer;
let server: TestServer;
beforeAll(async () => {
  moncash = await startMoncash();
  server = await openShop(moncash.settings);
});
afterAll(async () => {
  await server.close();
  await moncash.close();
});
afterEach(() => {
  moncash.mode = 'up';
  moncash.before = () => {};
});

/** 4.49 dollars at the demo's rate of 131.25: 589.3 gourdes, rounded up. */
const RENT = 590;
const rents = (person: Shopper) => person.buys({ type: 'rental', method: 'moncash' });
const pageOf = (orderId: string) => {
  const page = moncash.world.pageOfOrder(orderId);
  if (!page) throw new Error(`MonCash has no page for ${orderId}`);
  return page;
};
const callback = (query: string, init: RequestInit = {}) =>
  fetch(`${server.url}/functions/v1/moncash-callback${query}`, { redirect: 'manual', ...init });
/** Until nothing is due any more: a call takes ten orders. */
const reconcile = async () => {
  await server.database.query(
    `update private.checkouts set next_check_at = now() where next_check_at is not null`,
  );
  const sum = { checked: 0, failed: 0 };
  for (;;) {
    const { data, error } = await server.as('service').functions.invoke('reconcile-payments', { body: {} });
    expect(error).toBeNull();
    sum.checked += data.checked;
    sum.failed += data.failed;
    if (data.checked === 0) return sum;
  }
};
const alertsOf = (reference: string) =>
  server.database.query<{ reason: string; order_id: string | null }>(
    'select reason, order_id from public.payment_alerts where reference = $1 order by id',
    [reference],
  );
const booksOf = async (orderId: string) =>
  server.database.query<{ kind: string; amount_minor: number; currency: string; problem: string | null }>(
    'select kind, amount_minor::integer, currency, problem from public.ledger where order_id = $1 order by id',
    [orderId],
  );
/** Nobody has looked at this order for two seconds. */
const forgetCheck = (orderId: string) =>
  server.database.query('update private.checkouts set checked_at = null where order_id = $1', [orderId]);

describe('a rental with MonCash', () => {
  test('is an order in whole gourdes with its rate before MonCash is asked; one page for two clicks', async () => {
    const person = await newShopper(server);
    const asked: unknown[] = [];
    moncash.before = async (request) => {
      if (request.endsWith('CreatePayment'))
        asked.push(
          await server.database.query(
            `select amount_minor, currency, price_minor, exchange_rate::float, provider, provider_reference = id::text as own
              from public.orders where user_id = $1`,
            [person.id],
          ),
        );
    };
    const [first, second] = await Promise.all([rents(person), rents(person)]);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(asked).toEqual([
      [
        {
          amount_minor: RENT * 100,
          currency: 'HTG',
          price_minor: 449,
          exchange_rate: 131.25,
          provider: 'moncash',
          own: true,
        },
      ],
    ]);
    const page = pageOf(first.body.orderId);
    expect(page.amount).toBe(RENT);
    expect(first.body.url).toBe(`${moncash.url}/Moncash-middleware/Payment/Redirect?token=${page.token}`);
  });

  test.each<[how: string, send: (ids: { transactionId: string; orderId: string }) => Promise<Response>]>([
    ['GET with the transaction', ({ transactionId }) => callback(`/return?transactionId=${transactionId}`)],
    ['GET with the order', ({ orderId }) => callback(`/alert?orderId=${orderId}`)],
    [
      'POST of JSON',
      ({ transactionId }) =>
        callback('/alert', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ transactionId, cost: 1, message: 'failed' }),
        }),
    ],
    [
      'POST of a form',
      ({ transactionId }) =>
        callback('/return', { method: 'POST', body: new URLSearchParams({ transaction_id: transactionId }) }),
    ],
    [
      'POST of JSON that calls itself a form',
      ({ orderId }) =>
        callback('/alert', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: JSON.stringify({ payment: { reference: orderId } }),
        }),
    ],
  ])('is booked by a callback: %s', async (_how, send) => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    const transactionId = moncash.world.pay(pageOf(orderId));
    expect(await person.canWatch()).toBe(false);
    const answer = await send({ transactionId, orderId });
    expect(answer.status).toBe(200);
    expect(await person.canWatch()).toBe(true);
    expect(await booksOf(orderId)).toEqual([
      { kind: 'payment', amount_minor: RENT * 100, currency: 'HTG', problem: null },
    ]);
  });

  test('leads the returning browser to the result of its order, also when MonCash is down', async () => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    const transactionId = moncash.world.pay(pageOf(orderId));
    const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };
    const back = await callback(`/return?transactionId=${transactionId}`, asBrowser);
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `${server.url}/payment-success?id=${film}&mediaType=movie&type=rental&order=${orderId}`,
    ]);
    moncash.mode = 'down';
    const blind = await callback(`/return?transactionId=${transactionId}`, asBrowser);
    expect([blind.status, blind.headers.get('location')]).toEqual([303, `${server.url}/purchases`]);
  });

  test('is booked once by the same callback fifty times at once, with few questions to MonCash', async () => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    const transactionId = moncash.world.pay(pageOf(orderId));
    const before = moncash.requests.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        callback(index % 2 ? `/alert?transactionId=${transactionId}` : `/return?orderId=${orderId}`),
      ),
    );
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 429]))).toBe(true);
    expect(await booksOf(orderId)).toHaveLength(1);
    expect(await person.canWatch()).toBe(true);
    const asked = moncash.requests.slice(before).filter((request) => request.includes('Retrieve'));
    // Ten per transaction and minute, in at most two minutes; the order every two seconds.
    expect(asked.length).toBeLessThan(30);
  });

  test('of which no callback arrives is found by the waiting page and by the schedule', async () => {
    for (const way of ['page', 'schedule'] as const) {
      const person = await newShopper(server);
      const { orderId } = (await rents(person)).body;
      moncash.world.pay(pageOf(orderId));
      if (way === 'page') {
        expect((await person.call('check-order', { orderId })).body.status).toBe('paid');
      } else await reconcile();
      expect(await person.canWatch(), way).toBe(true);
    }
  });

  test('whose callback arrives before MonCash’s answer to us is booked all the same', async () => {
    const person = await newShopper(server);
    let early: Response | undefined;
    moncash.before = async (request) => {
      if (!request.endsWith('CreatePayment')) return;
      moncash.before = () => {};
      const [order] = await server.database.query<{ id: string }>(
        'select id from public.orders where user_id = $1',
        [person.id],
      );
      // MonCash opens the page and takes the payment while our call is still waiting.
      const page = moncash.world.createPage(order!.id, RENT)!;
      early = await callback(`/alert?transactionId=${moncash.world.pay(page)}`);
    };
    expect((await rents(person)).status).toBe(502);
    expect(early?.status).toBe(200);
    expect(await person.canWatch()).toBe(true);
  });

  test('keeps the rate it was started with', async () => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    await server.database.query(
      `insert into public.exchange_rates (rate, rate_date, source) values (150, current_date, 'test')`,
    );
    try {
      const transactionId = moncash.world.pay(pageOf(orderId));
      expect((await callback(`/alert?transactionId=${transactionId}`)).status).toBe(200);
      expect(await person.order(orderId)).toBe('paid');
      const later = await newShopper(server);
      expect(pageOf((await rents(later)).body.orderId).amount).toBe(674);
    } finally {
      await server.database.query(
        `insert into public.exchange_rates (rate, rate_date, source) values (131.25, current_date, 'test')`,
      );
    }
  });

  test('gets a new order number after ten minutes; the old one still counts, and paying both is shown', async () => {
    const person = await newShopper(server);
    const first = (await rents(person)).body.orderId;
    await server.database.query(`update private.checkouts set expires_at = now() where order_id = $1`, [
      first,
    ]);
    const second = (await person.call('create-checkout', { orderId: first, method: 'moncash' })).body.orderId;
    expect(second).not.toBe(first);
    for (const orderId of [first, second]) {
      await callback(`/alert?transactionId=${moncash.world.pay(pageOf(orderId))}`);
      expect(await person.order(orderId)).toBe('paid');
    }
    expect(await alertsOf(pageOf(second).transaction!.id)).toEqual([
      { reason: 'paid_twice', order_id: second },
    ]);
  });

  test('and one with a card are two orders: changing the method loses no payment', async () => {
    const person = await newShopper(server);
    const wallet = (await rents(person)).body.orderId;
    const card = (await person.call('create-checkout', { orderId: wallet, method: 'sandbox' })).body;
    expect(card.orderId).not.toBe(wallet);
    expect(card.url).toContain('/sandbox-pay/');
    const again = (await person.call('create-checkout', { orderId: card.orderId, method: 'moncash' })).body;
    expect(again.orderId).toBe(wallet);
    await callback(`/alert?transactionId=${moncash.world.pay(pageOf(wallet))}`);
    expect([await person.order(wallet), await person.order(card.orderId)]).toEqual(['paid', 'pending']);
  });
});

describe('what does not fit', () => {
  test('a changed amount, a wrong message and somebody else’s reference give nothing and are shown', async () => {
    const cases = [
      [{ cost: RENT - 1 }, 'failed', ['amount_short']],
      [{ message: 'pending' }, 'pending', ['not_successful']],
    ] as const;
    for (const [fields, status, reasons] of cases) {
      const person = await newShopper(server);
      const { orderId } = (await rents(person)).body;
      const transactionId = moncash.world.pay(pageOf(orderId), fields);
      expect((await callback(`/alert?transactionId=${transactionId}`)).status).toBe(200);
      await callback(`/alert?transactionId=${transactionId}`);
      expect(await person.canWatch()).toBe(false);
      expect(await person.order(orderId)).toBe(status);
      expect((await alertsOf(transactionId)).map(({ reason }) => reason)).toEqual(reasons);
    }
  });

  test('more than the price is booked as paid and shown', async () => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    const transactionId = moncash.world.pay(pageOf(orderId), { cost: RENT + 10 });
    await callback(`/alert?transactionId=${transactionId}`);
    expect(await person.canWatch()).toBe(true);
    expect(await booksOf(orderId)).toMatchObject([{ amount_minor: (RENT + 10) * 100 }]);
    expect(await alertsOf(transactionId)).toMatchObject([{ reason: 'amount_over' }]);
  });

  test('a payment for an order that we do not have books nothing and is shown; invented ids are 404', async () => {
    const before = await traces(server);
    const page = moncash.world.createPage(randomUUID(), 100)!;
    const other = moncash.world.createPage('another-shop-7', 100)!;
    for (const { orderId, transactionId } of [page, other].map((one) => ({
      orderId: one.orderId,
      transactionId: moncash.world.pay(one),
    }))) {
      expect((await callback(`/alert?transactionId=${transactionId}`)).status).toBe(404);
      expect(await alertsOf(transactionId)).toEqual([{ reason: 'order_unknown', order_id: null }]);
      expect((await callback(`/alert?orderId=${orderId}`)).status).toBe(404);
    }
    for (const query of [
      '',
      '?transactionId=77',
      `?orderId=${randomUUID()}`,
      '?orderId=%27%20or%201=1',
      '?x=1',
    ])
      expect((await callback(`/return${query}`)).status, query).toBe(404);
    expect(await traces(server)).toEqual(before);
  });

  test('another person’s order cannot be paid for, looked up or taken over', async () => {
    const [owner, stranger] = [await newShopper(server), await newShopper(server)];
    const { orderId } = (await rents(owner)).body;
    expect(await stranger.call('create-checkout', { orderId, method: 'moncash' })).toMatchObject({
      status: 404,
    });
    expect(await stranger.call('check-order', { orderId })).toMatchObject({ status: 404 });
    await callback(`/alert?transactionId=${moncash.world.pay(pageOf(orderId))}`);
    expect([await owner.canWatch(), await stranger.canWatch()]).toEqual([true, false]);
  });

  test('MonCash is not offered for a plan that renews, nor above what a wallet holds, nor without a rate', async () => {
    const person = await newShopper(server);
    expect(await person.call('create-checkout', { plan: 'monthly' })).toMatchObject({ status: 200 });
    const order = await person.client.rpc('create_subscription_order', { plan: 'yearly' });
    expect(
      await person.call('create-checkout', { orderId: order.data?.id, method: 'moncash' }),
    ).toMatchObject({ status: 409, body: { error: 'payment_method_unavailable' } });
    await server.database.query(
      `insert into public.exchange_rates (rate, rate_date, source) values (99999, current_date, 'test')`,
    );
    try {
      expect(await rents(person)).toMatchObject({
        status: 409,
        body: { error: 'payment_method_unavailable' },
      });
    } finally {
      await server.database.query(
        `insert into public.exchange_rates (rate, rate_date, source) values (131.25, current_date, 'test')`,
      );
    }
  });
});

describe('a MonCash that fails', () => {
  test('or is down says so, loses nothing, and is asked again until it answers', async () => {
    const person = await newShopper(server);
    moncash.mode = 'down';
    expect(await rents(person)).toMatchObject({ status: 502, body: { error: 'payment_failed' } });
    moncash.mode = 'up';
    const { orderId } = (await rents(person)).body;
    const transactionId = moncash.world.pay(pageOf(orderId));
    moncash.mode = 'down';
    expect((await callback(`/alert?transactionId=${transactionId}`)).status).toBe(500);
    expect((await reconcile()).failed).toBeGreaterThan(0);
    expect(await person.order(orderId)).toBe('pending');
    moncash.mode = 'up';
    await reconcile();
    expect(await person.order(orderId)).toBe('paid');
  });

  test('and loses its answer after opening the page leaves an order that is looked up', async () => {
    const person = await newShopper(server);
    moncash.mode = 'silent';
    // The token comes through, the answer to the payment does not.
    const asked = rents(person);
    expect((await asked).status).toBe(502);
    moncash.mode = 'up';
    const [order] = await server.database.query<{ id: string }>(
      `select id from public.orders where user_id = $1`,
      [person.id],
    );
    const page = moncash.world.pageOfOrder(order!.id) ?? moncash.world.createPage(order!.id, RENT)!;
    moncash.world.pay(page);
    await reconcile();
    expect(await person.canWatch()).toBe(true);
  });

  test('and forgets its tokens is asked for a new one', async () => {
    const person = await newShopper(server);
    await rents(person);
    moncash.world.tokens.clear();
    const other = await newShopper(server);
    expect((await rents(other)).status).toBe(200);
  });

  test('tokens are used for less than 59 seconds and not asked for each time', async () => {
    const before = moncash.requests.filter((request) => request.endsWith('/oauth/token')).length;
    for (let times = 0; times < 3; times += 1) await rents(await newShopper(server));
    const tokens = moncash.requests.filter((request) => request.endsWith('/oauth/token')).length - before;
    expect(tokens).toBeLessThan(3);
  });

  test('an order that nobody paid is looked up for 24 hours and then expires; a late payment still counts', async () => {
    const person = await newShopper(server);
    const { orderId } = (await rents(person)).body;
    await reconcile();
    expect(await person.order(orderId)).toBe('pending');
    await server.database.query(
      `update public.orders set created_at = now() - interval '25 hours' where id = $1`,
      [orderId],
    );
    await reconcile();
    expect(await person.order(orderId)).toBe('expired');
    await forgetCheck(orderId);
    await callback(`/alert?transactionId=${moncash.world.pay(pageOf(orderId))}`);
    expect(await person.order(orderId)).toBe('paid');
  });
});

test('a pass with MonCash gives the right of a subscription, and a second one extends it', async () => {
  const person = await newShopper(server);
  const buy = async () => {
    const { body } = await person.call('create-checkout', { pass: 'week', method: 'moncash' });
    await callback(`/alert?transactionId=${moncash.world.pay(pageOf(body.orderId))}`);
    return (await person.subscription()).body;
  };
  const first = await buy();
  expect(first).toMatchObject({ hasActiveSubscription: true, subscriptionType: 'pass' });
  const second = await buy();
  expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBe(7 * 86_400_000);
});

const event = fc.constantFrom('callback', 'order callback', 'page', 'schedule', 'card', 'down', 'up');

test('callbacks, checks and outages in any order end in the same books: ledger = MonCash, rights = what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(event, fc.nat(2)), { maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (events, pays) => {
        const people = await Promise.all([1, 2, 3].map(() => newShopper(server)));
        const orders: string[] = [];
        for (const person of people) orders.push((await rents(person)).body.orderId);
        const paid = orders.map((id, index) => (pays[index] ? moncash.world.pay(pageOf(id)) : undefined));
        for (const [kind, index] of events) {
          const [orderId, person] = [orders[index]!, people[index]!];
          if (kind === 'down' || kind === 'up') moncash.mode = kind;
          else if (kind === 'callback') await callback(`/alert?transactionId=${paid[index] ?? 1}`);
          else if (kind === 'order callback') await callback(`/return?orderId=${orderId}`);
          else if (kind === 'page') await person.call('check-order', { orderId });
          else if (kind === 'card') await person.call('create-checkout', { orderId, method: 'sandbox' });
          else await reconcile();
        }
        moncash.mode = 'up';
        await reconcile();
        for (const [index, orderId] of orders.entries()) {
          const books = await booksOf(orderId);
          expect(books.map((row) => row.amount_minor)).toEqual(pays[index] ? [RENT * 100] : []);
          expect(await people[index]!.canWatch()).toBe(pays[index]);
          expect(await people[index]!.order(orderId)).toBe(pays[index] ? 'paid' : 'pending');
        }
      },
    ),
    { numRuns: process.env.LONG ? 60 : 8 },
  );
}, 600_000);
