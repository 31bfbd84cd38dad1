import { AdminShell } from '#features/admin/admin-shell.tsx';
import { FailedJobs } from '#features/admin/jobs/failed-jobs.tsx';
import { MediaJobs } from '#features/admin/media/media-jobs.tsx';
import { SlowStatements } from '#features/admin/statements/slow-statements.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Jobs() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.jobs')}>
      <div className="grid gap-10">
        <FailedJobs />
        <MediaJobs />
        <SlowStatements />
      </div>
    </AdminShell>
  );
}
