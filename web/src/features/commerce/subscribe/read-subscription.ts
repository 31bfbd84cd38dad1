import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';
import { callFunction } from '../call-function.ts';

async function readSubscriptions(client: QueryClient, viewer: string) {
  const db = await databaseOf(client);
  return rowsOf(
    await db
      .from('subscriptions')
      .select('id, status, subscription_type, expires_at, cancel_at_period_end, created_at, order_id')
      .eq('user_id', viewer)
      .order('expires_at', { ascending: false })
      .limit(20),
  );
}
export type Subscription = Awaited<ReturnType<typeof readSubscriptions>>[number];

/** Active with a future expiry counts as subscribed. */
export function isActive({ status, expires_at }: Pick<Subscription, 'status' | 'expires_at'>): boolean {
  return status === 'active' && Date.parse(expires_at) > Date.now();
}

/** The one subscription that matters: the active one, else one that waits for its payment, else the last. */
export function currentSubscription(viewer: string) {
  return queryOptions({
    queryKey: ['commerce', 'subscription', viewer],
    meta: ENTITLEMENTS,
    queryFn: async ({ client }) => {
      const all = await readSubscriptions(client, viewer);
      return all.find(isActive) ?? all.find(({ status }) => status === 'past_due') ?? all[0] ?? null;
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

interface Checked {
  hasActiveSubscription: boolean;
  subscriptionType: string | null;
  expiresAt: string | null;
}

/** Asks the function; where that fails, the table. */
export function subscriptionCheck(viewer: string) {
  return queryOptions({
    queryKey: ['commerce', 'subscription-check', viewer],
    queryFn: ({ client }): Promise<Checked> =>
      callFunction<Checked>('check-subscription').catch(async () => {
        const active = (await readSubscriptions(client, viewer)).find(isActive);
        return {
          hasActiveSubscription: active !== undefined,
          subscriptionType: active?.subscription_type ?? null,
          expiresAt: active?.expires_at ?? null,
        };
      }),
    staleTime: 0,
    retry: 1,
  });
}
