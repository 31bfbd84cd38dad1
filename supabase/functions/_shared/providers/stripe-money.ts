import type Stripe from 'stripe';
import { type Fact, isMoney, type MoneyPage } from './provider.ts';
import { disputeOf, invoicePaid, moment, orderOn, refundOf } from './stripe-facts.ts';

const LISTS = ['payment_intents', 'invoices', 'refunds', 'disputes'] as const;
type List = (typeof LISTS)[number];
/** Whose it is does not matter here: entries are compared by their reference. */
const about = { order_id: '', payment_reference: '' };

/** A page of one of Stripe's lists; the cursor is the list and the last object of the page. */
export async function listMoney(
  stripe: Stripe,
  { day, cursor }: { day: string; cursor: string | null },
): Promise<MoneyPage> {
  const [list = LISTS[0], last] = (cursor?.split(' ') ?? []) as [List?, string?];
  const begin = Date.parse(`${day}T00:00:00Z`) / 1000;
  const page = {
    created: { gte: begin, lt: begin + 86_400 },
    limit: 100,
    ...(last && { starting_after: last }),
  };
  const { facts, lastId, more } = await readPage(stripe, list, page);
  return {
    entries: facts.filter(isMoney),
    next: more && lastId ? `${list} ${lastId}` : (LISTS[LISTS.indexOf(list) + 1] ?? null),
  };
}

type Page = { created: { gte: number; lt: number }; limit: number; starting_after?: string };

async function readPage(stripe: Stripe, list: List, page: Page) {
  const read = <T extends { id?: string }>(
    { data, has_more }: { data: T[]; has_more: boolean },
    toFacts: (thing: T) => Fact[],
  ) => ({ facts: data.flatMap(toFacts), lastId: data.at(-1)?.id, more: has_more });
  switch (list) {
    case 'payment_intents':
      return read(await stripe.paymentIntents.list(page), intentPaid);
    case 'invoices':
      return read(await stripe.invoices.list({ ...page, status: 'paid' }), invoicePaid);
    case 'refunds':
      return read(await stripe.refunds.list(page), (refund) => refundOf(refund, about));
    case 'disputes':
      return read(await stripe.disputes.list(page), (dispute) => disputeOf(dispute, about));
  }
}

/** One-time payments carry our order; those of subscriptions are listed as invoices. */
function intentPaid(intent: Stripe.PaymentIntent): Fact[] {
  const order_id = orderOn(intent.metadata);
  if (!order_id || intent.status !== 'succeeded') return [];
  return [
    {
      kind: 'payment',
      order_id,
      provider: 'stripe',
      reference: intent.id,
      amount_minor: intent.amount_received,
      currency: intent.currency,
      occurred_at: moment(intent.created),
    },
  ];
}
