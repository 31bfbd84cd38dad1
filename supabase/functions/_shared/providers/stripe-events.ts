import type Stripe from 'stripe';
import type { Fact } from './provider.ts';
import {
  type About,
  closed,
  disputeOf,
  idOf,
  invoiceFailed,
  invoicePaid,
  moment,
  orderOn,
  paymentOf,
  refundOf,
  subscriptionStateOf,
} from './stripe-facts.ts';

/** The events to choose for the webhook at Stripe. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/** Events without an order of ours give no facts. */
export async function factsOf(event: Stripe.Event, stripe: Stripe): Promise<Fact[]> {
  const as_of = moment(event.created);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const subscription = idOf(session.subscription);
      if (!orderOn(session.metadata)) return [];
      return subscription ? subscriptionFacts(subscription, stripe) : paymentOf(session, as_of);
    }
    case 'checkout.session.expired':
      return closed(event.data.object, 'expired');
    case 'checkout.session.async_payment_failed':
      return closed(event.data.object, 'failed');
    case 'invoice.paid':
      return invoicePaid(event.data.object);
    case 'invoice.payment_failed':
      return invoiceFailed(event.data.object, as_of);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return subscriptionStateOf(event.data.object, as_of);
    case 'charge.refunded': {
      const intent = idOf(event.data.object.payment_intent);
      return intent ? moneyReturned(intent, stripe) : [];
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const about = await paymentBehind(idOf(event.data.object.payment_intent), stripe);
      return about ? refundOf(event.data.object, about) : [];
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const about = await paymentBehind(idOf(event.data.object.payment_intent), stripe);
      return about ? disputeOf(event.data.object, about) : [];
    }
    default:
      return [];
  }
}

/** Stripe's clock counts whole seconds and is not ours: what is fetched now can be older than an event of a moment ago. */
const now = (): string => new Date(Date.now() - 60_000).toISOString();

/** A subscription's state, with all that was paid for it. */
export async function subscriptionFacts(id: string, stripe: Stripe): Promise<Fact[]> {
  const as_of = now();
  const subscription = await stripe.subscriptions.retrieve(id);
  const facts = subscriptionStateOf(subscription, as_of);
  for await (const invoice of stripe.invoices.list({ subscription: id, status: 'paid', limit: 100 })) {
    facts.push(...invoicePaid(invoice));
  }
  return facts;
}

/** Everything that came back of one payment. */
export async function moneyReturned(payment_intent: string, stripe: Stripe): Promise<Fact[]> {
  const about = await paymentBehind(payment_intent, stripe);
  if (!about) return [];
  const facts: Fact[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) {
    facts.push(...refundOf(refund, about));
  }
  for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 })) {
    facts.push(...disputeOf(dispute, about));
  }
  return facts;
}

/** A one-time payment carries our order itself; that of a subscription leads over its invoice. */
async function paymentBehind(payment_intent: string | undefined, stripe: Stripe): Promise<About | undefined> {
  if (!payment_intent) return undefined;
  const intent = await stripe.paymentIntents.retrieve(payment_intent);
  const order_id = orderOn(intent.metadata);
  if (order_id) return { order_id, payment_reference: intent.id };
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent },
    expand: ['data.invoice'],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === 'string' || !('parent' in invoice) || !invoice.id) return undefined;
  const subscribed = orderOn(invoice.parent?.subscription_details?.metadata);
  return subscribed ? { order_id: subscribed, payment_reference: invoice.id } : undefined;
}
