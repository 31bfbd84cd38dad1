import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { type Kind, MOVIE_CARD } from '../title.ts';

export interface FilmFilter {
  /** Text in title or description; accents, case and small typos are ignored. */
  q: string;
  /** A category's name; empty for all. */
  genre: string;
  /** Counted from 1. */
  page: number;
}

/** One page of the films that match, newest first. */
export function filmsPage({ q, genre, page }: FilmFilter) {
  return queryOptions({
    queryKey: ['catalogue', 'films', { q, genre, page }],
    queryFn: ({ client, signal }) => readPage(client, 'movie', { q, genre, page }, signal),
    placeholderData: keepPreviousData,
  });
}

export function seriesPage(page = 1) {
  return queryOptions({
    queryKey: ['catalogue', 'series', { page }],
    queryFn: ({ client, signal }) => readPage(client, 'series', { q: '', genre: '', page }, signal),
    placeholderData: keepPreviousData,
  });
}

const CARD = `${MOVIE_CARD}, published_at:created_at, season_count, episode_count, total` as const;

async function readPage(
  client: QueryClient,
  kind: Kind,
  { q, genre, page }: FilmFilter,
  signal: AbortSignal,
) {
  const parameters = {
    of_kind: kind,
    ...(genre && { in_genre: genre }),
    ...(q && { containing: q }),
    page,
    page_size: TITLES_PER_PAGE,
  };
  const titles = rowsOf(
    await (await databaseOf(client))
      .rpc('list_titles', parameters, { get: true })
      .select(CARD)
      .abortSignal(signal),
  );
  return { titles, count: titles[0]?.total ?? 0 };
}
