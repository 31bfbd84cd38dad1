import type { Database } from '@lakou/contract/database-types';
import { bookFacts, findProvider } from './payments.ts';
import type { Fact, Provider } from './providers/provider.ts';

type Check = Database['public']['Functions']['claim_payment_checks']['Returns'][number];

/**
 * Books what the provider knows about an order. An order whose account or title is gone is ended there, and what was
 * paid for a title that is gone or a gift that was canceled is refunded.
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
  if (why !== 'nobody' && why !== 'title_deleted') return;
  const ended = subscription
    ? await queried.endSubscription({ order_id, reference: subscription })
    : await queried.cancelCheckout({ order_id, reference: session });
  await bookFacts(ended);
  if (why === 'title_deleted') await refundPayments(queried, [...known, ...ended]);
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
