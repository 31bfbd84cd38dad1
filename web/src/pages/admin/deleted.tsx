import { AdminShell } from '#features/admin/admin-shell.tsx';
import { DeletedRows } from '#features/admin/deleted/deleted-rows.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminDeleted() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.deleted')} text={t('admin.deleted_text')}>
      <DeletedRows />
    </AdminShell>
  );
}
