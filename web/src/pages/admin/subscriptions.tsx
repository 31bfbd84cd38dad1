import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { SubscriptionsTable } from '../../features/admin/members/subscriptions-table.tsx';
import { useWords } from '../../lib/words.tsx';

export default function ManageSubscriptions() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.manage_subscriptions')}>
      <SubscriptionsTable />
    </AdminShell>
  );
}
