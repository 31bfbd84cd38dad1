import type { RowPlace } from '@lakou/contract/admin/limits';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** All rows of a place, also the hidden ones. */
export function savedRows(place: RowPlace) {
  return queryOptions({
    queryKey: ['admin', 'rows', place],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('front_page_rows')
          .select('*')
          .eq('place', place)
          .order('position'),
      ),
    staleTime: 0,
  });
}

export interface ChosenTitle {
  id: string;
  kind: string;
  title: string;
  thumbnail_url: string | null;
  published: boolean;
}

/** Names and pictures of chosen titles; deleted ones are missing. */
export function chosenTitles(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['admin', 'chosen-titles', ids.toSorted()],
    queryFn: async ({ client }): Promise<ChosenTitle[]> => {
      if (ids.length === 0) return [];
      const database = await databaseOf(client);
      const columns = 'id, title, thumbnail_url, published';
      const [movies, series] = await Promise.all([
        database.from('movies').select(columns).in('id', ids),
        database.from('series').select(columns).in('id', ids),
      ]);
      return [
        ...rowsOf(movies).map((title) => ({ ...title, kind: 'movie' })),
        ...rowsOf(series).map((title) => ({ ...title, kind: 'series' })),
      ];
    },
    placeholderData: keepPreviousData,
  });
}

/** Films and series for the picker. */
export function findTitles(text: string) {
  return queryOptions({
    queryKey: ['admin', 'find-titles', text],
    queryFn:
      text.length < 2
        ? skipToken
        : async ({ client, signal }) =>
            rowsOf(
              await (await databaseOf(client))
                .rpc('search', { query: text, max_each: 8 }, { get: true })
                .select('kind, id, title, subtitle, image_url')
                .neq('kind', 'topic')
                .abortSignal(signal),
            ),
  });
}
