import { type Caller, requireCaller } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { findProvider } from '../_shared/payments.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** `{ url }` of the page where the caller manages the subscription: invoices, card, cancelling. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  await requireOwnSubscription(caller);
  const { provider, subscription, customer } = await findBillingCustomer(caller.id);
  const url = await provider.createPortalUrl({ subscription, ...(customer && { customer }) });
  return Response.json({ url });
});

/** Read as the caller, so that a missing second factor counts. */
async function requireOwnSubscription({ id, client }: Caller): Promise<void> {
  const { data, error, status } = await client.from('subscriptions').select('id').eq('user_id', id).limit(1);
  if (error) throw failureOf('subscriptions', status, error);
  if (!data?.length) throw new Refusal(404, 'nothing_to_manage');
}

async function findBillingCustomer(person: string) {
  const { data, error } = await serviceClient().rpc('billing_customer', { person });
  if (error) throw new Error(`billing_customer: ${error.message}`);
  const found = data as { provider: string; subscription: string; customer: string | null } | null;
  const provider = found ? findProvider(found.provider) : undefined;
  if (!found || !provider) throw new Refusal(404, 'nothing_to_manage');
  return { provider, subscription: found.subscription, customer: found.customer };
}
