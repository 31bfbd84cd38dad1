import { AdminShell } from '#features/admin/admin-shell.tsx';
import { AuditTable } from '#features/admin/audit-table.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Audit() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.audit')}>
      <AuditTable />
    </AdminShell>
  );
}
