import type { Plan } from '#lib/plan-prices.ts';
import { useTranslations } from '#lib/translations.tsx';
import type { Booking } from '../purchases/read-purchases.ts';
import { kindOf } from './payment-item.ts';

type Named = Pick<Booking, 'plan' | 'title' | 'media_type' | 'transaction_type'>;

/** What was paid for: 'Lakou: Yearly Plan', 'Movie Rental: Kafe Cho'. */
export function useBookingName(): (booking: Named) => string {
  const t = useTranslations();
  return ({ plan, title, media_type, transaction_type }) => {
    if (plan) return `Lakou: ${t(`commerce.${plan as Plan}_plan`)}`;
    const mediaType = media_type === 'series' ? 'series' : 'movie';
    const type = transaction_type === 'rental' ? 'rental' : 'purchase';
    return `${t(kindOf({ mediaType, type }))}: ${title}`;
  };
}
