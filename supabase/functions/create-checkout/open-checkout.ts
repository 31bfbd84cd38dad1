import { serviceClient } from '../_shared/clients.ts';
import { bookFacts, findProvider, paymentProviders } from '../_shared/payments.ts';
import type { Order } from '../_shared/providers/provider.ts';

interface Reference {
  order_id: string;
  provider: string;
  reference: string;
}
interface State {
  url: string | null;
  provider: string | null;
  customers: Record<string, string>;
  rivals: Reference[];
  overdue: Reference[];
}

/** The page to pay this order on: the one it has, or a new one. */
export async function openCheckout(order: Order, email: string | undefined): Promise<string> {
  const [provider] = paymentProviders();
  if (!provider) throw new Error('no payment provider is set up');
  const service = serviceClient();
  const state = await service.rpc('checkout_state', { order_id: order.id });
  if (state.error) throw new Error(`checkout_state: ${state.error.message}`);
  const { url, provider: startedAt, customers, rivals, overdue } = state.data as unknown as State;
  if (url && startedAt === provider.name) return url;

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
  return checkout.url;
}
