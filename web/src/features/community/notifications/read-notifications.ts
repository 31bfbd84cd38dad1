import type { Database } from '@lakou/contract/database-types';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

type Row = Database['public']['Functions']['my_notifications']['Returns'][number];
type Empty = 'post_id' | 'actor_id' | 'actor_username' | 'actor_avatar_url' | 'read_at';
/** Generated types do not know which columns of a function's answer may be empty. */
export type Notification = Omit<Row, Empty> & { [Column in Empty]: string | null };

/** How many wait for the member; kept true by live changes. */
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
/** Some, or all of them. */
export function useMarkRead(viewer: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids?: string[]) =>
      rowsOf(await (await supabase()).rpc('mark_notifications_read', ids ? { ids } : {})),
    onSuccess: async (left) => {
      client.setQueryData(unreadCount(viewer).queryKey, left);
      await client.invalidateQueries({ queryKey: ['notifications', viewer, 'list'] });
    },
  });
}
