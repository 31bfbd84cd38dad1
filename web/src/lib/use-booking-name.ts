import { type NamedBooking, nameBooking } from '@lakou/contract/commerce/booking-name';
import { useTranslations } from './translations.tsx';

/** What was paid for: 'Lakou: Yearly Plan', 'Movie Rental: Kafe Cho'. */
export function useBookingName(): (booking: NamedBooking) => string {
  const t = useTranslations();
  return (booking) => nameBooking(booking, t);
}
