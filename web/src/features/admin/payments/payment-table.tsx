import { nameProvider } from '@lakou/contract/commerce/booking-name';
import type { OrderStatus } from '@lakou/contract/commerce/limits';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useBookingName } from '#lib/use-booking-name.ts';
import { Table } from '#ui/table.tsx';
import { OrderBadge } from './order-badge.tsx';
import type { PaymentRow } from './read-payments.ts';

/** On a phone, date and member are below what was paid for, and the status below the amount. */
export function PaymentTable({ rows }: { rows: PaymentRow[] }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const name = useBookingName();
  return (
    <Table label={t('admin.payments')} className="max-sm:[&_td]:px-3! max-sm:[&_th]:px-3!">
      <thead>
        <tr>
          <th scope="col">{t('admin.payment_what')}</th>
          <th scope="col" className="max-md:hidden">
            {t('admin.payment_who')}
          </th>
          <th scope="col" className="text-end!">
            {t('admin.payment_amount')}
          </th>
          <th scope="col" className="max-sm:hidden">
            {t('admin.status')}
          </th>
          <th scope="col" className="max-md:hidden">
            {t('admin.payment_date')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const who = row.user_id ? (row.username ?? row.email) : t('admin.deleted_member');
          return (
            <tr key={row.id}>
              <td className="wrap-anywhere">
                <Link to={`/admin/payments/${row.id}`} className="font-semibold rounded-s hover:underline">
                  {name(row)}
                </Link>
                <span className="block text-sm text-soft">
                  {nameProvider(row.provider, t)} <code>{row.id.slice(0, 8)}</code>
                </span>
                <span className="block text-sm text-soft md:hidden">
                  {who} · {date(row.created_at)}
                </span>
              </td>
              <td className="wrap-anywhere max-md:hidden">
                {who}
                <span className="block text-sm text-soft">{row.phone ?? row.email}</span>
              </td>
              <td className="text-end whitespace-nowrap tabular-nums">
                {money(row.amount_minor / 100, row.currency)}
                <span className="mt-1 block sm:hidden">
                  <OrderBadge status={row.status as OrderStatus} />
                </span>
              </td>
              <td className="max-sm:hidden">
                <OrderBadge status={row.status as OrderStatus} />
              </td>
              <td className="whitespace-nowrap max-md:hidden">{date(row.created_at)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
