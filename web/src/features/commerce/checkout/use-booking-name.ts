import type { Plan } from '@lakou/contract/commerce/limits';
import { itemKindOf } from '@lakou/contract/commerce/payment-item';
import { useTranslations } from '#lib/translations.tsx';
import type { Booking } from '../purchases/read-purchases.ts';
import { paymentKindKey } from './payment-item.ts';

type NamedBooking = Pick<Booking, 'plan' | 'title' | 'media_type' | 'transaction_type'>;

/** What was paid for: 'Lakou: Yearly Plan', 'Movie Rental: Kafe Cho'. */
export function useBookingName(): (booking: NamedBooking) => string {
  const t = useTranslations();
  return ({ plan, title, media_type, transaction_type }) => {
    if (transaction_type === 'gift') return `${t('commerce.gift_title')}: ${title}`;
    if (plan) return `Lakou: ${t(`commerce.${plan as Plan}_plan`)}`;
    if (transaction_type === 'pass') return `Lakou: ${t('commerce.pass_plan')}`;
    return `${t(paymentKindKey(itemKindOf({ media_type, transaction_type })))}: ${title}`;
  };
}
