import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { type CardTitle, type Kind, MOVIE_CARD, SERIES_CARD } from '../title.ts';
import { VISITOR, type Viewer } from '../viewer.ts';

export interface ListedTitle {
  kind: Kind;
  title: CardTitle;
}

export interface WatchlistPage {
  titles: ListedTitle[];
  count: number;
}

/** Newest first. Titles that the member can no longer see are left out. */
export function watchlistPage(viewer: Viewer | undefined, page = 1) {
  return queryOptions({
    queryKey: ['catalogue', 'watchlist', viewer, { page }],
    queryFn: viewer ? ({ client }) => readWatchlist(client, viewer, page) : skipToken,
    placeholderData: keepPreviousData,
  });
}

async function readWatchlist(client: QueryClient, viewer: Viewer, page: number): Promise<WatchlistPage> {
  const from = (page - 1) * TITLES_PER_PAGE;
  const response = await (await databaseOf(client))
    .from('watchlist')
    .select(
      `id, movies(${MOVIE_CARD}, published, published_at), series(${SERIES_CARD}, published)` as const,
      { count: 'exact' },
    )
    .eq('user_id', viewer)
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + TITLES_PER_PAGE - 1);
  const titles = rowsOf(response).flatMap(({ movies, series }): ListedTitle[] => {
    if (movies) return [{ kind: 'movie', title: movies }];
    return series ? [{ kind: 'series', title: series }] : [];
  });
  return { titles, count: response.count ?? 0 };
}

/** Whether a title is on the member's watchlist. */
export function isOnWatchlist(viewer: Viewer | undefined, kind: Kind, id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'on-watchlist', viewer, kind, id],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const column = columnOf(kind);
      const rows = rowsOf(
        await db
          .from('watchlist')
          .select('id')
          .eq('user_id', viewer ?? '')
          .eq(column, id)
          .limit(1),
      );
      return rows.length > 0;
    },
    enabled: viewer !== undefined && viewer !== VISITOR,
  });
}

export function columnOf(kind: Kind): 'movie_id' | 'series_id' {
  return kind === 'movie' ? 'movie_id' : 'series_id';
}
