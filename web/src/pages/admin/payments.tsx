import { AdminShell } from '#features/admin/admin-shell.tsx';
import { ExchangeRate } from '#features/admin/payments/exchange-rate.tsx';
import { PaymentAlerts } from '#features/admin/payments/payment-alerts.tsx';
import { PaymentSearch } from '#features/admin/payments/payment-search.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ManagePayments() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.payments')}>
      <div className="grid gap-10">
        <PaymentAlerts />
        <PaymentSearch />
        <ExchangeRate />
      </div>
    </AdminShell>
  );
}
