import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { SeriesTable } from '../../features/admin/series-table.tsx';
import { useWords } from '../../lib/words.tsx';

export default function ManageSeries() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.manage_series')}>
      <SeriesTable />
    </AdminShell>
  );
}
