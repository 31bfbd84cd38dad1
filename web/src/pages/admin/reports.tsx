import { AdminShell } from '#features/admin/admin-shell.tsx';
import { ReportsScreen } from '#features/community/moderation/reports-screen.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Reports() {
  const t = useTranslations();
  return (
    <AdminShell title={t('community.reports_title')}>
      <ReportsScreen />
    </AdminShell>
  );
}
