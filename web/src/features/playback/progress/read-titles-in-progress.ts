import type { Database } from '@lakou/contract/database-types';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { sendStoredProgress } from './send-stored-progress.ts';

const MAX_TITLES = 12;

export type TitleInProgress = Database['public']['Functions']['continue_watching']['Returns'][number];

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
  if (films.length === 0) return titles;
  // The cards are wide, so films show their banner instead of the poster.
  const banners = rowsOf(await db.from('movies').select('id, banner_url').in('id', films));
  const bannerOf = new Map(banners.map(({ id, banner_url }) => [id, banner_url]));
  return titles.map((one) => ({ ...one, thumbnail_url: bannerOf.get(one.media_id) ?? one.thumbnail_url }));
}
