import { AdminShell } from '#features/admin/admin-shell.tsx';
import { PaymentDays } from '#features/admin/payments/payment-days.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function PaymentDaysPage() {
  const t = useTranslations();
  return (
    <AdminShell
      title={t('admin.days')}
      text={t('admin.days_text')}
      path={[{ label: t('admin.payments'), to: '/admin/payments' }]}
    >
      <PaymentDays />
    </AdminShell>
  );
}
