import { useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useAction } from '#lib/use-action.ts';
import type { Kind } from '../title.ts';
import type { Viewer } from '../viewer.ts';
import { columnOf, isOnWatchlist, type WatchlistPage } from './read-watchlist.ts';

type Row = { user_id: string } & ({ movie_id?: string } | { series_id?: string });

export interface Change {
  viewer: Viewer;
  kind: Kind;
  id: string;
  /** True adds the title, false removes it. */
  listed: boolean;
}

/** Adds a title to the member's watchlist or removes it; idempotent. Shown at once. */
export function useChangeWatchlist({ onChanged }: { onChanged: (change: Change) => void }) {
  const client = useQueryClient();
  return useAction(
    async ({ viewer, kind, id, listed }: Change) => {
      const table = (await supabase()).from('watchlist');
      const row: Row = { user_id: viewer, [columnOf(kind)]: id };
      const once = { onConflict: `user_id,${columnOf(kind)}`, ignoreDuplicates: true };
      rowOrNull(listed ? await table.upsert(row, once) : await table.delete().match(row));
    },
    {
      inputKey: ({ id }) => id,
      onMutate: ({ viewer, kind, id, listed }) => {
        client.setQueryData(isOnWatchlist(viewer, kind, id).queryKey, listed);
        if (listed) return;
        client.setQueriesData<WatchlistPage>(
          { queryKey: ['catalogue', 'watchlist', viewer] },
          (page) => page && { ...page, titles: page.titles.filter(({ title }) => title.id !== id) },
        );
      },
      onSuccess: (_, change) => onChanged(change),
      // Not waited for: who undoes a removal at once would be taken for somebody who pressed twice.
      onSettled: ({ viewer, kind, id }) => {
        void client.invalidateQueries({ queryKey: ['catalogue', 'watchlist', viewer] });
        void client.invalidateQueries({ queryKey: isOnWatchlist(viewer, kind, id).queryKey });
      },
      signInKey: 'catalogue.watchlist_sign_in',
      signIn: 'offer',
      errorKey: 'catalogue.watchlist_failed',
    },
  );
}
