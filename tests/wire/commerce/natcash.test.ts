import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { type NatcashServer, type Nesting, startNatcash } from '../../support/natcash-server.ts';
import { film, newShopper, openShop, type Shopper, traces } from '../../support/shop.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import type { TestServer } from '../../support/test-server.ts';

let natcash: NatcashServer;
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  natcash = await startNatcash();
  database = await openTestDatabase();
  server = await openShop(natcash.settings, database);
});
afterAll(async () => {
  await server.close();
  await database.close();
  await natcash.close();
});
afterEach(() => {
  Object.assign(natcash, { mode: 'up', nesting: 'data', transactionField: 'transId', asText: false });
  natcash.beforeAnswer = () => {};
});

/** 4.49 dollars at the demo's rate of 131.25: 589.3 gourdes, rounded up. */
const RENT = 590;
const LOOK_UP = 'merchant/checkTransaction';
const rents = (person: Shopper) => person.buys({ type: 'rental', method: 'natcash' });
const rented = async () => {
  const person = await newShopper(server);
  const { status, body } = await rents(person);
  expect(status).toBe(200);
  return { person, orderId: body.orderId as string, url: body.url as string };
};
const sent = (query: string, init: RequestInit = {}) =>
  fetch(`${server.url}/functions/v1/natcash-callback${query}`, { redirect: 'manual', ...init });
