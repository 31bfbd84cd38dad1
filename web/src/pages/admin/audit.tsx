import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { AuditTable } from '../../features/admin/audit-table.tsx';
import { useWords } from '../../lib/words.tsx';

export default function Audit() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.audit')}>
      <AuditTable />
    </AdminShell>
  );
}
