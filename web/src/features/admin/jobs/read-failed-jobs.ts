import type { Database } from '@lakou/contract/database-types';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export type FailedJob = Database['public']['Functions']['admin_failed_jobs']['Returns'][number];

/** Keep equal to the limit of admin_failed_jobs in supabase/migrations. */
const PAGE_SIZE = 25;
const REFETCH_MS = 15_000;

/** Background work that failed, the newest first, for admins. */
export const failedJobs = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'failed-jobs'],
    queryFn: async ({ client, pageParam: last }) =>
      rowsOf(
        await (await databaseOf(client)).rpc(
          'admin_failed_jobs',
          last ? { before_time: last.failed_at, before_id: last.id } : {},
        ),
      ),
    initialPageParam: undefined as FailedJob | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
