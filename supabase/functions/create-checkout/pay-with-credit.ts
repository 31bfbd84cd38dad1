import { successPath } from '@lakou/contract/commerce/payment-item';
import type { CheckoutResponse } from '@lakou/contract/commerce/responses';
import { isErrorKey } from '@lakou/contract/errors';
import { serviceClient } from '../_shared/clients.ts';
import type { Order } from '../_shared/providers/provider.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireSetting } from '../_shared/settings.ts';

/** Pays an order of the caller with their credit: the address is that of the page after paying. */
export async function payWithCredit(order: Order): Promise<CheckoutResponse> {
  const { data, error, status } = await serviceClient().rpc('pay_with_credit', { order_id: order.id });
  if (error && isErrorKey(error.hint)) throw new Refusal(409, error.hint);
  if (error) throw failureOf('pay_with_credit', status, error);
  return { url: requireSetting('PUBLIC_URL') + successPath(data), orderId: data.id };
}
