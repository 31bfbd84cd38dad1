import { isErrorKey } from '@lakou/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { formatTimeLeft } from './format-time-left.ts';
import type { MediaJob } from './read-media.ts';

type Av1State = 'waiting' | 'making' | 'made' | 'none' | 'failed';

/** The state of an encoding job: queued, running with progress, failed with a reason and a retry button, or done. */
export function JobStatus({ job, title }: { job: MediaJob; title: string }) {
  const t = useTranslations();
  const { run, isPending } = useJobAction(job.id);
  const reason = isErrorKey(job.error_key) ? t(`errors.${job.error_key}`) : undefined;
  if (job.status === 'done')
    return <p className="text-sm text-soft">{t(`media.av1_${job.av1 as Av1State}`)}</p>;
  if (job.status === 'failed' || job.status === 'canceled') {
    return (
      <Alert
        tone={job.status === 'failed' ? 'danger' : 'info'}
        title={t(`media.${job.status}`)}
        action={
          <Button size="s" variant="secondary" busy={isPending} onClick={() => void run('retry_media_job')}>
            {t('media.try_again')}
          </Button>
        }
      >
        {reason}
      </Alert>
    );
  }
  const running = job.status === 'running';
  const step = t(
    `media.${running ? ((job.stage as 'checking' | 'first' | 'second' | null) ?? 'checking') : 'queued'}`,
  );
  const notes = [
    step,
    running && `${Math.floor(job.percent)} %`,
    running && formatTimeLeft(t, job.seconds_left),
  ];
  return (
    <div className="grid gap-2">
      <Progress
        label={t('media.job_progress', { title })}
        value={running && job.stage !== 'checking' ? job.percent / 100 : undefined}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-soft">{notes.filter(Boolean).join(' · ')}</p>
        <Button size="s" variant="quiet" busy={isPending} onClick={() => void run('cancel_media_job')}>
          {t('media.cancel_job')}
        </Button>
      </div>
      {reason && (
        <p role="status" className="text-sm text-highlight-text">
          {reason} {t('media.retry_soon')}
        </p>
      )}
    </div>
  );
}

function useJobAction(job_id: string) {
  const queries = useQueryClient();
  return useAction(
    async (action: 'retry_media_job' | 'cancel_media_job') =>
      rowOrNull(await (await supabase()).rpc(action, { job_id })),
    {
      errorKey: 'media.action_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: ['media', 'job'] }),
    },
  );
}
