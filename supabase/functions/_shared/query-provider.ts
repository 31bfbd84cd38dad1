import type { Database } from '@lakou/contract/database-types';
import { serviceClient } from './clients.ts';
import { bookFacts, findProvider } from './payments.ts';
import type { Fact, Provider } from './providers/provider.ts';

type Check = Database['public']['Functions']['claim_payment_checks']['Returns'][number];

/**
 * Books what the provider knows about an order. An order whose account or title is gone is ended there, and what was
 * paid for a title that is gone, a gift that was canceled, or at the request of an accountant is refunded.
 */
export async function queryProvider({
  order_id,
  why,
  provider,
  session,
  subscription,
}: Check): Promise<void> {
  const queried = findProvider(provider);
  if (!queried) return;
  const known = await queried.lookUpOrder({ order_id, session, ...(subscription && { subscription }) });
  await bookFacts(known);
  if (why === 'gift_canceled') return refundPayments(queried, known);
  if (why === 'refund_requested') return makeRefunds(queried, order_id);
  if (why !== 'nobody' && why !== 'title_deleted') return;
  const ended = subscription
    ? await queried.endSubscription({ order_id, reference: subscription })
    : await queried.cancelCheckout({ order_id, reference: session });
  await bookFacts(ended);
  if (why === 'title_deleted') await refundPayments(queried, [...known, ...ended]);
}

/** Only the payments that were chosen: those of other periods of a subscription stay. */
async function makeRefunds(provider: Provider, order_id: string): Promise<void> {
  const { data, error } = await serviceClient().rpc('refunds_to_make', { of_order: order_id });
  if (error) throw new Error(`refunds_to_make: ${error.message}`);
  for (const refund of data) await bookFacts(await provider.refund({ order_id, ...refund }));
}

async function refundPayments(provider: Provider, facts: Fact[]): Promise<void> {
  for (const payment of paymentsToReturn(facts)) await bookFacts(await provider.refund(payment));
}

/** Payments of which nothing came back yet; by reference, since both answers may tell of one. */
function paymentsToReturn(facts: Fact[]) {
  const payments = facts.flatMap((fact) => (fact.kind === 'payment' ? [fact] : []));
  const returned = new Set(facts.map((fact) => 'payment_reference' in fact && fact.payment_reference));
  return [...new Map(payments.map((fact) => [fact.reference, fact])).values()].filter(
    ({ reference }) => !returned.has(reference),
  );
}
