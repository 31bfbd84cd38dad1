import type Stripe from 'stripe';
import type { Fact } from './provider.ts';

/** Stripe's objects as facts for the ledger. Objects without an order of ours give none. */

const provider = 'stripe';
export const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();
export const idOf = (thing: string | { id: string } | null | undefined): string | undefined =>
  typeof thing === 'string' ? thing : thing?.id;

/** The order id that we write on everything we create at Stripe. */
export function orderOn(metadata: Stripe.Metadata | null | undefined): string | undefined {
  const order_id = metadata?.order_id;
  return order_id && /^[0-9a-f-]{36}$/.test(order_id) ? order_id : undefined;
}

export function paymentOf(session: Stripe.Checkout.Session, occurred_at: string): Fact[] {
  const [order_id, reference] = [orderOn(session.metadata), idOf(session.payment_intent)];
  if (!order_id || !reference || session.payment_status !== 'paid' || !session.amount_total) return [];
  const { amount_total: amount_minor, currency } = session;
  const country = session.customer_details?.address?.country;
  const paid = { amount_minor, currency: currency ?? '', occurred_at, ...(country && { country }) };
  return [{ kind: 'payment', order_id, provider, reference, ...paid }];
}

export function closed(session: Stripe.Checkout.Session, status: 'expired' | 'failed'): Fact[] {
  const order_id = orderOn(session.metadata);
  return order_id ? [{ kind: 'closed', order_id, provider, reference: session.id, status }] : [];
}

const periodEnd = (invoice: Stripe.Invoice): number | undefined =>
  Math.max(...invoice.lines.data.map(({ period }) => period.end)) || undefined;

export function invoicePaid(invoice: Stripe.Invoice): Fact[] {
  const details = invoice.parent?.subscription_details;
  const [order_id, subscription, end] = [
    orderOn(details?.metadata),
    idOf(details?.subscription),
    periodEnd(invoice),
  ];
  // Only the invoice that begins a trial is paid with nothing.
  const isTrial = invoice.billing_reason === 'subscription_create' && Boolean(details?.metadata?.trial_days);
  if (!order_id || !subscription || !end || (invoice.amount_paid <= 0 && !isTrial)) return [];
  return [
    {
      kind: 'payment',
      order_id,
      provider,
      reference: invoice.id ?? '',
      amount_minor: invoice.amount_paid,
      currency: invoice.currency,
      occurred_at: moment(invoice.status_transitions.paid_at ?? invoice.created),
      period_end: moment(end),
      subscription,
      ...(invoice.customer_address?.country && { country: invoice.customer_address.country }),
    },
  ];
}

export function invoiceFailed(invoice: Stripe.Invoice, as_of: string): Fact[] {
  const details = invoice.parent?.subscription_details;
  const [order_id, reference, end] = [
    orderOn(details?.metadata),
    idOf(details?.subscription),
    periodEnd(invoice),
  ];
  if (!order_id || !reference || !end) return [];
  return [
    {
      kind: 'subscription',
      order_id,
      provider,
      reference,
      status: 'past_due',
      cancel_at_period_end: false,
      period_end: moment(end),
      ended_at: null,
      as_of,
    },
  ];
}

const states: Record<string, 'active' | 'past_due' | 'canceled' | undefined> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

export function subscriptionStateOf(subscription: Stripe.Subscription, as_of: string): Fact[] {
  const order_id = orderOn(subscription.metadata);
  const status = states[subscription.status];
  if (!order_id || !status) return [];
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  return [
    {
      kind: 'subscription',
      order_id,
      provider,
      reference: subscription.id,
      status,
      // The portal sets one or the other.
      cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      period_end: end > 0 ? moment(end) : null,
      ended_at: subscription.ended_at ? moment(subscription.ended_at) : null,
      as_of,
    },
  ];
}

/** The payment that money comes back from. */
export interface About {
  order_id: string;
  payment_reference: string;
}

export function refundOf(refund: Stripe.Refund, about: About): Fact[] {
  const { id: reference, amount: amount_minor, currency } = refund;
  const fact = { ...about, provider, reference, amount_minor, currency, occurred_at: moment(refund.created) };
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return [{ kind: 'refund', ...fact }, ...(failed ? [{ kind: 'refund_failed' as const, ...fact }] : [])];
}

export function disputeOf(dispute: Stripe.Dispute, about: About): Fact[] {
  // An inquiry moves no money.
  if (dispute.status.startsWith('warning_') || dispute.status === 'prevented') return [];
  const { id: reference, amount: amount_minor, currency } = dispute;
  const fact = {
    ...about,
    provider,
    reference,
    amount_minor,
    currency,
    occurred_at: moment(dispute.created),
  };
  const won = dispute.status === 'won';
  return [{ kind: 'dispute', ...fact }, ...(won ? [{ kind: 'dispute_won' as const, ...fact }] : [])];
}
