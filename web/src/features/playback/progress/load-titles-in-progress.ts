import type { QueryClient } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import type { TitleInProgress } from './read-titles-in-progress.ts';
import { sendStoredProgress } from './send-stored-progress.ts';

const MAX_TITLES = 12;

/** Apart from its key, because visitors have none. */
export async function loadTitlesInProgress(client: QueryClient, viewer: string): Promise<TitleInProgress[]> {
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
