import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorMessages } from '../../../contract/src/errors.ts';
import { film, newShopper, openShop, type Shopper, traces } from '../../support/shop.ts';
import { deliver, type StripeServer, startStripe } from '../../support/stripe-server.ts';
import type { Thing } from '../../support/stripe-world.ts';
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
const tell = async (...events: Thing[]) => {
  for (const event of events) expect((await deliver(server.url, event)).status, event.type).toBe(200);
};
const reconcile = async (body: Record<string, unknown> = {}) => {
  await server.database.query(`update private.checkouts set next_check_at = now()`);
  const { data, error } = await server.as('service').functions.invoke('reconcile-payments', { body });
  expect(error).toBeNull();
  return data as { requested: number; failed: number };
};

describe('a film, bought with Stripe', () => {
  test('has one checkout for two clicks, at the database’s price, for the buyer’s own customer', async () => {
    const person = await newShopper(server);
    const [first, second] = await Promise.all([person.buys(), person.buys({ price: 5 })]);
    expect(first).toEqual(second);
    expect(first.status).toBe(200);
    const { url, orderId } = first.body;
    const session = stripe.world.get(idIn(url));
    expect(session).toMatchObject({
      mode: 'payment',
      amount_total: 1299,
      client_reference_id: orderId,
      success_url: `${server.url}/payment-success?id=${film}&mediaType=movie&type=purchase&order=${orderId}`,
      cancel_url: `${server.url}/payment?order=${orderId}`,
      metadata: { order_id: orderId },
    });
    expect(stripe.world.get(session.customer)).toMatchObject({ metadata: { user_id: person.id } });
    expect((await person.buys({ type: 'rental' })).body.orderId).not.toBe(orderId);
    const customers = stripe.world.all('customer').filter(({ metadata }) => metadata.user_id === person.id);
    expect(customers).toHaveLength(1);
  });

  test('belongs to the buyer after the webhook, once, however often it is delivered; a refund ends it', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    const session = idIn(body.url);
    expect(await person.canWatch()).toBe(false);
    const [paid] = stripe.world.pay(session);
    await Promise.all([1, 2, 3].map(() => tell(paid!)));
    expect(await person.canWatch()).toBe(true);
    const { data: receipts } = await person.client.rpc('my_payments');
    expect(receipts).toMatchObject([
      { kind: 'payment', amount_minor: 1299, currency: 'USD', order_id: body.orderId },
    ]);
    expect(await person.buys()).toMatchObject({ status: 409, body: { error: 'already_owned' } });
    const intent = stripe.world.intentOf(session);
    await tell(...stripe.world.refund(intent, 300));
    expect(await person.canWatch(), 'a part').toBe(true);
    await tell(...stripe.world.refund(intent, 999).reverse());
    expect(await person.canWatch(), 'the rest').toBe(false);
    expect(await person.order(body.orderId)).toBe('refunded');
  });

  test('is lost by a dispute and restored when it is won, though the webhooks are out of order', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys({ type: 'rental' });
    const session = idIn(body.url);
    const [paid] = stripe.world.pay(session);
    const intent = stripe.world.intentOf(session);
    const [disputed] = stripe.world.dispute(intent);
    await tell(disputed!, paid!);
    expect([await person.canWatch(), await person.order(body.orderId)]).toEqual([false, 'disputed']);
    await tell(...stripe.world.closeDispute(intent, 'won'), disputed!);
    expect([await person.canWatch(), await person.order(body.orderId)]).toEqual([true, 'paid']);
  });

  test('whose webhook is lost is found by the waiting page and by the scheduled reconciliation', async () => {
    for (const ask of ['page', 'clock'] as const) {
      const person = await newShopper(server);
      const { body } = await person.buys();
      stripe.world.pay(idIn(body.url));
      if (ask === 'page') {
        const checked = await person.call('check-order', { orderId: body.orderId });
        expect(checked).toEqual({ status: 200, body: { orderId: body.orderId, status: 'paid' } });
      } else expect((await reconcile()).failed).toBe(0);
      expect(await person.canWatch(), ask).toBe(true);
    }
  });

  test('that was never paid expires; a refund whose webhook is lost is found as well', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    stripe.world.expire(idIn(body.url));
    await reconcile();
    expect(await person.order(body.orderId)).toBe('expired');
    const again = await person.call('create-checkout', { orderId: body.orderId });
    expect(again.body.orderId).not.toBe(body.orderId);
    await tell(...stripe.world.pay(idIn(again.body.url)));
    stripe.world.refund(stripe.world.intentOf(idIn(again.body.url)));
    expect(await person.canWatch()).toBe(true);
    await reconcile({ missed: true });
    expect(await person.canWatch()).toBe(false);
  });
});

