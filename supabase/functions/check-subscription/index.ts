import { type Caller, optionalCaller } from '../_shared/caller.ts';
import { failureOf } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** Whether the caller is subscribed: hasActiveSubscription, subscriptionType and expiresAt. Visitors are not. */
export default serveFunction(async (request) => {
  requireMethod(request, 'GET', 'POST');
  const caller = optionalCaller(request);
  const subscription = caller && (await readActiveSubscription(caller));
  return Response.json({
    hasActiveSubscription: Boolean(subscription),
    subscriptionType: subscription?.subscription_type ?? null,
    expiresAt: subscription?.expires_at ?? null,
  });
});

async function readActiveSubscription({ id, client }: Caller) {
  const { data, error, status } = await client
    .from('subscriptions')
    .select('subscription_type, expires_at')
    .eq('user_id', id)
    .eq('status', 'active')
    .gt('expires_at', new Date().toISOString())
    .order('expires_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw failureOf('subscriptions', status, error);
  return data;
}
