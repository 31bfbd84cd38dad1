import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { MediaJobs } from '../../features/admin/media/media-jobs.tsx';
import { useWords } from '../../lib/words.tsx';

export default function Jobs() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.jobs')}>
      <MediaJobs />
    </AdminShell>
  );
}
