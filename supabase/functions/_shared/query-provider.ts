import type { Database } from '@lakou/contract/database-types';
import { bookFacts, findProvider } from './payments.ts';

type Check = Database['public']['Functions']['claim_payment_checks']['Returns'][number];

/** Books what the provider knows about an order. An order whose account is gone is ended there. */
export async function queryProvider({
  order_id,
  why,
  provider,
  session,
  subscription,
}: Check): Promise<void> {
  const queried = findProvider(provider);
  if (!queried) return;
  await bookFacts(await queried.lookUpOrder({ order_id, session, ...(subscription && { subscription }) }));
  if (why !== 'nobody') return;
  await bookFacts(
    subscription
      ? await queried.endSubscription({ order_id, reference: subscription })
      : await queried.cancelCheckout({ order_id, reference: session }),
  );
}