describe('what costs less than 50 cents', () => {
  test('is not paid with a card: Stripe is not asked, and other methods take it', async () => {
    const person = await newShopper(server);
    const before = stripe.requests.length;
    expect(await person.call('create-checkout', { pass: 'day', method: 'stripe' })).toMatchObject({
      status: 409,
      body: { error: 'card_amount_small' },
    });
    expect(stripe.requests.length).toBe(before);
    const { status, body } = await person.call('create-checkout', { pass: 'day', method: 'sandbox' });
    expect([status, new URL(body.url).pathname]).toEqual([200, expect.stringContaining('/sandbox-pay/')]);
    expect(await person.call('create-checkout', { pass: 'week', method: 'stripe' })).toMatchObject({
      status: 200,
    });
  });
});

describe('a film that is deleted while somebody is paying for it', () => {
  /** A title of its own, since the film of the other tests has buyers. */
  async function newFilm(): Promise<string> {
    const { data, error } = await server
      .as('service')
      .from('movies')
      .insert({ title: 'Pwovizwa', published: true, is_purchasable: true, purchase_price: 3 })
      .select('id')
      .single();
    if (error) throw error;
    return data.id;
  }
  const deleteFilm = async (id: string) =>
    expect((await server.as('service').from('movies').delete().eq('id', id)).error).toBeNull();

  test('cannot be paid for any more', async () => {
    const person = await newShopper(server);
    const id = await newFilm();
    const { body } = await person.buys({ id });
    await deleteFilm(id);
    expect(await person.order(body.orderId)).toBe('canceled');
    expect((await reconcile()).failed).toBe(0);
    expect(stripe.world.get(idIn(body.url)).status).toBe('expired');
    expect(await person.call('create-checkout', { orderId: body.orderId })).toMatchObject({ status: 404 });
  });

  test.each(['webhook', 'clock'] as const)(
    'is refunded when the money has arrived, told by %s',
    async (by) => {
      const person = await newShopper(server);
      const id = await newFilm();
      const { body } = await person.buys({ id });
      await deleteFilm(id);
      const events = stripe.world.pay(idIn(body.url));
      if (by === 'webhook') await tell(...events);
      for (const _ of [1, 2]) expect((await reconcile()).failed).toBe(0);
      expect(await person.order(body.orderId)).toBe('refunded');
      const { data: bookings } = await person.client.rpc('my_payments');
      expect(bookings?.map(({ kind, amount_minor }) => [kind, amount_minor]).toSorted()).toEqual([
        ['payment', 300],
        ['refund', -300],
      ]);
      expect(
        stripe.world
          .all('refund')
          .filter(({ payment_intent }) => payment_intent === stripe.world.intentOf(idIn(body.url))),
      ).toHaveLength(1);
    },
  );
});

