import { AdminShell } from '#features/admin/admin-shell.tsx';
import { SubscriptionsTable } from '#features/admin/members/subscriptions-table.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ManageSubscriptions() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.manage_subscriptions')}>
      <SubscriptionsTable />
    </AdminShell>
  );
}
