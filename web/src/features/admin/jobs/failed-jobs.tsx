import type { MessageKey } from '@lakou/contract/translate';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { FailedJobCard } from './failed-job-card.tsx';
import { type FailedJob, failedJobs } from './read-failed-jobs.ts';
import { useJobName } from './use-job-name.ts';

const DONE: Record<JobAction, MessageKey> = {
  retry_failed_job: 'admin.job_retried',
  discard_failed_job: 'admin.job_discarded',
};
type JobAction = 'retry_failed_job' | 'discard_failed_job';

/** Background work that the server has given up: to be tried again or discarded. */
export function FailedJobs() {
  const t = useTranslations();
  return (
    <section aria-labelledby="failed-jobs" className="grid gap-4">
      <div>
        <h2 id="failed-jobs" className="font-display text-heading font-[750]">
          {t('admin.failed_jobs')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.failed_jobs_text')}</p>
      </div>
      <FailedJobsList />
    </section>
  );
}

function FailedJobsList() {
  const t = useTranslations();
  const nameOf = useJobName();
  const act = useJobAction();
  const [discarding, setDiscarding] = useState<FailedJob | null>(null);
  const query = useInfiniteQuery(failedJobs());
  if (!query.data) {
    if (!query.isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={query.isFetching} retry={query.refetch} />;
  }
  const jobs = query.data.pages.flat();
  const discard = async (job: FailedJob) => {
    await act.run({ id: job.id, action: 'discard_failed_job' });
    setDiscarding(null);
  };
  return (
    <>
      {jobs.length === 0 && <p role="status">{t('admin.no_failed_jobs')}</p>}
      <ul aria-labelledby="failed-jobs" className="grid gap-4 empty:hidden">
        {jobs.map((job) => (
          <FailedJobCard
            key={job.id}
            job={job}
            busy={act.isPending && act.input?.id === job.id}
            onRetry={() => void act.run({ id: job.id, action: 'retry_failed_job' })}
            onDiscard={() => setDiscarding(job)}
          />
        ))}
      </ul>
      <MoreButton query={query} variant="secondary">
        {t('admin.older_failed_jobs')}
      </MoreButton>
      <AlertDialog
        open={discarding !== null}
        onOpenChange={(open) => !open && setDiscarding(null)}
        title={t('admin.discard_job_question', { name: discarding ? nameOf(discarding.kind) : '' })}
        description={t('admin.discard_job_text')}
        confirm={t('admin.discard_job')}
        danger
        busy={act.isPending}
        onConfirm={() => discarding && void discard(discarding)}
      />
    </>
  );
}

function useJobAction() {
  const t = useTranslations();
  const queries = useQueryClient();
  return useAdminAction(
    async ({ id, action }: { id: number; action: JobAction }) => {
      const isDone = rowOrNull(await (await supabase()).rpc(action, { job_id: id }));
      toast.success(t(isDone ? DONE[action] : 'admin.job_settled'));
    },
    {
      inputKey: ({ id }) => String(id),
      errorKey: 'admin.job_action_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: failedJobs().queryKey }),
    },
  );
}
