import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { audioTracksOf, type MediaJob, mediaTitle, newestJob } from './read-media.ts';

/** Updates cached jobs, subtitles and sign videos when they change in the database. */
export function useLiveJobs(): void {
  const queries = useQueryClient();
  useLiveChanges([{ table: 'media_jobs' }, { table: 'subtitles' }, { table: 'sign_videos' }], {
    onChange({ table, event, row }) {
      if (table === 'subtitles') void queries.invalidateQueries({ queryKey: ['media', 'subtitles'] });
      else if (table === 'sign_videos')
        void queries.invalidateQueries({ queryKey: ['media', 'sign_videos'] });
      else if (event !== 'DELETE') void storeJob(queries, row as unknown as MediaJob);
    },
    onConnect: () => void queries.invalidateQueries({ queryKey: ['media'] }),
  });
}

async function storeJob(queries: QueryClient, job: MediaJob): Promise<void> {
  const kind = job.movie_id ? 'movie' : 'episode';
  const id = job.movie_id ?? job.episode_id ?? '';
  const { queryKey } = newestJob(kind, id);
  // A fetch that is already running could overwrite this with older data.
  await queries.cancelQueries({ queryKey });
  const known = queries.getQueryData(queryKey);
  if (known && known.created_at > job.created_at) return;
  queries.setQueryData(queryKey, job);
  const turned = known?.status !== job.status || known.stage !== job.stage;
  if (!turned) return;
  void queries.invalidateQueries({ queryKey: mediaTitle(kind, id).queryKey });
  void queries.invalidateQueries({ queryKey: audioTracksOf(kind, id).queryKey });
}
