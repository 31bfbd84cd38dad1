import type { MessageKey } from '@lakou/contract/translate';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useBookingName } from '#lib/use-booking-name.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { EmptyPanel } from './empty-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { type Booking, ownPayments } from './read-purchases.ts';

/** On a phone the date is below the item, and the status below the amount. */
const COLUMNS = [
  { name: 'date', className: 'max-sm:hidden' },
  { name: 'what', className: '' },
  { name: 'amount', className: 'text-end!' },
  { name: 'status', className: 'max-sm:hidden' },
  { name: 'receipt', className: '' },
] as const;

/** Every ledger booking, each with a link to its receipt. */
export function PaymentList({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const { data: payments, isError, isFetching, refetch } = useQuery(ownPayments(viewer));
  if (!payments)
    return isError ? <FailedPanel busy={isFetching} retry={refetch} /> : <Skeleton className="h-48" />;
  if (payments.length === 0)
    return <EmptyPanel art="bird" title={t('commerce.no_payments')} text={t('commerce.no_payments_text')} />;
  return (
    <Table label={t('commerce.payments')} className="max-sm:[&_td]:px-3! max-sm:[&_th]:px-3!">
      <thead>
        <tr>
          {COLUMNS.map(({ name, className }) => (
            <th key={name} scope="col" className={className}>
              {t(`commerce.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payments.map((booking) => (
          <Row key={booking.id} booking={booking} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ booking }: { booking: Booking }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const name = useBookingName();
  const day = date(booking.occurred_at, localTimeZone());
  const what = name(booking);
  return (
    <tr>
      <td className="whitespace-nowrap max-sm:hidden">{day}</td>
      <td>
        {what}
        <span className="block text-sm text-soft sm:hidden">{day}</span>
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {money(booking.amount_minor / 100, booking.currency)}
        <span className="mt-1 block sm:hidden">
          <BookingBadge booking={booking} />
        </span>
      </td>
      <td className="max-sm:hidden">
        <BookingBadge booking={booking} />
      </td>
      <td>
        <TextLink to={`/purchases/${booking.id}`} aria-label={t('commerce.receipt_of', { date: day, what })}>
          {t('commerce.receipt')}
        </TextLink>
      </td>
    </tr>
  );
}

const KINDS: Record<string, { tone: BadgeTone; name: MessageKey }> = {
  payment: { tone: 'success', name: 'commerce.kind_payment' },
  refund: { tone: 'muted', name: 'commerce.kind_refund' },
  refund_failed: { tone: 'info', name: 'commerce.kind_refund_failed' },
  dispute: { tone: 'danger', name: 'commerce.kind_dispute' },
  dispute_won: { tone: 'success', name: 'commerce.kind_dispute_won' },
  credit: { tone: 'muted', name: 'commerce.kind_credit' },
};

export function BookingBadge({
  booking: { kind, problem },
}: {
  booking: Pick<Booking, 'kind'> & { problem: string | null };
}) {
  const t = useTranslations();
  const { tone, name } = KINDS[kind] ?? { tone: 'info' as const, name: 'commerce.payment' as const };
  return problem ? (
    <Badge tone="info">{t('commerce.payment_problem')}</Badge>
  ) : (
    <Badge tone={tone}>{t(name)}</Badge>
  );
}
