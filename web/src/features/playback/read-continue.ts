import type { Database } from '@lakou/contract/database-types';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '../../lib/database.ts';
import { sendKeptPlaces } from './send-kept-places.ts';

/** As many as anybody looks at. */
const MOST = 12;

/** What this member has begun, newest first. */
export function begunTitles(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['playback', 'begun', viewer],
    queryFn:
      viewer === undefined
        ? skipToken
        : async ({ client }) => {
            await sendKeptPlaces(viewer).catch(() => {});
            return rowsOf(await (await databaseOf(client)).rpc('continue_watching', { max_rows: MOST }));
          },
    // The player lives in another tab: what it did is seen on coming back.
    staleTime: 5000,
    refetchOnWindowFocus: true,
  });
}
export type BegunTitle = Database['public']['Functions']['continue_watching']['Returns'][number];
