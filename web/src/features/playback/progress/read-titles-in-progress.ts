import type { Database, Json } from '@lakou/contract/database-types';
import { queryOptions, skipToken } from '@tanstack/react-query';

export type TitleInProgress = Database['public']['Functions']['continue_watching']['Returns'][number] & {
  /** Of the film, or of the episode's series. */
  name_translations?: Json | undefined;
};

/** Titles this member has started, newest first. */
export function titlesInProgress(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['playback', 'in-progress', viewer],
    queryFn:
      viewer === undefined
        ? skipToken
        : async ({ client }) =>
            (await import('./load-titles-in-progress.ts')).loadTitlesInProgress(client, viewer),
    // The player opens in another tab; returning to this one shows the new progress.
    staleTime: 5000,
    refetchOnWindowFocus: true,
  });
}
