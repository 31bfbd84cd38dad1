import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { reportQueue } from './read-reports.ts';
import { ReportCard } from './report-card.tsx';
import { SuspendedMembers } from './suspended-members.tsx';

/** For moderators: open reports and suspended members. */
export function ReportsScreen() {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const { data, isError, isFetching, refetch } = useQuery(reportQueue(page));
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <p className="text-soft">{t('community.reports_text')}</p>
      {data && data.reports.length > 0 ? (
        <ul aria-label={t('community.reports_title')} className="grid gap-4">
          {data.reports.map((report) => (
            <li key={report.target_id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          art={<LazyIllustration of="lamp" className="size-48" />}
          title={t('community.reports_none')}
          text={t('community.reports_none_text')}
        />
      ) : isError ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" busy={isFetching} onClick={() => void refetch()}>
              {t('shell.retry')}
            </Button>
          }
        >
          {t('community.reports_failed')}
        </Alert>
      ) : (
        <Skeleton className="h-64" />
      )}
      <Pagination page={page} pages={data?.pages ?? 1} hrefFor={(other) => `?page=${other}`} />
      <SuspendedMembers />
    </div>
  );
}