describe('a subscription with Stripe', () => {
  async function subscribe(person: Shopper, plan: 'monthly' | 'yearly' = 'monthly') {
    const { status, body } = await person.call('create-checkout', { priceId: plan, plan });
    expect(status).toBe(200);
    return { session: idIn(body.url), orderId: body.orderId as string };
  }
  const stateOf = async (person: Shopper) =>
    (await person.client.from('subscriptions').select('*').maybeSingle()).data;

  test.each(['monthly', 'yearly'] as const)(
    '%s: paid, renewed, cancelled at the end of the period',
    async (plan) => {
      const person = await newShopper(server);
      const { session, orderId } = await subscribe(person, plan);
      const order = stripe.world.get(session);
      expect(order.requested.line_items).toEqual([
        { price: plan === 'monthly' ? 'price_month' : 'price_year', quantity: '1' },
      ]);
      expect(order.success_url).toBe(`${server.url}/payment-success?order=${orderId}`);
      expect((await person.subscription()).body.hasActiveSubscription).toBe(false);
      await tell(...stripe.world.pay(session).reverse());
      const { body } = await person.subscription();
      expect(body).toMatchObject({ hasActiveSubscription: true, subscriptionType: plan });
      const subscription = stripe.world.get(session).subscription;
      const ends = () => stripe.world.get(subscription).items.data[0].current_period_end * 1000;
      expect(Date.parse(body.expiresAt)).toBe(ends());
      const twice = await person.call('create-checkout', { priceId: 'monthly', plan: 'monthly' });
      expect(twice).toMatchObject({
        status: 409,
        body: { error: 'already_subscribed', message: 'You already have an active subscription!' },
      });
      await tell(...stripe.world.renew(subscription).reverse());
      expect(Date.parse((await person.subscription()).body.expiresAt)).toBe(ends());
      const portal = await person.call('customer-portal');
      expect(portal.body.url).toBe(`https://billing.stripe.test/${order.customer}`);
      for (const renews of [false, true]) {
        expect((await person.call('change-subscription', { renews })).body).toEqual({ renews });
        expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: !renews });
      }
      // Stripe's timestamps are whole seconds, and an older event would not replace a newer state.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      // The portal sets a date instead; resuming clears that too.
      await tell(...stripe.world.change(subscription, { cancel_at: ends() / 1000 }));
      expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: true });
      await person.call('change-subscription', { renews: true });
      expect(stripe.world.get(subscription).cancel_at).toBeNull();
      expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: false });
      await tell(...stripe.world.end(subscription));
      expect((await person.subscription()).body.hasActiveSubscription).toBe(false);
      expect(await stateOf(person)).toMatchObject({ status: 'canceled' });
    },
  );

  test('whose renewal fails is past due, gives no access, and is active again once paid', async () => {
    const person = await newShopper(server);
    const { session } = await subscribe(person);
    await tell(...stripe.world.pay(session));
    const subscription = stripe.world.get(session).subscription;
    await tell(...stripe.world.failRenewal(subscription).reverse());
    expect(await stateOf(person)).toMatchObject({ status: 'past_due' });
    expect(await person.canWatch()).toBe(false);
    stripe.world.get(subscription).items.data[0].current_period_end -= 30 * 86_400;
    await tell(...stripe.world.renew(subscription));
    expect(await stateOf(person)).toMatchObject({ status: 'active' });
    expect(await person.canWatch()).toBe(true);
  });

  test('ends when its payment is refunded, and continues when only an older one is', async () => {
    const person = await newShopper(server);
    const { session, orderId } = await subscribe(person);
    await tell(...stripe.world.pay(session));
    const subscription = stripe.world.get(session).subscription;
    const first = stripe.world.intentOf(subscription);
    await tell(...stripe.world.renew(subscription));
    await tell(...stripe.world.refund(first));
    expect(await person.canWatch()).toBe(true);
    await tell(...stripe.world.refund(stripe.world.intentOf(subscription)));
    expect(await person.canWatch()).toBe(false);
    const { data: bookings } = await person.client
      .from('ledger')
      .select('amount_minor')
      .eq('order_id', orderId);
    expect(bookings?.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(0);
  });

  test('a checkout for another plan closes the first; a lost webhook is found; a deleted account is not charged', async () => {
    const person = await newShopper(server);
    const [monthly, yearly] = [await subscribe(person), await subscribe(person, 'yearly')];
    expect(stripe.world.get(monthly.session).status).toBe('expired');
    expect(await person.order(monthly.orderId)).toBe('canceled');
    stripe.world.pay(yearly.session);
    await reconcile();
    expect((await person.subscription()).body.subscriptionType).toBe('yearly');
    await server.database.query('delete from auth.users where id = $1', [person.id]);
    await reconcile();
    expect(stripe.world.get(stripe.world.get(yearly.session).subscription).status).toBe('canceled');
  });
});

