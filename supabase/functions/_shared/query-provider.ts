import type { Database } from '@lakou/contract/database-types';
import { book, providerNamed } from './payments.ts';

type Check = Database['public']['Functions']['claim_payment_checks']['Returns'][number];

/** Asks an order's provider how it stands, and books the answer. What belongs to nobody any more is ended. */
export async function queryProvider({
  order_id,
  why,
  provider,
  session,
  subscription,
}: Check): Promise<void> {
  const asked = providerNamed(provider);
  if (!asked) return;
  await book(await asked.lookUp({ order_id, session, ...(subscription && { subscription }) }));
  if (why !== 'nobody') return;
  await book(
    subscription
      ? await asked.end({ order_id, reference: subscription })
      : await asked.abandon({ order_id, reference: session }),
  );
}
