import { changeSubscriptionInput } from '@lakou/contract/commerce/inputs';
import { type Caller, requireCaller } from '../_shared/caller.ts';
import { bookFacts, findProvider } from '../_shared/payments.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** `{ renews }`: lets the caller's subscription end with the paid period, or renew after all. Answers the same. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const { renews } = await readInput(request, changeSubscriptionInput, {
    status: 400,
    key: 'nothing_to_manage',
  });
  const { provider, order_id, reference } = await findOwnSubscription(caller);
  await bookFacts(await provider.setRenewal({ order_id, reference, renews }));
  return Response.json({ renews });
});

/** Read as the caller, so that the policies decide which one it is. */
async function findOwnSubscription({ id, client }: Caller) {
  const { data, error, status } = await client
    .from('subscriptions')
    .select('order_id, provider, provider_reference')
    .eq('user_id', id)
    .in('status', ['active', 'past_due'])
    .not('order_id', 'is', null)
    .order('expires_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw failureOf('subscriptions', status, error);
  const provider = data && findProvider(data.provider);
  if (!provider || !data.order_id || !data.provider_reference) throw new Refusal(404, 'nothing_to_manage');
  return { provider, order_id: data.order_id, reference: data.provider_reference };
}