describe('a webhook is refused without effect', () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[what: string, how: Parameters<typeof deliver>[2]]>([
    ['signed by somebody else', { secret: 'whsec_forged' }],
    ['signed an hour ago, and kept', { timestamp: now() - 3600 }],
    ['changed on its way', { body: '{"type":"checkout.session.completed"}' }],
  ])('%s', async (_what, how) => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    const before = await traces(server);
    const [paid] = stripe.world.pay(idIn(body.url));
    const answer = await deliver(server.url, paid!, how);
    expect(answer.status).toBe(400);
    expect(await traces(server)).toEqual(before);
  });

  test('not signed at all, or with the sandbox’s header', async () => {
    const before = await traces(server);
    const url = `${server.url}/functions/v1/payment-webhook`;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    for (const header of ['stripe-signature', 'sandbox-signature']) {
      expect(
        (await fetch(url, { method: 'POST', body: '{}', headers: { [header]: 't=1,v1=00' } })).status,
      ).toBe(400);
    }
    expect(await traces(server)).toEqual(before);
  });

  test('a webhook about foreign objects is accepted and ignored; one about an unknown order is to be retried', async () => {
    const before = await traces(server);
    const person = await newShopper(server);
    const { body } = await person.buys();
    const [paid] = stripe.world.pay(idIn(body.url));
    const foreign = structuredClone(paid!);
    foreign.data.object.metadata = {};
    await tell(foreign, { ...paid!, type: 'customer.created' }, { ...paid!, type: 'something.new' });
    const lost = structuredClone(paid!);
    lost.data.object.metadata.order_id = '99999999-9999-4999-8999-999999999999';
    expect((await deliver(server.url, lost)).status).toBe(404);
    expect(await traces(server)).toEqual(before);
  });

  test('a payment of less than the price is recorded and gives no access', async () => {
    const person = await newShopper(server);
    const { body } = await person.buys();
    const [paid] = stripe.world.pay(idIn(body.url));
    paid!.data.object.amount_total = 1;
    await tell(paid!);
    expect([await person.canWatch(), await person.order(body.orderId)]).toEqual([false, 'failed']);
  });
});

test('a buyer whom Stripe does not know any more becomes a new customer', async () => {
  const person = await newShopper(server);
  const first = stripe.world.get(idIn((await person.buys()).body.url));
  stripe.world.things.delete(first.customer);
  const { status, body } = await person.buys({ type: 'rental' });
  expect(status).toBe(200);
  expect(stripe.world.get(stripe.world.get(idIn(body.url)).customer).metadata.user_id).toBe(person.id);
});

test('when Stripe is down the buyer gets an error, and nothing is lost', async () => {
  const person = await newShopper(server);
  stripe.broken = true;
  const [film, plan] = [
    await person.buys(),
    await person.call('create-checkout', { priceId: 'monthly', plan: 'monthly' }),
  ];
  stripe.broken = false;
  expect(film).toEqual({
    status: 502,
    body: {
      error: 'payment_failed',
      message: errorMessages.en.payment_failed,
    },
  });
  expect(plan).toMatchObject({
    status: 502,
    body: { error: 'checkout_failed', message: 'Failed to create checkout session' },
  });
  expect((await person.buys()).status).toBe(200);
});
