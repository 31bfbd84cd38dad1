import { serviceClient } from './clients.ts';
import { queryProvider } from './query-provider.ts';

/** Makes the refund that the database has noted for this order, unless another call is doing so. */
export async function makeClaimedRefund(orderId: string): Promise<void> {
  const { data, error } = await serviceClient().rpc('claim_refund', { of_order: orderId });
  if (error) throw new Error(`claim_refund: ${error.message}`);
  for (const check of data) await queryProvider(check);
}
