import { successPath } from '@lakou/contract/commerce/payment-item';
import { serviceClient } from '../_shared/clients.ts';
import { BookingFailed, bookFacts, findProvider } from '../_shared/payments.ts';
import { lookUpTransaction, reportUnknownOrder } from '../_shared/providers/moncash.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { requireSetting } from '../_shared/settings.ts';
import { type CallbackIds, readIds } from './read-ids.ts';

/**
 * Both addresses that MonCash calls: its server after a payment, and the browser when it returns. Neither is signed, so
 * they are only a reason to look the payment up there; what MonCash answers to us is booked, once.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'GET', 'POST');
  if (!findProvider('moncash')) throw new Refusal(404, 'order_unknown');
  const ids = await readIds(request);
  if (!isBrowser(request)) {
    const orderId = await settle(ids);
    if (!orderId) throw new Refusal(404, 'order_unknown');
    return Response.json({ received: true }, noStore);
  }
  // Whatever MonCash answers, the person sees a page of ours, which goes on looking.
  const orderId = await settle(ids).catch((error: unknown) => {
    if (!(error instanceof Refusal)) console.error(error);
    return ids.orderId;
  });
  const location = `${requireSetting('PUBLIC_URL')}${await pathFor(orderId)}`;
  return new Response(null, { status: 303, headers: { ...noStore.headers, location } });
});

const noStore = { headers: { 'cache-control': 'no-store' } };

const isBrowser = (request: Request): boolean => (request.headers.get('accept') ?? '').includes('text/html');

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Looks the payment up and books it. The order it is for; undefined when we have none. */
async function settle({ transactionId, orderId }: CallbackIds): Promise<string | undefined> {
  if (transactionId) return settleTransaction(transactionId);
  return orderId && uuid.test(orderId) ? settleOrder(orderId) : undefined;
}

async function settleTransaction(transaction_id: string): Promise<string | undefined> {
  const { data: isAllowed, error } = await serviceClient().rpc('claim_transaction_query', {
    provider: 'moncash',
    transaction_id,
  });
  if (error) throw new Error(`claim_transaction_query: ${error.message}`);
  if (!isAllowed) throw new Refusal(429, 'too_many_tries');
  const found = await lookUpTransaction(transaction_id);
  if (!found) return undefined;
  if (!uuid.test(found.orderId)) {
    await reportUnknownOrder(found.payment);
    return undefined;
  }
  try {
    await bookFacts(found.facts);
  } catch (failure) {
    if (!(failure instanceof BookingFailed) || failure.key !== 'order_unknown') throw failure;
    await reportUnknownOrder(found.payment);
    return undefined;
  }
  return found.orderId;
}

/** An order is looked up at most every two seconds. */
async function settleOrder(orderId: string): Promise<string | undefined> {
  const service = serviceClient();
  const order = await service.from('orders').select('provider').eq('id', orderId).maybeSingle();
  if (order.error) throw new Error(`orders: ${order.error.message}`);
  if (order.data?.provider !== 'moncash') return undefined;
  const { data, error } = await service.rpc('claim_order_check', { waited_for: orderId });
  if (error) throw new Error(`claim_order_check: ${error.message}`);
  for (const check of data) await queryProvider(check);
  return orderId;
}

/** Where the person goes on: the result of this order, else what they have bought. */
async function pathFor(orderId: string | undefined): Promise<string> {
  if (!orderId || !uuid.test(orderId)) return '/purchases';
  const { data } = await serviceClient()
    .from('orders')
    .select('id, media_type, movie_id, series_id, transaction_type')
    .eq('id', orderId)
    .maybeSingle();
  return data ? successPath(data) : '/purchases';
}
