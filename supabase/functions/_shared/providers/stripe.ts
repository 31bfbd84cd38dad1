import { cancelPath, successPath } from '@lakou/contract/commerce/payment-item';
import Stripe from 'stripe';
import { requireSetting } from '../settings.ts';
import {
  type Checkout,
  checkoutExpiry,
  type Fact,
  type Order,
  type Provider,
  SignatureInvalid,
} from './provider.ts';
import { isMissing, stripeClient } from './stripe-client.ts';
import { factsOf, moneyReturned, STRIPE_EVENTS, subscriptionFacts } from './stripe-events.ts';
import { closed, idOf, moment, paymentOf, subscriptionStateOf } from './stripe-facts.ts';
import { listMoney } from './stripe-money.ts';

const provider = 'stripe';
/** Stripe keeps undelivered events for longer than this. */
const UNDELIVERED_SECONDS = 3 * 86_400;

export function stripeProvider(): Provider {
  const stripe = stripeClient();
  return {
    name: provider,
    currency: 'USD',
    canRenew: true,
    canRefund: true,
    signatureHeader: 'stripe-signature',

    async startCheckout(order, buyer) {
      if (buyer.customer) {
        const known = await openSession(stripe, order, buyer.customer).catch((error: unknown) => {
          if (!isMissing(error) || (error as { param?: string }).param !== 'customer') throw error;
        });
        if (known) return known;
      }
      const customer = await createCustomer(stripe, order, buyer.email);
      return { ...(await openSession(stripe, order, customer)), customer };
    },

    async readWebhook({ body, signature }) {
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          requireSetting('STRIPE_WEBHOOK_SECRET'),
        );
      } catch (error) {
        throw new SignatureInvalid('the signature is not valid', { cause: error });
      }
      return factsOf(event, stripe);
    },

    async lookUpOrder({ order_id, session, subscription }) {
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
      const subscriptionId = idOf(found.subscription);
      if (subscriptionId) return subscriptionFacts(subscriptionId, stripe);
      if (found.status === 'expired') return closed(found, 'expired');
      const paid = paymentOf(found, paymentTime(found));
      const intent = idOf(found.payment_intent);
      return paid.length > 0 && intent ? [...paid, ...(await moneyReturned(intent, stripe))] : paid;
    },

    async listUndeliveredFacts() {
      const facts: Fact[] = [];
      const undelivered = stripe.events.list({
        delivery_success: false,
        types: [...STRIPE_EVENTS],
        created: { gte: Math.floor(Date.now() / 1000) - UNDELIVERED_SECONDS },
        limit: 100,
      });
      for await (const event of undelivered) facts.push(...(await factsOf(event, stripe)));
      return facts;
    },

    listMoney: (page) => listMoney(stripe, page),

    async refund({ reference, amount_minor, order_id, requested_at = '' }) {
      const payment_intent = reference.startsWith('in_') ? await intentOf(stripe, reference) : reference;
      await stripe.refunds.create(
        { payment_intent, amount: amount_minor },
        { idempotencyKey: `refund ${order_id} ${reference} ${amount_minor} ${requested_at}` },
      );
      return moneyReturned(payment_intent, stripe);
    },

    async cancelCheckout({ order_id, reference }) {
      try {
        await stripe.checkout.sessions.expire(reference);
      } catch (error) {
        // Paid or expired in this very moment: that is what counts.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return this.lookUpOrder({ order_id, session: reference });
      }
      return [{ kind: 'closed', order_id, provider, reference, status: 'canceled' }];
    },

    async setRenewal({ reference, renews }) {
      const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(reference);
      // The portal sets a date instead, and Stripe takes only one of the two fields at a time.
      const hasEndDate = cancel_at !== null && !cancel_at_period_end;
      const changed = await stripe.subscriptions.update(
        reference,
        renews && hasEndDate ? { cancel_at: '' } : { cancel_at_period_end: !renews },
      );
      // Nothing can be newer than what was changed this moment.
      return subscriptionStateOf(changed, new Date().toISOString());
    },

    async endSubscription({ reference }) {
      try {
        await stripe.subscriptions.cancel(reference);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return subscriptionFacts(reference, stripe);
    },

    async createPortalUrl({ customer }) {
      if (!customer) throw new Error('the member is no customer of Stripe yet');
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: await portalConfiguration(stripe),
        return_url: `${requireSetting('PUBLIC_URL')}/purchases`,
      });
      return session.url;
    },
  };
}

async function createCustomer(stripe: Stripe, order: Order, email: string | undefined): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email && { email }), metadata: { user_id: order.user_id } },
    { idempotencyKey: `customer ${order.user_id} ${order.updated_at}` },
  );
  return id;
}

/** The same order gives the same parameters and idempotency key, so that two clicks open one page. */
async function openSession(stripe: Stripe, order: Order, customer: string): Promise<Checkout> {
  const origin = requireSetting('PUBLIC_URL');
  const metadata = { order_id: order.id };
  const session = await stripe.checkout.sessions.create(
    {
      customer,
      client_reference_id: order.id,
      metadata,
      success_url: origin + successPath(order),
      cancel_url: origin + cancelPath(order),
      expires_at: Math.floor(checkoutExpiry(order).getTime() / 1000),
      ...(order.plan
        ? {
            mode: 'subscription',
            line_items: [{ price: requireSetting(`STRIPE_PRICE_${order.plan.toUpperCase()}`), quantity: 1 }],
            payment_method_collection: 'always',
            subscription_data: subscriptionOf(order),
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

/** With a trial the card is asked for, and charged when it is over. */
function subscriptionOf({ id, trial_days }: Order): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  if (!trial_days) return { metadata: { order_id: id } };
  return {
    metadata: { order_id: id, trial_days },
    trial_period_days: trial_days,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  };
}

function paymentTime(session: Stripe.Checkout.Session): string {
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
 * Our own portal configuration, created once: invoices, card, cancelling at the end of the period. Changing plans there
 * would charge other amounts than the order has.
 */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  for await (const known of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (known.metadata?.lakou === 'portal 1') return known.id;
  }
  const created = await stripe.billingPortal.configurations.create({
    metadata: { lakou: 'portal 1' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  });
  return created.id;
}