/** As NatCash sends it, signed. */
const callback = (orderId: string, code?: number) => sent(natcash.callback(orderId, code));
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };
const lookUps = () => natcash.requests.filter((request) => request === LOOK_UP).length;
/** Until nothing is due any more: a call takes ten orders. */
const reconcile = async () => {
  await database.query(`update private.checkouts set next_check_at = now() where next_check_at is not null`);
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
  database.query<{ reason: string; order_id: string | null }>(
    `select reason, order_id from public.payment_alerts where provider = 'natcash' and reference = $1 order by id`,
    [reference],
  );
const booksOf = (orderId: string) =>
  database.query<{ kind: string; amount_minor: number; currency: string; problem: string | null }>(
    'select kind, amount_minor::integer, currency, problem from public.ledger where order_id = $1 order by id',
    [orderId],
  );
/** Also after a restart, which the clients of people do not survive. */
const statusOf = async (orderId: string) =>
  (await database.query<{ status: string }>('select status from public.orders where id = $1', [orderId]))[0]
    ?.status;
const PAID = [{ kind: 'payment', amount_minor: RENT * 100, currency: 'HTG', problem: null }];

describe('a rental with NatCash', () => {
  test('is an order in whole gourdes before NatCash is asked; one page for two clicks, for as long as NatCash says', async () => {
    const person = await newShopper(server);
    const [first, second] = await Promise.all([rents(person), rents(person)]);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    const { orderId, url } = first.body;
    expect(natcash.pages.get(orderId)).toMatchObject({
      amount: RENT,
      url,
      callbackUrl: `${server.url}/functions/v1/natcash-callback`,
    });
    const [order] = await database.query(
      `select o.currency, o.price_minor, o.exchange_rate::float, o.provider,
        c.expires_at < now() + interval '6 minutes' as five_minutes
        from public.orders o join private.checkouts c on c.order_id = o.id where o.id = $1`,
      [orderId],
    );
    expect(order).toEqual({
      currency: 'HTG',
      price_minor: 449,
      exchange_rate: 131.25,
      provider: 'natcash',
      five_minutes: true,
    });
  });

  test.each<[Nesting, Partial<NatcashServer>]>([
    ['flat', {}],
    ['data', { asText: true }],
    ['data.data', { transactionField: 'transactionId' }],
  ])('is booked by a callback when answers come as %s', async (nesting, form) => {
    Object.assign(natcash, { nesting, ...form });
    const { person, orderId } = await rented();
    const transId = natcash.pay(orderId);
    expect(await person.canWatch()).toBe(false);
    expect((await callback(orderId)).status).toBe(200);
    expect(await person.canWatch()).toBe(true);
    expect(await booksOf(orderId)).toEqual(PAID);
    expect(await alertsOf(transId)).toEqual([]);
  });

  test('is found by the number that paid, where NatCash says it; not by the number that was paid', async () => {
    const { orderId } = await rented();
    natcash.pay(orderId, { fromPhone: '+509 4100-5678' });
    expect((await callback(orderId)).status).toBe(200);
    const found = async (search: string) => {
      const { data, error } = await server.as('admin').rpc('admin_payments', { search });
      expect(error).toBeNull();
      return data?.map(({ id, phone }) => ({ id, phone }));
    };
    expect(await found('41005678')).toEqual([{ id: orderId, phone: '50941005678' }]);
    expect(await found('50940001234')).toEqual([]);
  });

  test('that was not paid gives nothing, whatever a signed callback says', async () => {
    const { person, orderId } = await rented();
    for (const code of [1, -1, -3]) expect((await callback(orderId, code)).status, String(code)).toBe(200);
    expect(await person.order(orderId)).toBe('pending');
    expect(await booksOf(orderId)).toEqual([]);
    natcash.pay(orderId);
    // Paid after all: the code of the callback counts as little.
    expect((await callback(orderId, -1)).status).toBe(200);
    expect(await person.order(orderId)).toBe('paid');
  });

  test('leads the returning browser to the result of its order, also when NatCash is down', async () => {
    const { person, orderId } = await rented();
    natcash.pay(orderId);
    const result = `${server.url}/payment-success?id=${film}&mediaType=movie&type=rental&order=${orderId}`;
    natcash.mode = 'down';
    const blind = await sent(natcash.callback(orderId), asBrowser);
    expect([blind.status, blind.headers.get('location')]).toEqual([303, result]);
    expect(await person.canWatch()).toBe(false);
    natcash.mode = 'up';
    const back = await sent(natcash.callback(orderId), asBrowser);
    expect([back.status, back.headers.get('location')]).toEqual([303, result]);
    expect(await person.canWatch()).toBe(true);
  });

  test('is booked once by fifty callbacks at once, with few questions to NatCash', async () => {
    const { person, orderId } = await rented();
    natcash.pay(orderId);
    const before = lookUps();
    const answers = await Promise.all(Array.from({ length: 50 }, () => callback(orderId)));
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 429]))).toBe(true);
    expect(await booksOf(orderId)).toEqual(PAID);
    expect(await person.canWatch()).toBe(true);
    // Ten per order and minute.
    expect(lookUps() - before).toBeLessThan(50);
  });

  test('of which no callback arrives is found by the waiting page and by the schedule', async () => {
    for (const way of ['page', 'schedule'] as const) {
      const { person, orderId } = await rented();
      natcash.pay(orderId);
      if (way === 'page') {
        expect((await person.call('check-order', { orderId })).body.status).toBe('paid');
      } else await reconcile();
      expect(await person.canWatch(), way).toBe(true);
    }
  });

  test('whose callback arrives before NatCash’s answer to us is booked all the same', async () => {
    const person = await newShopper(server);
    let early: Response | undefined;
    natcash.beforeAnswer = async (request) => {
      if (request !== 'credential') return;
      natcash.beforeAnswer = () => {};
      const orderId = [...natcash.pages.keys()].at(-1)!;
      natcash.pay(orderId);
      early = await callback(orderId);
    };
    const { status, body } = await rents(person);
    expect([status, early?.status]).toEqual([200, 200]);
    expect(await person.order(body.orderId)).toBe('paid');
    expect(await booksOf(body.orderId)).toEqual(PAID);
  });

  test('does not depend on a process: another one takes the callback, and books it once', async () => {
    const { person, orderId } = await rented();
    natcash.pay(orderId);
    await server.close();
    server = await openShop(natcash.settings, database);
    expect((await callback(orderId)).status).toBe(200);
    await reconcile();
    expect(await booksOf(orderId)).toEqual(PAID);
    const [right] = await database.query<{ order_id: string }>(
      'select order_id from public.user_purchases where user_id = $1',
      [person.id],
    );
    expect(right?.order_id).toBe(orderId);
  });

  test('is looked up for 24 hours and then expires; a late payment still counts', async () => {
    const { person, orderId } = await rented();
    await reconcile();
    expect(await person.order(orderId)).toBe('pending');
    await database.query(`update public.orders set created_at = now() - interval '25 hours' where id = $1`, [
      orderId,
    ]);
    await reconcile();
    expect(await person.order(orderId)).toBe('expired');
    natcash.pay(orderId);
    await callback(orderId);
    expect(await person.order(orderId)).toBe('paid');
  });

  test('and one with MonCash are two orders: changing the wallet loses no payment', async () => {
    const { person, orderId } = await rented();
    const other = (await person.call('create-checkout', { orderId, method: 'moncash' })).body;
    expect(other.orderId).not.toBe(orderId);
    natcash.pay(orderId);
    await callback(orderId);
    expect([await person.order(orderId), await person.order(other.orderId)]).toEqual(['paid', 'pending']);
  });
});

