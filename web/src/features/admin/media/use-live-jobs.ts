import type { RealtimeChannel } from '@supabase/supabase-js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { supabase } from '#lib/supabase.ts';
import { type MediaJob, mediaTitle, newestJob } from './read-media.ts';

/** Keeps what the pages know of jobs and subtitles up to date while they are open. */
export function useLiveJobs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let left = false;
    let leave = (): void => {};
    void supabase().then((client) => {
      if (left) return;
      // A name of its own: the one that is being left would be given back.
      const channel: RealtimeChannel = client
        .channel(`media-${crypto.randomUUID()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'media_jobs' }, ({ new: row }) => {
          if ('id' in row) void take(queries, row as MediaJob);
        })
        .on('postgres_changes', { event: '*', schema: 'public', table: 'subtitles' }, () => {
          void queries.invalidateQueries({ queryKey: ['media', 'subtitles'] });
        })
        .subscribe((status) => {
          // What happened while nobody listened.
          if (status === 'SUBSCRIBED') void queries.invalidateQueries({ queryKey: ['media'] });
        });
      leave = () => void client.removeChannel(channel);
    });
    return () => {
      left = true;
      leave();
    };
  }, [queries]);
}

async function take(queries: QueryClient, job: MediaJob): Promise<void> {
  const kind = job.movie_id ? 'movie' : 'episode';
  const id = job.movie_id ?? job.episode_id ?? '';
  const { queryKey } = newestJob(kind, id);
  // A read that is under way may bring what was true before this.
  await queries.cancelQueries({ queryKey });
  const known = queries.getQueryData(queryKey);
  if (known && known.created_at > job.created_at) return;
  queries.setQueryData(queryKey, job);
  const turned = known?.status !== job.status || known.stage !== job.stage;
  if (turned) void queries.invalidateQueries({ queryKey: mediaTitle(kind, id).queryKey });
}
