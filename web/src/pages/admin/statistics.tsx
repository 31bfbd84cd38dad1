import { AdminShell } from '#features/admin/admin-shell.tsx';
import { StatisticsSection } from '#features/admin/dashboard/statistics-section.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminStatistics() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.numbers')} text={t('admin.numbers_text')}>
      <StatisticsSection />
    </AdminShell>
  );
}
