import { serviceClient } from '../_shared/clients.ts';
import { isOrderId } from '../_shared/providers/gourde-wallet.ts';
import { natcash } from '../_shared/providers/natcash.ts';
import { isCallbackSigned, type NatcashCallback } from '../_shared/providers/natcash-signature.ts';
import { Refusal } from '../_shared/refusal.ts';
import { requireSetting } from '../_shared/settings.ts';
import { claimQuery, serveWalletCallback, settlePayment } from '../_shared/wallet-callback.ts';

/** Where NatCash reports a payment. It signs that, and it can be repeated for ever: so it too is only a reason to look. */
export default serveWalletCallback('natcash', async (request) => {
  const fields = new URL(request.url).searchParams;
  const callback: NatcashCallback = {
    orderNumber: fields.get('orderNumber') ?? '',
    code: fields.get('code') ?? '',
    signature: fields.get('signature') ?? '',
  };
  return { orderId: callback.orderNumber, settle: () => settle(request, callback) };
});

async function settle(request: Request, callback: NatcashCallback): Promise<string | undefined> {
  if (!isCallbackSigned(requireSetting('NATCASH_FUNCTION_CODE'), callback))
    throw new Refusal(400, 'signature_invalid');
  const { orderNumber } = callback;
  await claimQuery(request, 'natcash', orderNumber);
  const payment = await natcash.findPayment(orderNumber);
  if (payment) return settlePayment(natcash, payment, orderNumber);
  return (await isOurs(orderNumber)) ? orderNumber : undefined;
}

async function isOurs(orderId: string): Promise<boolean> {
  if (!isOrderId(orderId)) return false;
  const { count, error } = await serviceClient()
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('id', orderId)
    .eq('provider', 'natcash');
  if (error) throw new Error(`orders: ${error.message}`);
  return count === 1;
}
