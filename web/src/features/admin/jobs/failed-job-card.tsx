import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { FailedJob } from './read-failed-jobs.ts';
import { useJobName } from './use-job-name.ts';

interface FailedJobCardProps {
  job: FailedJob;
  busy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** One failed job: what it is, since when, how often it was tried, and why it failed last. */
export function FailedJobCard({ job, busy, onRetry, onDiscard }: FailedJobCardProps) {
  const t = useTranslations();
  const format = useFormat();
  const name = useJobName()(job.kind);
  const { failed_at, attempts, last_error, repeats } = job;
  const date = `${format.date(failed_at)} ${failed_at.slice(11, 16)} UTC`;
  return (
    <Card asChild className="grid gap-3">
      <li>
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-soft">
            {t('admin.job_failed_at', { date })} · {t('admin.job_tried', { count: attempts })}
          </p>
        </div>
        <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-wrap">{last_error}</p>
        {repeats && <p className="text-sm text-soft">{t('admin.job_repeats')}</p>}
        <div className="flex flex-wrap gap-3">
          <Button
            size="s"
            variant="secondary"
            busy={busy}
            onClick={onRetry}
            aria-label={`${t('admin.retry_job')}: ${name}`}
          >
            {t('admin.retry_job')}
          </Button>
          {!repeats && (
            <Button
              size="s"
              variant="quiet"
              onClick={onDiscard}
              aria-label={`${t('admin.discard_job')}: ${name}`}
            >
              {t('admin.discard_job')}
            </Button>
          )}
        </div>
      </li>
    </Card>
  );
}
