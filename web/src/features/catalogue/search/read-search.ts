import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** One answer of the search. */
export interface Found {
  kind: 'movie' | 'series' | 'topic';
  id: string;
  title: string;
  /** Year and director, or a topic's room. */
  subtitle: string;
  image_url: string | null;
}

/** Films, series and topics that have something to do with a text, the best first, as the database ranks them. */
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
          ) as Found[],
    refetchOnReconnect: true,
  });
}
