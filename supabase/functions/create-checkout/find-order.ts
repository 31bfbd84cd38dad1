import type { checkoutInput } from '@lakou/contract/commerce/inputs';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import type { Client } from '../_shared/clients.ts';
import type { Order } from '../_shared/providers/provider.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';

/** Authorise: the database creates or finds the order as the caller, or says why not. */
export async function findOrder(
  client: Client,
  input: ReturnType<typeof checkoutInput.parse>,
): Promise<Order> {
  if ('pass' in input) return orderOf(await client.rpc('create_pass_order', { pass: input.pass }));
  if ('plan' in input) return orderOf(await client.rpc('create_subscription_order', input));
  if ('item' in input) return orderOf(await client.rpc('create_order', input.item));
  return orderOf(await client.rpc('order_to_pay', { order_id: input.orderId }));
}

const statuses: Partial<Record<ErrorKey, number>> = {
  not_authenticated: 401,
  session_ended: 401,
  payment_item_not_found: 404,
  already_owned: 409,
  already_subscribed: 409,
  promotion_over: 409,
  too_many_tries: 429,
};

interface Answer {
  data: Order | null;
  status: number;
  error: { message: string; hint: string; code: string } | null;
}

function orderOf({ data, error, status }: Answer): Order {
  if (data) return data;
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 403, error.hint);
  // A foreign key: the token has outlived its account.
  if (error?.code === '23503') throw new Refusal(401, 'not_authenticated');
  throw failureOf('the order could not be created', status, error);
}
