import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { ReportsScreen } from '../../features/community/moderation/reports-screen.tsx';
import { useWords } from '../../lib/words.tsx';

export default function Reports() {
  const t = useWords();
  return (
    <AdminShell title={t('forum.reports_title')}>
      <ReportsScreen />
    </AdminShell>
  );
}
