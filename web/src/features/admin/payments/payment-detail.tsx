import { nameProvider } from '@lakou/contract/commerce/booking-name';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useBookingName } from '#lib/use-booking-name.ts';
import { Button } from '#ui/button.tsx';

import { Card } from '#ui/card.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import { OrderBadge } from './order-badge.tsx';
import { type PaymentDetail, paymentDetail } from './read-payments.ts';

/** One order: who, what, how, every entry of the ledger and what can be done with it. */
export function PaymentScreen({ order }: { order: string }) {
  const t = useTranslations();
  const { data: payment, isError, isFetching, refetch } = useQuery(paymentDetail(order));
  if (payment) return <Details payment={payment} />;
  if (payment === null)
    return (
      <AdminEmptyState
        title={t('errors.no_longer_there')}
        action={
          <Button asChild>
            <Link to="/admin/payments">{t('admin.find_payment')}</Link>
          </Button>
        }
      />
    );
  if (!isError) return <CentredSpinner />;
  return <LoadFailed title="admin.payments_failed" busy={isFetching} retry={refetch} />;
}

function Details({ payment }: { payment: PaymentDetail }) {
  const t = useTranslations();
  const { date, money, price } = useFormat();
  const name = useBookingName();
  const { user_id, username, email, gift, phone } = payment;
  return (
    <div className="grid gap-6">
      <Card className="grid gap-5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <strong className="font-display text-heading font-[750] tabular-nums">
            {money(payment.amount_minor / 100, payment.currency)}
          </strong>
          <OrderBadge status={payment.status} />
          {payment.price_minor !== null && payment.exchange_rate !== null && (
            <span className="text-soft">
              {t('admin.payment_rate', {
                dollars: price(payment.price_minor / 100),
                rate: payment.exchange_rate,
              })}
            </span>
          )}
        </p>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr] sm:*:contents">
          <Line name={t('admin.payment_what')}>{name(payment)}</Line>
          <Line name={t('admin.payment_who')}>
            {user_id ? (
              <Link to={`/admin/users/${user_id}`} className="font-semibold rounded-s hover:underline">
                {username ?? email}
              </Link>
            ) : (
              t('admin.deleted_member')
            )}
            {email && <span className="block text-sm text-soft">{email}</span>}
          </Line>
          {phone && <Line name={t('admin.payment_phone')}>{phone}</Line>}
          {payment.discount_minor !== null && (
            <Line name={t('admin.payment_discount')}>
              {price(payment.discount_minor / 100)} · {payment.promotion}
            </Line>
          )}
          {gift && (
            <Line name={t('admin.payment_gift', { name: gift.recipient_name })}>
              {t(`admin.gift_code_${gift.status}`)}
            </Line>
          )}
          {user_id && payment.credit_minor > 0 && (
            <Line name={t('admin.payment_credit')}>{price(payment.credit_minor / 100)}</Line>
          )}
          <Line name={t('admin.payment_date')}>{date(payment.created_at)}</Line>
          <Line name={t('admin.payment_method')}>{nameProvider(payment.provider, t)}</Line>
          <Line name={t('admin.payment_reference')}>
            <code>{payment.provider_reference}</code>
          </Line>
          <Line name={t('admin.payment_order')}>
            <code>{payment.id}</code>
          </Line>
        </dl>
      </Card>
      <LedgerEntries payment={payment} />
      {payment.alerts.length > 0 && (
        <section aria-labelledby="payment-alerts" className="grid gap-3">
          <h2 id="payment-alerts" className="font-display text-heading font-[750]">
            {t('admin.payment_alerts')}
          </h2>
          <ul className="grid gap-2">
            {payment.alerts.map(({ reason, created_at, note }) => (
              <li key={reason}>
                {t(`admin.alert_${reason}`)} · {date(created_at)} {note && `· ${note}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
