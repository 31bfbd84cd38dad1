import { useNavigate } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { TitleForm } from '#features/admin/titles/title-form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { previewSeries } from './preview-title.tsx';

export default function AddSeries() {
  const t = useTranslations();
  const navigate = useNavigate();
  return (
    <AdminShell title={t('admin.new_series')} path={[{ label: t('admin.series'), to: '/admin/series' }]}>
      <Card>
        <TitleForm
          kind="series"
          title={null}
          preview={previewSeries}
          // After the form knows that nothing is unsaved.
          onSaved={({ id }) => setTimeout(() => navigate(`/admin/series/${id}`))}
        />
      </Card>
    </AdminShell>
  );
}
