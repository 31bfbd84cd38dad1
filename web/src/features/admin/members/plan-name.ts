import type { MessageKey } from '@lakou/contract/translate';

/** What a member has: a plan, or passes. */
export function planName(subscriptionType: string): MessageKey {
  if (subscriptionType === 'pass') return 'admin.plan_pass';
  return subscriptionType === 'yearly' ? 'admin.plan_yearly' : 'admin.plan_monthly';
}
