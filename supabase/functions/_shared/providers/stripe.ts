import { cancelPath, successPath } from '@lakou/contract/commerce';
import Stripe from 'stripe';
import { setting } from '../caller.ts';
import {
  type Checkout,
  checkoutEnds,
  type Fact,
  NoticeRefused,
  type Order,
  type Provider,
} from './provider.ts';
import { isMissing, stripeClient } from './stripe-client.ts';
import { factsOf, moneyBack, STRIPE_EVENTS, subscriptionFacts } from './stripe-events.ts';
import { closed, idOf, moment, paymentOf, standingOf } from './stripe-facts.ts';

const provider = 'stripe';
/** How far back Stripe remembers what it could not deliver is longer than this; we ask often. */
const MISSED_SECONDS = 3 * 86_400;

export function stripeProvider(): Provider {
  const stripe = stripeClient();
  return {
    name: provider,
    signatureHeader: 'stripe-signature',

    async start(order, buyer) {
      if (buyer.customer) {
        const known = await openSession(stripe, order, buyer.customer).catch((error: unknown) => {
          if (!isMissing(error) || (error as { param?: string }).param !== 'customer') throw error;
        });
        if (known) return known;
      }
      const customer = await newCustomer(stripe, order, buyer.email);
      return { ...(await openSession(stripe, order, customer)), customer };
    },

    async read({ body, signature }) {
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(body, signature, setting('STRIPE_WEBHOOK_SECRET'));
      } catch (error) {
        throw new NoticeRefused('the signature is not good', { cause: error });
      }
      return factsOf(event, stripe);
    },

    async lookUp({ order_id, session, subscription }) {
      if (subscription) return subscriptionFacts(subscription, stripe);
      let found: Stripe.Checkout.Session;
      try {
        found = await stripe.checkout.sessions.retrieve(session, {
          expand: ['payment_intent.latest_charge'],
        });
      } catch (error) {
        if (!isMissing(error)) throw error;
        return [{ kind: 'closed', order_id, provider, reference: session, status: 'expired' }];
      }
      const begun = idOf(found.subscription);
      if (begun) return subscriptionFacts(begun, stripe);
      if (found.status === 'expired') return closed(found, 'expired');
      const paid = paymentOf(found, paidAt(found));
      const intent = idOf(found.payment_intent);
      return paid.length > 0 && intent ? [...paid, ...(await moneyBack(intent, stripe))] : paid;
    },

    async missed() {
      const facts: Fact[] = [];
      const undelivered = stripe.events.list({
        delivery_success: false,
        types: [...STRIPE_EVENTS],
        created: { gte: Math.floor(Date.now() / 1000) - MISSED_SECONDS },
        limit: 100,
      });
      for await (const event of undelivered) facts.push(...(await factsOf(event, stripe)));
      return facts;
    },

    async refund({ reference, amount_minor, order_id }) {
      const payment_intent = reference.startsWith('in_') ? await intentOf(stripe, reference) : reference;
      await stripe.refunds.create(
        { payment_intent, amount: amount_minor },
        { idempotencyKey: `refund ${order_id} ${reference}` },
      );
      return moneyBack(payment_intent, stripe);
    },

    async abandon({ order_id, reference }) {
      try {
        await stripe.checkout.sessions.expire(reference);
      } catch (error) {
        // Paid, or over, in this very moment: then that is what counts.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return this.lookUp({ order_id, session: reference });
      }
      return [{ kind: 'closed', order_id, provider, reference, status: 'canceled' }];
    },

    async renewal({ reference, renews }) {
      const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(reference);
      // The portal names the day instead, and Stripe takes only one of the two words at a time.
      const namedDay = cancel_at !== null && !cancel_at_period_end;
      const changed = await stripe.subscriptions.update(
        reference,
        renews && namedDay ? { cancel_at: '' } : { cancel_at_period_end: !renews },
      );
      // Nothing can be newer than what was done this moment.
      return standingOf(changed, new Date().toISOString());
    },

    async end({ reference }) {
      try {
        await stripe.subscriptions.cancel(reference);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return subscriptionFacts(reference, stripe);
    },

    async portal({ customer }) {
      if (!customer) throw new Error('the member is no customer of Stripe yet');
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: await portalSettings(stripe),
        return_url: `${setting('PUBLIC_URL')}/purchases`,
      });
      return session.url;
    },
  };
}

async function newCustomer(stripe: Stripe, order: Order, email: string | undefined): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email && { email }), metadata: { user_id: order.user_id } },
    { idempotencyKey: `customer ${order.user_id} ${order.updated_at}` },
  );
  return id;
}

/** The same order gives the same words and the same key, so that two clicks open one page. */
async function openSession(stripe: Stripe, order: Order, customer: string): Promise<Checkout> {
  const home = setting('PUBLIC_URL');
  const metadata = { order_id: order.id };
  const session = await stripe.checkout.sessions.create(
    {
      customer,
      client_reference_id: order.id,
      metadata,
      success_url: home + successPath(order),
      cancel_url: home + cancelPath(order),
      expires_at: Math.floor(checkoutEnds(order).getTime() / 1000),
      ...(order.plan
        ? {
            mode: 'subscription',
            line_items: [{ price: setting(`STRIPE_PRICE_${order.plan.toUpperCase()}`), quantity: 1 }],
            subscription_data: { metadata },
          }
        : {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.amount_minor,
                  product_data: { name: order.title },
                },
              },
            ],
            payment_intent_data: { metadata },
          }),
    },
    { idempotencyKey: `checkout ${order.id} ${order.updated_at} ${customer}` },
  );
  if (!session.url) throw new Error('Stripe returned no address to pay at');
  return { reference: session.id, url: session.url, expires_at: moment(session.expires_at) };
}

function paidAt(session: Stripe.Checkout.Session): string {
  const intent = session.payment_intent;
  const charge = intent && typeof intent !== 'string' ? intent.latest_charge : null;
  return moment(charge && typeof charge !== 'string' ? charge.created : session.created);
}

async function intentOf(stripe: Stripe, invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
  const intent = idOf(data[0]?.payment.payment_intent);
  if (!intent) throw new Error(`no payment is known for the invoice ${invoice}`);
  return intent;
}

/**
 * Our own settings of the portal, made once: invoices, card, cancelling at the end of the period. Changing plans there
 * would charge other amounts than an order says.
 */
async function portalSettings(stripe: Stripe): Promise<string> {
  for await (const known of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (known.metadata?.lakou === 'portal 1') return known.id;
  }
  const made = await stripe.billingPortal.configurations.create({
    metadata: { lakou: 'portal 1' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  });
  return made.id;
}
