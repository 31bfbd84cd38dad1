import type { OrderStatus } from '@lakou/contract/commerce/limits';
import { useTranslations } from '#lib/translations.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const TONES: Record<OrderStatus, BadgeTone> = {
  pending: 'info',
  paid: 'success',
  failed: 'danger',
  canceled: 'muted',
  refunded: 'muted',
  disputed: 'danger',
  expired: 'muted',
};

export function OrderBadge({ status }: { status: OrderStatus }) {
  const t = useTranslations();
  return <Badge tone={TONES[status]}>{t(`admin.order_${status}`)}</Badge>;
}
