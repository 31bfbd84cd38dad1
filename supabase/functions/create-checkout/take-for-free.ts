import { successPath } from '@lakou/contract/commerce/payment-item';
import type { CheckoutResponse } from '@lakou/contract/commerce/responses';
import { isErrorKey } from '@lakou/contract/errors';
import { serviceClient } from '../_shared/clients.ts';
import type { Order } from '../_shared/providers/provider.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireSetting } from '../_shared/settings.ts';

/** Books zero for an order of the caller, of which a promotion has left nothing to pay: no provider is needed. */
export async function takeForFree(order: Order): Promise<CheckoutResponse> {
  const { data, error, status } = await serviceClient().rpc('take_free_order', { order_id: order.id });
  if (error && isErrorKey(error.hint)) throw new Refusal(409, error.hint);
  if (error) throw failureOf('take_free_order', status, error);
  return { url: requireSetting('PUBLIC_URL') + successPath(data), orderId: data.id };
}
