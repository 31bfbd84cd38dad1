import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newShopper, openShop, type Shopper } from '../../support/shop.ts';
import { deliver, type StripeServer, startStripe } from '../../support/stripe-server.ts';
import type { TestServer } from '../../support/test-server.ts';

const plan = { priceId: 'monthly', plan: 'monthly' };
const idIn = (url: string): string => url.split('/').at(-1) ?? '';
const entriesOf = async (person: Shopper) =>
  ((await person.client.rpc('my_payments')).data ?? [])
    .filter(({ kind }) => kind === 'payment')
    .map(({ amount_minor }) => Number(amount_minor))
    .toSorted((a, b) => a - b);
const offerTrial = async (server: TestServer, days: number) => {
  const { error } = await server.as('admin').rpc('set_trial_days', { plan: 'monthly', days });
  if (error) throw new Error(error.message);
};

describe('with Stripe', () => {
  let stripe: StripeServer;
  let server: TestServer;
  beforeAll(async () => {
    stripe = await startStripe();
    server = await openShop(stripe.settings);
    await offerTrial(server, 14);
  });
  afterAll(async () => {
    await server.close();
    await stripe.close();
  });
  const tell = async (events: object[]) => {
    for (const event of events) await deliver(server.url, event as never);
  };

  test('a trial asks for the card, charges nothing, then renews at the full price', async () => {
    const person = await newShopper(server);
    const { body } = await person.call('create-checkout', plan);
    const session = stripe.world.get(idIn(body.url));
    expect(session.requested).toMatchObject({
      mode: 'subscription',
      payment_method_collection: 'always',
      subscription_data: { trial_period_days: '14', metadata: { order_id: body.orderId, trial_days: '14' } },
    });
    await tell(stripe.world.pay(session.id));
    expect([await person.order(body.orderId), await entriesOf(person)]).toEqual(['paid', [0]]);
    expect((await person.subscription()).body.hasActiveSubscription).toBe(true);
    await tell(stripe.world.renew(session.subscription));
    expect(await entriesOf(person)).toEqual([0, 399]);
    const { data: alerts } = await server
      .as('admin')
      .from('payment_alerts')
      .select('reason')
      .eq('order_id', body.orderId);
    expect(alerts).toEqual([]);
    // The same facts once more, as the reconciliation of the day reads them.
    expect((await person.call('check-order', { orderId: body.orderId })).body.status).toBe('paid');
    expect(await entriesOf(person)).toEqual([0, 399]);
  });

  test('a trial that was had is not offered again', async () => {
    const person = await newShopper(server);
    const first = await person.call('create-checkout', plan);
    const session = stripe.world.get(idIn(first.body.url));
    await tell(stripe.world.pay(session.id));
    await tell(stripe.world.end(session.subscription));
    expect((await person.subscription()).body.hasActiveSubscription).toBe(false);
    expect((await person.client.rpc('my_trials')).data).toEqual([]);
    const second = await person.call('create-checkout', plan);
    const { requested } = stripe.world.get(idIn(second.body.url));
    expect(requested.subscription_data).toEqual({ metadata: { order_id: second.body.orderId } });
  });

  test('a charge that fails at the end of a trial leaves it overdue', async () => {
    const person = await newShopper(server);
    const { body } = await person.call('create-checkout', plan);
    const session = stripe.world.get(idIn(body.url));
    await tell(stripe.world.pay(session.id));
    await tell(stripe.world.failRenewal(session.subscription));
    const { data } = await person.client.from('subscriptions').select('status');
    expect(data).toEqual([{ status: 'past_due' }]);
  });
});

describe('in the sandbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openShop();
    await offerTrial(server, 7);
  });
  afterAll(() => server.close());
  const press = async (url: string, action: string) => {
    const body = new URLSearchParams({ action, webhook: 'before' });
    await fetch(url, { method: 'POST', body, redirect: 'manual' });
  };

  test('a trial begins, renews and cannot be refunded', async () => {
    const person = await newShopper(server);
    const { body } = await person.call('create-checkout', plan);
    expect(await (await fetch(body.url)).text()).toContain('Pay nothing for 7 days, then $3.99');
    await press(body.url, 'pay');
    expect((await person.subscription()).body.hasActiveSubscription).toBe(true);
    expect(await (await fetch(body.url)).text()).not.toContain('Refund the last payment');
    await press(body.url, 'refund');
    await press(body.url, 'renew');
    expect(await entriesOf(person)).toEqual([0, 399]);
  });
});
