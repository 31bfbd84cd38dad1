import { asCaller, callerClaims } from '../_shared/caller.ts';

/** Is the caller subscribed? Answers hasActiveSubscription, subscriptionType and expiresAt. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { sub: user_id } = callerClaims(request);
    if (!user_id) return Response.json(none);
    const { data, error } = await asCaller(request)
      .from('subscriptions')
      .select('subscription_type, expires_at')
      .eq('user_id', user_id)
      .eq('status', 'active')
      .gt('expires_at', new Date().toISOString())
      .order('expires_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    if (error) throw new Error(`subscriptions: ${error.message}`);
    return Response.json(
      data
        ? {
            hasActiveSubscription: true,
            subscriptionType: data.subscription_type,
            expiresAt: data.expires_at,
          }
        : none,
    );
  },
};

const none = { hasActiveSubscription: false, subscriptionType: null, expiresAt: null };
