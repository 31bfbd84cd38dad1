import { AdminShell } from '#features/admin/admin-shell.tsx';
import { Bundles } from '#features/admin/bundles/bundles.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ManageBundles() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.bundles')} text={t('admin.bundles_text')}>
      <Bundles />
    </AdminShell>
  );
}
