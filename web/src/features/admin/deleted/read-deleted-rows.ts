import type { Database } from '@lakou/contract/database-types';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export type DeletedRow = Database['public']['Functions']['admin_deleted_rows']['Returns'][number];

/** Keep equal to the limit of admin_deleted_rows in supabase/migrations. */
const PAGE_SIZE = 25;

/** What staff deleted and can be restored, the newest first, for admins. */
export const deletedRows = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'deleted-rows'],
    queryFn: async ({ client, pageParam: last }) =>
      rowsOf(
        await (await databaseOf(client)).rpc(
          'admin_deleted_rows',
          last ? { before_time: last.deleted_at, before_id: last.id } : {},
        ),
      ),
    initialPageParam: undefined as DeletedRow | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
    staleTime: 0,
  });
