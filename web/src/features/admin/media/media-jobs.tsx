import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { JobStatus } from './job-status.tsx';

/** While a job is queued or running. */
const REFETCH_MS = 3000;

const newestJobs = () =>
  queryOptions({
    queryKey: ['media', 'jobs'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('media_jobs')
          .select('*, movies(title), episodes(title, series_id)')
          .order('created_at', { ascending: false })
          .limit(50),
      ),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running' || status === 'queued') ? REFETCH_MS : false,
  });

/** The newest 50 encoding jobs. */
export function MediaJobs() {
  const t = useTranslations();
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(newestJobs());
  if (isError && !data) return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  if (data.length === 0)
    return <AdminEmptyState title={t('admin.no_jobs')} text={t('admin.no_jobs_text')} of="projector" />;
  return (
    <ul className="grid gap-4">
      {data.map((job) => {
        const title = job.movies?.title ?? job.episodes?.title ?? t('admin.untitled');
        const to = job.movie_id
          ? `/admin/movies/${job.movie_id}`
          : `/admin/series/${job.episodes?.series_id ?? ''}`;
        return (
          <Card key={job.id} asChild className="grid gap-3">
            <li>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center rounded-s font-semibold hover:underline"
                >
                  {title}
                </Link>
                <span className="flex flex-wrap items-center gap-3 text-sm text-soft">
                  {format.date(job.created_at)}
                  {job.status === 'done' && <Badge tone="success">{t('admin.video_ready')}</Badge>}
                  {(job.status === 'queued' || job.status === 'running') && (
                    <Badge tone="info">{t('admin.video_waiting')}</Badge>
                  )}
                </span>
              </div>
              <JobStatus job={job} title={title} />
            </li>
          </Card>
        );
      })}
    </ul>
  );
}
