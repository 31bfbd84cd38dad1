import { checkoutInput } from '@lakou/contract/commerce';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import { asCaller, callerClaims } from '../_shared/caller.ts';
import type { Order } from '../_shared/providers/provider.ts';
import { refusal } from '../_shared/refusal.ts';
import { openCheckout } from './open-checkout.ts';

type Input = ReturnType<typeof checkoutInput.parse>;
type Caller = ReturnType<typeof asCaller>;

/** A plan, an order or a payment item in; the address to pay at out. What it costs, the database knows. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { sub, email } = callerClaims(request);
    if (!sub) return refusal(401, 'not_authenticated');
    const wish = checkoutInput.safeParse(await request.json().catch(() => undefined));
    if (!wish.success) return refusal(400, 'payment_item_not_found');
    const found = await findOrder(asCaller(request), wish.data);
    if ('key' in found) return refusal(statusOf[found.key] ?? 403, found.key);
    const { order } = found;
    try {
      const url = await openCheckout(order, email);
      return Response.json({ url, orderId: order.id });
    } catch (error) {
      // The log has the reason; the person can only try again.
      console.error(error);
      return refusal(502, order.plan ? 'checkout_failed' : 'payment_failed');
    }
  },
};

const statusOf: Partial<Record<ErrorKey, number>> = {
  not_authenticated: 401,
  session_ended: 401,
  payment_item_not_found: 404,
  already_owned: 409,
  already_subscribed: 409,
  too_many_tries: 429,
};

type Found = { order: Order } | { key: ErrorKey };

async function findOrder(caller: Caller, wish: Input): Promise<Found> {
  if ('plan' in wish) return made(await caller.rpc('create_subscription_order', wish));
  if ('item' in wish) return made(await caller.rpc('create_order', wish.item));
  return made(await caller.rpc('order_to_pay', { order_id: wish.orderId }));
}

function made({
  data,
  error,
}: {
  data: Order | null;
  error: { message: string; hint: string; code: string } | null;
}): Found {
  if (data) return { order: data };
  if (error && isErrorKey(error.hint)) return { key: error.hint };
  // A foreign key: the token has outlived its person.
  if (error?.code === '23503') return { key: 'not_authenticated' };
  throw new Error(`the order could not be made: ${error?.message}`);
}
