import { checkOrderInput } from '@lakou/contract/commerce/inputs';
import { type Caller, requireCaller } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** The status of an own order. While it is pending, the provider is queried first and its facts are booked. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const { orderId } = await readInput(request, checkOrderInput, {
    status: 400,
    key: 'payment_item_not_found',
  });
  const before = await readOwnStatus(caller, orderId);
  if (!before) throw new Refusal(404, 'payment_item_not_found');
  if (before !== 'pending') return Response.json({ orderId, status: before });
  await settleOrder(orderId);
  return Response.json({ orderId, status: (await readOwnStatus(caller, orderId)) ?? before });
});

async function readOwnStatus({ client }: Caller, orderId: string): Promise<string | undefined> {
  const { data, error, status } = await client
    .from('orders')
    .select('status')
    .eq('id', orderId)
    .maybeSingle();
  if (error) throw failureOf('orders', status, error);
  return data?.status;
}

async function settleOrder(orderId: string): Promise<void> {
  const { data, error } = await serviceClient().rpc('claim_order_check', { waited_for: orderId });
  if (error) throw new Error(`claim_order_check: ${error.message}`);
  for (const check of data) await queryProvider(check);
}
