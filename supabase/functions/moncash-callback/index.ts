import { serviceClient } from '../_shared/clients.ts';
import { isOrderId } from '../_shared/providers/gourde-wallet.ts';
import { moncash } from '../_shared/providers/moncash.ts';
import { findPaymentOfTransaction } from '../_shared/providers/moncash-client.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { claimQuery, serveWalletCallback, settlePayment } from '../_shared/wallet-callback.ts';
import { type CallbackIds, readIds } from './read-ids.ts';

/** Both addresses that MonCash calls: its server after a payment, and the browser when it returns. Neither is signed. */
export default serveWalletCallback('moncash', async (request) => {
  const ids = await readIds(request);
  return { orderId: ids.orderId, settle: () => settle(request, ids) };
});

async function settle(
  request: Request,
  { transactionId, orderId }: CallbackIds,
): Promise<string | undefined> {
  if (transactionId) return settleTransaction(request, transactionId);
  return orderId && isOrderId(orderId) ? settleOrder(orderId) : undefined;
}

async function settleTransaction(request: Request, transactionId: string): Promise<string | undefined> {
  await claimQuery(request, 'moncash', transactionId);
  const payment = await findPaymentOfTransaction(transactionId);
  return payment && settlePayment(moncash, payment, payment.reference);
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
