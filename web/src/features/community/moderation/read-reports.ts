import type { Database } from '@lakou/contract/database-types';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

type Functions = Database['public']['Functions'];
/** The generated types do not know which columns of a function's result can be null. */
type Nullable<Row, Empty extends keyof Row> = Omit<Row, Empty> & { [Column in Empty]: Row[Column] | null };
export type Report = Nullable<
  Functions['report_queue']['Returns'][number],
  'title' | 'hidden_at' | 'author_id' | 'author_username'
> & { target_kind: 'topic' | 'post' };
type Suspended = Nullable<Functions['suspended_members']['Returns'][number], 'avatar_url' | 'until'>;

const REPORTS_PER_PAGE = 20;

/** Open reports, oldest first. */
export function reportQueue(page: number) {
  return queryOptions({
    queryKey: ['forum', 'reports', page],
    queryFn: async ({ client }) => {
      const answer = await (await databaseOf(client)).rpc('report_queue', { page });
      const reports = rowsOf(answer) as Report[];
      return { reports, pages: Math.ceil((reports[0]?.total ?? 0) / REPORTS_PER_PAGE) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

export function suspendedMembers() {
  return queryOptions({
    queryKey: ['forum', 'reports', 'suspended'],
    queryFn: async ({ client }): Promise<Suspended[]> =>
      rowsOf(await (await databaseOf(client)).rpc('suspended_members')),
    staleTime: 0,
  });
}
