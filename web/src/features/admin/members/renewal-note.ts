import type { MessageKey } from '@lakou/contract/translate';

interface Period {
  status: string;
  expires_at: string;
  cancel_at_period_end: boolean;
}

/** What happens when the period of a subscription ends; nothing more if it is over, cancelled or unpaid. */
export function renewalNote(period: Period, now: number): MessageKey | null {
  const { status, expires_at, cancel_at_period_end } = period;
  if (status !== 'active' || Date.parse(expires_at) <= now) return null;
  return cancel_at_period_end ? 'admin.ends_then' : 'admin.renews_then';
}
