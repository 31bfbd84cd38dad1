import type { SubscriptionResponse } from '@lakou/contract/commerce/responses';
import { callFunction } from './call-function.ts';
import { rowsOf } from './database.ts';
import { supabase } from './supabase.ts';

/** Whether a member is subscribed: calls `check-subscription`, and reads the table when that fails. */
export function checkSubscription(member: string): Promise<SubscriptionResponse> {
  return callFunction('check-subscription', {}).catch(async () => {
    const [active] = rowsOf(
      await (await supabase())
        .from('subscriptions')
        .select('subscription_type, expires_at')
        .eq('user_id', member)
        .eq('status', 'active')
        .gt('expires_at', new Date().toISOString())
        .order('expires_at', { ascending: false })
        .limit(1),
    );
    return {
      hasActiveSubscription: active !== undefined,
      subscriptionType: active?.subscription_type ?? null,
      expiresAt: active?.expires_at ?? null,
    };
  });
}
