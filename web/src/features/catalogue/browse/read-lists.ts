import type { TitleFilter } from '@lakou/contract/catalogue/browse';
import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { type Kind, MOVIE_CARD } from '../title.ts';

/** Counted from 1. */
export type FilteredPage = TitleFilter & { page: number };

/** One page of the films or series that match. */
export function titlesPage(kind: Kind, filter: FilteredPage) {
  return queryOptions({
    queryKey: ['catalogue', 'list', kind, filter],
    queryFn: ({ client, signal }) => readPage(client, kind, filter, signal),
    placeholderData: keepPreviousData,
  });
}

const CARD = `${MOVIE_CARD}, published_at, title_translations, season_count, episode_count, total` as const;

async function readPage(
  client: QueryClient,
  kind: Kind,
  { q, genre, sort, page, ...filters }: FilteredPage,
  signal: AbortSignal,
) {
  const parameters = {
    of_kind: kind,
    ...(genre && { in_genre: genre }),
    ...(q && { containing: q }),
    ...filters,
    list_order: sort,
    page,
    page_size: TITLES_PER_PAGE,
  };
  const titles = rowsOf(
    await (await databaseOf(client))
      .rpc('browse_titles', parameters, { get: true })
      .select(CARD)
      .abortSignal(signal),
  );
  return { titles, count: titles[0]?.total ?? 0 };
}
