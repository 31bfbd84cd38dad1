import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const tones: Record<string, BadgeTone> = { active: 'success', canceled: 'danger', expired: 'muted' };
const names: Record<string, MessageKey> = {
  active: 'admin.status_active',
  canceled: 'admin.status_canceled',
  expired: 'admin.status_expired',
  past_due: 'admin.status_past_due',
};

/** Active green, canceled red, expired grey, anything else blue. */
export function SubscriptionBadge({ status, expires_at }: { status: string; expires_at: string | null }) {
  const t = useTranslations();
  const isExpired = status === 'active' && expires_at !== null && Date.parse(expires_at) <= Date.now();
  const effective = isExpired ? 'expired' : status;
  const name = names[effective];
  return <Badge tone={tones[effective] ?? 'info'}>{name ? t(name) : effective}</Badge>;
}
