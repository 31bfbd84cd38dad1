import { Link } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { ExchangeRate } from '#features/admin/payments/exchange-rate.tsx';
import { ExportPayments } from '#features/admin/payments/export-payments.tsx';
import { PaymentAlerts } from '#features/admin/payments/payment-alerts.tsx';
import { PaymentSearch } from '#features/admin/payments/payment-search.tsx';
import { TaxRates } from '#features/admin/payments/tax-rates.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

export default function ManagePayments() {
  const t = useTranslations();
  return (
    <AdminShell
      title={t('admin.payments')}
      actions={
        <Button variant="secondary" asChild>
          <Link to="/admin/payments/days">{t('admin.days')}</Link>
        </Button>
      }
    >
      <div className="grid gap-10">
        <PaymentAlerts />
        <PaymentSearch />
        <ExportPayments />
        <ExchangeRate />
        <TaxRates />
      </div>
    </AdminShell>
  );
}
