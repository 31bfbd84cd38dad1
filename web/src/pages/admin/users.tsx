import { AdminShell } from '#features/admin/admin-shell.tsx';
import { UsersTable } from '#features/admin/members/users-table.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ManageUsers() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.user_management')}>
      <UsersTable />
    </AdminShell>
  );
}
