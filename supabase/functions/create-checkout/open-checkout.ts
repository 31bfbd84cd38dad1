import { setTimeout as sleep } from 'node:timers/promises';
import { canCharge, type PaymentMethod } from '@lakou/contract/commerce/limits';
import { serviceClient } from '../_shared/clients.ts';
import { bookFacts, findProvider, paymentProviders } from '../_shared/payments.ts';
import type { Order, Provider } from '../_shared/providers/provider.ts';
import { Refusal } from '../_shared/refusal.ts';

interface Reference {
  order_id: string;
  provider: string;
  reference: string;
}
interface State {
  customers: Record<string, string>;
  rivals: Reference[];
  overdue: Reference[];
}
/** What start_checkout() returns. */
interface Start {
  order: Order;
  url: string | null;
  is_starting: boolean;
}

/** For so long a second click waits for the first one's answer of the provider. */
const WAITS = 12;
const WAIT_MS = 500;

/** The page to pay this order on: the one it has, or a new one. Another provider gets an order of its own. */
export async function openCheckout(
  wanted: Order,
  method: PaymentMethod | undefined,
  email: string | undefined,
): Promise<{ url: string; orderId: string }> {
  const provider = chooseProvider(wanted, method);
  const { order, url } = await startCheckout(wanted.id, provider);
  if (url) return { url, orderId: order.id };
  const service = serviceClient();
  const { customers, rivals, overdue } = await readState(order.id);
  for (const rival of rivals) {
    await bookFacts((await findProvider(rival.provider)?.cancelCheckout(rival)) ?? []);
  }
  for (const owed of overdue) {
    await bookFacts((await findProvider(owed.provider)?.endSubscription(owed)) ?? []);
  }

  const customer = customers[provider.name];
  const checkout = await provider
    .startCheckout(order, { ...(email && { email }), ...(customer && { customer }) })
    .catch(async (error: unknown) => {
      // A provider repeats its failure for the same idempotency key, which contains updated_at.
      await service.from('orders').update({ updated_at: new Date().toISOString() }).eq('id', order.id);
      await service.rpc('give_up_checkout', { order_id: order.id });
      throw error;
    });
  if (checkout.customer && checkout.customer !== customer && order.user_id) {
    const saved = await service.rpc('save_customer', {
      person: order.user_id,
      provider: provider.name,
      reference: checkout.customer,
    });
    if (saved.error) throw new Error(`save_customer: ${saved.error.message}`);
  }
  const { error } = await service.rpc('save_checkout', {
    order_id: order.id,
    provider: provider.name,
    reference: checkout.reference,
    url: checkout.url,
    expires_at: checkout.expires_at,
  });
  if (error) throw new Error(`save_checkout: ${error.message}`);
  return { url: checkout.url, orderId: order.id };
}

function chooseProvider(order: Order, method: PaymentMethod | undefined): Provider {
  const fitting = paymentProviders().filter(
    ({ canRenew, name }) => (canRenew || !order.plan) && (!method || name === method),
  );
  const cents = order.price_minor ?? order.amount_minor;
  const chosen = fitting.find(({ name }) => canCharge(name, cents));
  if (chosen) return chosen;
  if (fitting.length > 0) throw new Refusal(409, 'card_amount_small');
  if (method) throw new Refusal(409, 'payment_method_unavailable');
  throw new Error('no payment provider is set up');
}

/** Fixes provider, currency, amount and rate before the provider is called. */
async function startCheckout(order_id: string, provider: Provider): Promise<Start> {
  for (let waits = 0; waits < WAITS; waits += 1) {
    const { data, error } = await serviceClient().rpc('start_checkout', {
      order_id,
      provider: provider.name,
    });
    if (error?.hint === 'payment_method_unavailable') throw new Refusal(409, 'payment_method_unavailable');
    if (error) throw new Error(`start_checkout: ${error.message}`);
    const start = data as unknown as Start;
    if (!start.is_starting) return start;
    await sleep(WAIT_MS);
  }
  throw new Error('another call is still asking the provider');
}

async function readState(order_id: string): Promise<State> {
  const { data, error } = await serviceClient().rpc('checkout_state', { order_id });
  if (error) throw new Error(`checkout_state: ${error.message}`);
  return data as unknown as State;
}
