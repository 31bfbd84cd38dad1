import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { MOVIE_CARD, SERIES_CARD } from '../title.ts';

export const WATCHLIST_COLUMNS =
  `id, movies(${MOVIE_CARD}, published, published_at, title_translations), series(${SERIES_CARD}, published, title_translations)` as const;

/** The first and the last row of a page, counted from 0. */
export function rangeOf(page: number): [from: number, to: number] {
  const from = (page - 1) * TITLES_PER_PAGE;
  return [from, from + TITLES_PER_PAGE - 1];
}

/** The request of `watchlistPage`, written in the same way; for the script that sends it without the Data API's client. */
export function watchlistAddress(viewer: string, page: number): string {
  const parameters = new URLSearchParams({
    select: WATCHLIST_COLUMNS.replaceAll(' ', ''),
    user_id: `eq.${viewer}`,
    order: 'created_at.desc,id.asc',
    offset: String(rangeOf(page)[0]),
    limit: String(TITLES_PER_PAGE),
  });
  return `/rest/v1/watchlist?${parameters}`;
}
