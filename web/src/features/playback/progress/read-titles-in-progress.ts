import type { Database, Json } from '@lakou/contract/database-types';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { sendStoredProgress } from './send-stored-progress.ts';

const MAX_TITLES = 12;

export type TitleInProgress = Database['public']['Functions']['continue_watching']['Returns'][number] & {
  /** Of the film, or of the episode's series. */
  name_translations?: Json | undefined;
};

/** Titles this member has started, newest first. */
export function titlesInProgress(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['playback', 'in-progress', viewer],
    queryFn: viewer === undefined ? skipToken : ({ client }) => readTitlesInProgress(client, viewer),
    // The player opens in another tab; returning to this one shows the new progress.
    staleTime: 5000,
    refetchOnWindowFocus: true,
  });
}

async function readTitlesInProgress(client: QueryClient, viewer: string): Promise<TitleInProgress[]> {
  await sendStoredProgress(viewer).catch(() => {});
  const db = await databaseOf(client);
  const titles = rowsOf(await db.rpc('continue_watching', { max_rows: MAX_TITLES }));
  const films = titles.filter(({ media_type }) => media_type === 'movie').map(({ media_id }) => media_id);
  const series = titles.flatMap(({ series_id }) => series_id ?? []);
  if (titles.length === 0) return titles;
  const [movies, shows] = await Promise.all([
    db.from('movies').select('id, banner_url, title_translations').in('id', films),
    db.from('series').select('id, title_translations').in('id', series),
  ]);
  const filmOf = new Map(rowsOf(movies).map((film) => [film.id, film]));
  const seriesOf = new Map(rowsOf(shows).map((one) => [one.id, one]));
  return titles.map((one) => ({
    ...one,
    // The cards are wide, so films show their banner instead of the poster.
    thumbnail_url: filmOf.get(one.media_id)?.banner_url ?? one.thumbnail_url,
    name_translations: (filmOf.get(one.media_id) ?? seriesOf.get(one.series_id))?.title_translations,
  }));
}
