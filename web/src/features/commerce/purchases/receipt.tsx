import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Wordmark } from '#ui/art/logo.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useBookingName } from '../checkout/use-booking-name.ts';
import { localTimeZone } from '../local-time-zone.ts';
import { BookingBadge } from './payment-list.tsx';
import { type Booking, ownPayments } from './read-purchases.ts';

interface ReceiptProps {
  /** The booking's number. */
  id: string;
  viewer: string;
  email: string;
}

export function Receipt({ id, viewer, email }: ReceiptProps) {
  const t = useTranslations();
  const { data: payments, isError, isFetching, refetch } = useQuery(ownPayments(viewer));
  if (!payments)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  const booking = payments.find((one) => String(one.id) === id);
  if (!booking)
    return (
      <EmptyState
        level={1}
        art={<LazyIllustration of="bird" className="h-56" />}
        title={t('commerce.receipt_missing')}
        text={t('commerce.receipt_missing_text')}
        action={<TextLink to="/purchases">{t('commerce.back_to_purchases')}</TextLink>}
      />
    );
  return <ReceiptDocument booking={booking} email={email} />;
}

function ReceiptDocument({ booking, email }: { booking: Booking; email: string }) {
  const t = useTranslations();
  const { date, price } = useFormat();
  const { postalAddress } = useSettings();
  const name = useBookingName();
  return (
    <div className="page-width grid max-w-3xl! gap-6 py-10 sm:py-14">
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <TextLink to="/purchases">{t('commerce.back_to_purchases')}</TextLink>
        <Button onClick={() => print()}>{t('commerce.print')}</Button>
      </div>
      <article className="overflow-hidden rounded-l border border-line bg-surface shadow-shade">
        <TaptapBand className="block h-4 w-full" />
        <div className="grid gap-8 p-6 sm:p-10">
          <header className="flex flex-wrap items-start justify-between gap-6">
            <div className="grid gap-1">
              <h1 className="text-heading">
                {t('commerce.receipt_number', { number: String(booking.id).padStart(6, '0') })}
              </h1>
              <p className="text-soft">{date(booking.occurred_at, localTimeZone())}</p>
            </div>
            <div className="grid justify-items-end gap-2 text-end">
              <Wordmark className="h-8 w-auto" />
              <address className="max-w-[24ch] text-sm text-soft not-italic">{postalAddress}</address>
            </div>
          </header>
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr] sm:*:contents">
            <Line name={t('commerce.receipt_for')}>{name(booking)}</Line>
            <Line name={t('commerce.status')}>
              <BookingBadge booking={booking} />
            </Line>
            {booking.period_end && (
              <Line name={t('commerce.paid_until')}>{date(booking.period_end, localTimeZone())}</Line>
            )}
            <Line name={t('commerce.paid_by')}>{email}</Line>
            <Line name={t('commerce.paid_through')}>{useProviderName()(booking.provider)}</Line>
            <Line name={t('commerce.reference')}>
              <code className="break-all">{booking.provider_reference}</code>
            </Line>
            <Line name={t('commerce.order')}>
              <code className="break-all">{booking.order_id}</code>
            </Line>
          </dl>
          <p className="flex items-baseline justify-between gap-4 border-t-2 border-dashed border-line-strong pt-5">
            <span className="text-lg font-semibold">{t('commerce.total')}</span>{' '}
            <strong className="font-display text-title font-[800] tabular-nums">
              {price(booking.amount_minor / 100)}
            </strong>
          </p>
          <p className="text-soft">{t('commerce.receipt_thanks')}</p>
        </div>
      </article>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useProviderName(): (provider: string) => string {
  const t = useTranslations();
  return (provider) =>
    provider === 'sandbox' ||
    provider === 'stripe' ||
    provider === 'moncash' ||
    provider === 'voucher' ||
    provider === 'promotion'
      ? t(`commerce.provider_${provider}`)
      : provider;
}
