import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { UsersTable } from '../../features/admin/members/users-table.tsx';
import { useWords } from '../../lib/words.tsx';

export default function ManageUsers() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.user_management')}>
      <UsersTable />
    </AdminShell>
  );
}
