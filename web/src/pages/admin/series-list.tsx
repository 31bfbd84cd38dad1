import { Link } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { SeriesTable } from '#features/admin/titles/series-table.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

export default function ManageSeries() {
  const t = useTranslations();
  return (
    <AdminShell
      title={t('admin.manage_series')}
      actions={
        <Button asChild>
          <Link to="/admin/series/new">{t('admin.add_series')}</Link>
        </Button>
      }
    >
      <SeriesTable />
    </AdminShell>
  );
}
