import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { checkSubscription } from '#lib/check-subscription.ts';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

async function readSubscriptions(client: QueryClient, viewer: string) {
  const db = await databaseOf(client);
  return rowsOf(
    await db
      .from('subscriptions')
      .select(
        'id, status, subscription_type, expires_at, cancel_at_period_end, created_at, order_id, trial_ends_at',
      )
      .eq('user_id', viewer)
      .order('expires_at', { ascending: false })
      .limit(20),
  );
}
export type Subscription = Awaited<ReturnType<typeof readSubscriptions>>[number];

/** A subscription counts as active until it expires. */
export function isActive({ status, expires_at }: Pick<Subscription, 'status' | 'expires_at'>): boolean {
  return status === 'active' && Date.parse(expires_at) > Date.now();
}

/** In the free days that a subscription begins with. */
export const isInTrial = ({ trial_ends_at }: Pick<Subscription, 'trial_ends_at'>): boolean =>
  trial_ends_at !== null && Date.parse(trial_ends_at) > Date.now();

/** The active subscription, else one that is past due, else the newest. */
export function currentSubscription(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'subscription', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer
      ? async ({ client }) => {
          const all = await readSubscriptions(client, viewer);
          return all.find(isActive) ?? all.find(({ status }) => status === 'past_due') ?? all[0] ?? null;
        }
      : skipToken,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

export function subscriptionCheck(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'subscription-check', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer ? () => checkSubscription(viewer) : skipToken,
    staleTime: 0,
    retry: 1,
    refetchOnWindowFocus: 'always',
  });
}
