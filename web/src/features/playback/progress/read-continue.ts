import type { Database } from '@lakou/contract/database-types';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { sendKeptPlaces } from './send-kept-places.ts';

/** As many as anybody looks at. */
const MOST = 12;

export type BegunTitle = Database['public']['Functions']['continue_watching']['Returns'][number];

/** What this member has begun, newest first. */
export function begunTitles(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['playback', 'begun', viewer],
    queryFn: viewer === undefined ? skipToken : ({ client }) => readBegun(client, viewer),
    // The player lives in another tab: what it did is seen on coming back.
    staleTime: 5000,
    refetchOnWindowFocus: true,
  });
}

async function readBegun(client: QueryClient, viewer: string): Promise<BegunTitle[]> {
  await sendKeptPlaces(viewer).catch(() => {});
  const db = await databaseOf(client);
  const begun = rowsOf(await db.rpc('continue_watching', { max_rows: MOST }));
  const films = begun.filter(({ media_type }) => media_type === 'movie').map(({ media_id }) => media_id);
  if (films.length === 0) return begun;
  // A poster is tall; the cards are wide, as the banners are.
  const banners = rowsOf(await db.from('movies').select('id, banner_url').in('id', films));
  const wide = new Map(banners.map(({ id, banner_url }) => [id, banner_url]));
  return begun.map((one) => ({ ...one, thumbnail_url: wide.get(one.media_id) ?? one.thumbnail_url }));
}
