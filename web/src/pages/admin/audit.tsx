import { AdminShell } from '#features/admin/admin-shell.tsx';
import { AuditFilterForm } from '#features/admin/audit/audit-filter-form.tsx';
import { AuditTable } from '#features/admin/audit/audit-table.tsx';
import { CheckChain } from '#features/admin/audit/check-chain.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Audit() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.audit')}>
      <AuditFilterForm />
      <AuditTable />
      <CheckChain />
    </AdminShell>
  );
}
