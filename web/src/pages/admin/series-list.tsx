import { Link } from 'react-router';
import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { SeriesTable } from '../../features/admin/titles/series-table.tsx';
import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/button.tsx';

export default function ManageSeries() {
  const t = useWords();
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
