import { AdminShell } from '#features/admin/admin-shell.tsx';
import { QualitySection } from '#features/admin/quality/quality-section.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminQuality() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.quality')} text={t('admin.quality_text')}>
      <QualitySection />
    </AdminShell>
  );
}