describe('what does not fit', () => {
  test.each([
    ['less than the price', { amount: RENT - 1 }, 'failed', 'amount_short'],
    ['another order', { orderNumber: randomUUID() }, 'pending', 'reference_wrong'],
    ['a code that nobody knows', { responseCode: 5 }, 'pending', 'not_successful'],
  ])('%s gives nothing and is shown', async (_what, fields, status, reason) => {
    const { person, orderId } = await rented();
    const transId = natcash.pay(orderId, fields);
    for (let times = 0; times < 2; times += 1) expect((await callback(orderId)).status).toBe(200);
    await reconcile();
    expect(await person.canWatch()).toBe(false);
    expect(await person.order(orderId)).toBe(status);
    expect(await alertsOf(transId)).toEqual([{ reason, order_id: orderId }]);
  });

  test('more than the price is booked as paid and shown', async () => {
    const { person, orderId } = await rented();
    const transId = natcash.pay(orderId, { amount: RENT + 10 });
    await callback(orderId);
    expect(await person.canWatch()).toBe(true);
    expect(await booksOf(orderId)).toMatchObject([{ amount_minor: (RENT + 10) * 100 }]);
    expect(await alertsOf(transId)).toMatchObject([{ reason: 'amount_over' }]);
  });

  test('a callback whose signature is wrong is refused and makes us ask nothing', async () => {
    const { person, orderId } = await rented();
    natcash.pay(orderId);
    const other = await rented();
    const before = lookUps();
    const signed = new URLSearchParams(natcash.callback(orderId));
    const changed = (fields: Record<string, string>) =>
      `?${new URLSearchParams({ ...Object.fromEntries(signed), ...fields })}`;
    const signature = signed.get('signature')!;
    for (const query of [
      '',
      `?orderNumber=${orderId}&code=1`,
      changed({ signature: '' }),
      changed({ signature: 'x' }),
      changed({ signature: signature.slice(0, -2) }),
      changed({ signature: `${signature}00` }),
      changed({ signature: signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
      changed({ code: '-1' }),
      changed({ code: '11' }),
      changed({ orderNumber: other.orderId }),
    ]) {
      const answer = await sent(query);
      expect(answer.status, query).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'signature_invalid' });
    }
    const browser = await sent(changed({ code: '-1' }), asBrowser);
    expect(browser.status).toBe(303);
    expect(lookUps()).toBe(before);
    expect(await person.order(orderId)).toBe('pending');
    // None of them used up what an order can be asked for.
    expect((await callback(orderId)).status).toBe(200);
    expect(await person.order(orderId)).toBe('paid');
  });

  test('a payment for an order that is not NatCash’s here books nothing and is shown; unpaid ones are 404', async () => {
    const before = await traces(server);
    const person = await newShopper(server);
    const { orderId: card } = (await person.buys({ type: 'rental', method: 'sandbox' })).body;
    for (const [orderId, shown] of [
      [randomUUID(), null],
      ['another-shop-7', null],
      [card, card],
    ]) {
      expect((await callback(orderId)).status, orderId).toBe(404);
      natcash.createPage(orderId, 100);
      const transId = natcash.pay(orderId);
      expect((await callback(orderId)).status, orderId).toBe(404);
      expect(await alertsOf(transId)).toEqual([{ reason: 'order_unknown', order_id: shown }]);
    }
    expect(await traces(server)).toEqual(before);
  });

  test('another person’s order cannot be paid for, looked up or taken over', async () => {
    const { person: owner, orderId } = await rented();
    const stranger = await newShopper(server);
    expect(await stranger.call('create-checkout', { orderId, method: 'natcash' })).toMatchObject({
      status: 404,
    });
    expect(await stranger.call('check-order', { orderId })).toMatchObject({ status: 404 });
    natcash.pay(orderId);
    await callback(orderId);
    expect([await owner.canWatch(), await stranger.canWatch()]).toEqual([true, false]);
  });

  test('NatCash is not offered for a plan that renews', async () => {
    const person = await newShopper(server);
    const order = await person.client.rpc('create_subscription_order', { plan: 'yearly' });
    expect(
      await person.call('create-checkout', { orderId: order.data?.id, method: 'natcash' }),
    ).toMatchObject({ status: 409, body: { error: 'payment_method_unavailable' } });
  });
});

