import { useParams } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { PaymentScreen } from '#features/admin/payments/payment-detail.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Payment() {
  const t = useTranslations();
  const { order = '' } = useParams();
  return (
    <AdminShell
      title={`${t('admin.payment_order')} ${order.slice(0, 8)}`}
      path={[{ label: t('admin.payments'), to: '/admin/payments' }]}
    >
      <PaymentScreen key={order} order={order} />
    </AdminShell>
  );
}
