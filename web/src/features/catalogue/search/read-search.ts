import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export interface SearchResult {
  kind: 'movie' | 'series' | 'topic';
  id: string;
  title: string;
  /** Year and director, or the category of a topic. */
  subtitle: string;
  image_url: string | null;
}

/** Films, series and topics that match the text, ranked by the database. */
export function searchFor(text: string) {
  return queryOptions({
    queryKey: ['catalogue', 'search', text],
    queryFn: !text
      ? skipToken
      : async ({ client, signal }) =>
          rowsOf(
            await (await databaseOf(client))
              .rpc('search', { query: text }, { get: true })
              .select('kind, id, title, subtitle, image_url')
              .abortSignal(signal),
          ) as SearchResult[],
    refetchOnReconnect: true,
  });
}