describe('a NatCash that fails', () => {
  test('or is down says so, loses nothing, and is asked again until it answers', async () => {
    const person = await newShopper(server);
    natcash.mode = 'down';
    expect(await rents(person)).toMatchObject({ status: 502, body: { error: 'payment_failed' } });
    natcash.mode = 'up';
    const { orderId } = (await rents(person)).body;
    natcash.pay(orderId);
    natcash.mode = 'down';
    expect((await callback(orderId)).status).toBe(500);
    expect((await reconcile()).failed).toBeGreaterThan(0);
    expect(await person.order(orderId)).toBe('pending');
    natcash.mode = 'up';
    await reconcile();
    expect(await person.order(orderId)).toBe('paid');
  });

  test.each(['silent', 'slow'] as const)(
    'or is %s after opening the page leaves an order that is looked up',
    async (mode) => {
      const person = await newShopper(server);
      natcash.mode = mode;
      expect((await rents(person)).status).toBe(502);
      natcash.mode = 'up';
      natcash.pay([...natcash.pages.keys()].at(-1)!);
      await reconcile();
      expect(await person.canWatch()).toBe(true);
    },
  );

  test('or does not accept us lets no order expire', async () => {
    const { orderId } = await rented();
    natcash.pay(orderId);
    await server.close();
    server = await openShop({ ...natcash.settings, NATCASH_PRIVATE_KEY: 'another-key' }, database);
    await database.query(`update public.orders set created_at = now() - interval '25 hours' where id = $1`, [
      orderId,
    ]);
    expect((await reconcile()).failed).toBeGreaterThan(0);
    expect(await rents(await newShopper(server))).toMatchObject({ status: 502 });
    expect(await statusOf(orderId)).toBe('pending');
    await server.close();
    server = await openShop(natcash.settings, database);
    await reconcile();
    expect(await statusOf(orderId)).toBe('paid');
  });
});

describe('the settings', () => {
  const methodsOf = async (shop: TestServer) =>
    ((await (await fetch(`${shop.url}/config.json`)).json()) as { paymentMethods: string[] }).paymentMethods;

  test('turn NatCash on; without them it is nowhere', async () => {
    expect(await methodsOf(server)).toEqual(['sandbox', 'moncash', 'natcash']);
    const { orderId } = await rented();
    natcash.pay(orderId);
    await server.close();
    server = await openShop({}, database);
    expect(await methodsOf(server)).toEqual(['sandbox', 'moncash']);
    const before = natcash.requests.length;
    expect(await rents(await newShopper(server))).toMatchObject({
      status: 409,
      body: { error: 'payment_method_unavailable' },
    });
    expect((await callback(orderId)).status).toBe(404);
    expect(natcash.requests).toHaveLength(before);
    await server.close();
    server = await openShop(natcash.settings, database);
  });

  test('belong together: the start is refused, and says which are missing', () => {
    const { NATCASH_URL: _url, ...together } = natcash.settings;
    expect(readConfig(natcash.settings).natcash?.url).toBe(`${natcash.url}/api/online-payment`);
    expect(readConfig({ NATCASH_URL: natcash.url }).natcash).toBeUndefined();
    for (const name of Object.keys(together)) {
      expect(() => readConfig({ ...together, [name]: '' }), name).toThrow(`Not set: ${name}.`);
      const missing = Object.keys(together).filter((other) => other !== name);
      expect(() => readConfig({ [name]: together[name] }), name).toThrow(`Not set: ${missing.join(', ')}.`);
    }
  });
});

const event = fc.constantFrom('callback', 'failed callback', 'page', 'schedule', 'moncash', 'down', 'up');

test('callbacks, checks and outages in any order end in the same books: ledger = NatCash, rights = what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(event, fc.nat(2)), { maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (events, pays) => {
        const shoppers = [await rented(), await rented(), await rented()];
        for (const [index, { orderId }] of shoppers.entries()) if (pays[index]) natcash.pay(orderId);
        for (const [kind, index] of events) {
          const { person, orderId } = shoppers[index]!;
          if (kind === 'down' || kind === 'up') natcash.mode = kind;
          else if (kind === 'callback') await callback(orderId);
          else if (kind === 'failed callback') await callback(orderId, -1);
          else if (kind === 'page') await person.call('check-order', { orderId });
          else if (kind === 'moncash') await person.call('create-checkout', { orderId, method: 'moncash' });
          else await reconcile();
        }
        natcash.mode = 'up';
        await reconcile();
        for (const [index, { person, orderId }] of shoppers.entries()) {
          expect(await booksOf(orderId)).toEqual(pays[index] ? PAID : []);
          expect(await person.canWatch()).toBe(pays[index]);
          expect(await person.order(orderId)).toBe(pays[index] ? 'paid' : 'pending');
        }
      },
    ),
    { numRuns: process.env.LONG ? 60 : 8 },
  );
}, 600_000);
