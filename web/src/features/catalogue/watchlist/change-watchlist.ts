import { type QueryClient, useMutation } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { Kind } from '../title.ts';
import type { Viewer } from '../viewer.ts';
import { columnOf, onWatchlist, type WatchlistPage } from './read-watchlist.ts';

type Row = { user_id: string } & ({ movie_id?: string } | { series_id?: string });

interface Change {
  viewer: Viewer;
  kind: Kind;
  id: string;
  /** Whether the title is to be on the list. */
  listed: boolean;
}

/** Adds a title to the member's list or takes it off. Doing it twice does no harm. */
export function useChangeWatchlist() {
  return useMutation({
    mutationFn: async ({ viewer, kind, id, listed }: Change) => {
      const table = (await supabase()).from('watchlist');
      const row: Row = { user_id: viewer, [columnOf(kind)]: id };
      const once = { onConflict: `user_id,${columnOf(kind)}`, ignoreDuplicates: true };
      rowOrNull(listed ? await table.upsert(row, once) : await table.delete().match(row));
    },
    onMutate: ({ viewer, kind, id, listed }, { client }) => {
      client.setQueryData(onWatchlist(viewer, kind, id).queryKey, listed);
      if (listed) return;
      client.setQueriesData<WatchlistPage>(
        { queryKey: ['catalogue', 'watchlist', viewer] },
        (page) => page && { ...page, titles: page.titles.filter(({ title }) => title.id !== id) },
      );
    },
    onSettled: (_data, _error, { viewer, kind, id }, _before, { client }) =>
      readAgain(client, [['catalogue', 'watchlist', viewer], onWatchlist(viewer, kind, id).queryKey]),
  });
}

function readAgain(client: QueryClient, keys: (readonly unknown[])[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
