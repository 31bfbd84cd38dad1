import { checkoutInput } from '@lakou/contract/commerce/inputs';
import type { PaymentMethod } from '@lakou/contract/commerce/limits';
import { requireCaller } from '../_shared/caller.ts';
import type { Order } from '../_shared/providers/provider.ts';
import { readInput } from '../_shared/read-input.ts';
import { Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { findOrder } from './find-order.ts';
import { openCheckout } from './open-checkout.ts';
import { payWithCredit } from './pay-with-credit.ts';
import { takeForFree } from './take-for-free.ts';

/** Takes a plan, a pass, an order or a payment item; answers the address to pay at. The database has the price. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const input = await readInput(request, checkoutInput, { status: 400, key: 'payment_item_not_found' });
  const order = await findOrder(caller.client, input);
  // A promotion left nothing to pay: there is no page to pay on.
  if (order.amount_minor === 0) return Response.json(await takeForFree(order));
  const method = 'method' in input ? input.method : undefined;
  if (method === 'credit') return Response.json(await payWithCredit(order));
  return Response.json(await openCheckoutOrRefuse(order, method, caller.email));
});

async function openCheckoutOrRefuse(
  order: Order,
  method: PaymentMethod | undefined,
  email: string | undefined,
): Promise<{ url: string; orderId: string }> {
  try {
    return await openCheckout(order, method, email);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The log has the reason; the person can only try again.
    console.error(error);
    throw new Refusal(502, order.plan ? 'checkout_failed' : 'payment_failed');
  }
}
