import type { Database } from '@lakou/contract/database-types';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useAction } from '#lib/use-action.ts';

type Row = Database['public']['Functions']['my_notifications']['Returns'][number];
type NullableColumn =
  | 'post_id'
  | 'actor_id'
  | 'actor_username'
  | 'actor_avatar_url'
  | 'read_at'
  | 'actor_full_name';
/** The generated types do not know which columns of a function's result can be null. */
export type Notification = Omit<Row, NullableColumn> & { [Column in NullableColumn]: string | null };

/** The member's unread count; live changes update it. */
export function unreadCount(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['notifications', viewer, 'count'],
    queryFn: async ({ client }) => {
      const counts = (await databaseOf(client)).from('notification_counts');
      return rowOrNull(await counts.select('unread').eq('user_id', viewer!).maybeSingle())?.unread ?? 0;
    },
    enabled: viewer !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

export function myNotifications(viewer: string) {
  return queryOptions({
    queryKey: ['notifications', viewer, 'list'],
    queryFn: async ({ client }): Promise<Notification[]> =>
      rowsOf(await (await databaseOf(client)).rpc('my_notifications')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** Marks the given notifications as read, or all of them. */
export function useMarkRead(viewer: string) {
  const client = useQueryClient();
  return useAction(
    async (ids: string[] | 'all') =>
      rowsOf(await (await supabase()).rpc('mark_notifications_read', ids === 'all' ? {} : { ids })),
    {
      inputKey: String,
      onSuccess: async (left) => {
        client.setQueryData(unreadCount(viewer).queryKey, left);
        await client.invalidateQueries({ queryKey: ['notifications', viewer, 'list'] });
      },
      // Following one link is not disturbed by a mark that could not be saved.
      errorKey: (ids) => (ids === 'all' ? 'shell.notifications_failed' : undefined),
    },
  );
}
