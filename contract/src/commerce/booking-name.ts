import type { MessageKey } from '../translate.ts';
import type { Plan } from './limits.ts';
import { type ItemReference, itemKindOf } from './payment-item.ts';

export interface NamedBooking {
  plan: string | null;
  title: string;
  media_type: string | null;
  transaction_type: string;
}

/** Message key of 'Movie Purchase', 'Series Rental' … */
export function paymentKindKey({ mediaType, type }: Omit<ItemReference, 'id'>): MessageKey {
  return `commerce.${mediaType}_${type}`;
}

/** What was paid for: 'Lakou: Yearly Plan', 'Movie Rental: Kafe Cho'. */
export function nameBooking(
  { plan, title, media_type, transaction_type }: NamedBooking,
  t: (key: MessageKey) => string,
): string {
  if (transaction_type === 'gift') return `${t('commerce.gift_title')}: ${title}`;
  if (plan) return `Lakou: ${t(`commerce.${plan as Plan}_plan`)}`;
  if (transaction_type === 'pass') return `Lakou: ${t('commerce.pass_plan')}`;
  return `${t(paymentKindKey(itemKindOf({ media_type, transaction_type })))}: ${title}`;
}
