import type { Database } from '@lakou/contract/database-types';
import type { MediaKind } from '@lakou/contract/media/files';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';

/** The encoding of one uploaded video. */
export type MediaJob = Database['public']['Tables']['media_jobs']['Row'];
export type Subtitles = Database['public']['Tables']['subtitles']['Row'];
export type SignVideo = Database['public']['Tables']['sign_videos']['Row'];
export type AudioTrack = Database['public']['Functions']['list_audio_tracks']['Returns'][number];

const columnOf = (kind: MediaKind) => (kind === 'movie' ? 'movie_id' : 'episode_id');

/** A film or episode, published or not. */
export const mediaTitle = (kind: MediaKind, id: string) =>
  queryOptions({
    queryKey: ['media', 'title', kind, id],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const from = db.from(kind === 'movie' ? 'movies' : 'episodes');
      return rowOrNull(await from.select('id, title, video_url, has_video').eq('id', id).maybeSingle());
    },
  });

/** The job of the newest upload. */
export const newestJob = (kind: MediaKind, id: string) =>
  queryOptions({
    queryKey: ['media', 'job', kind, id],
    queryFn: async ({ client }): Promise<MediaJob | null> => {
      const jobs = (await databaseOf(client)).from('media_jobs').select('*').eq(columnOf(kind), id);
      const [newest] = rowsOf(await jobs.order('created_at', { ascending: false }).limit(1));
      return newest ?? null;
    },
  });

/** `ready`, or the reason why no server encodes films. */
export const workersState = () =>
  queryOptions({
    queryKey: ['media', 'workers'],
    queryFn: async ({ client }) => rowOrNull(await (await databaseOf(client)).rpc('media_workers_state')),
  });

export const subtitlesOf = (kind: MediaKind, id: string) =>
  queryOptions({
    queryKey: ['media', 'subtitles', kind, id],
    queryFn: async ({ client }) => {
      const subtitles = (await databaseOf(client)).from('subtitles').select('*').eq(columnOf(kind), id);
      return rowsOf(await subtitles.order('created_at'));
    },
  });

export const signVideosOf = (kind: MediaKind, id: string) =>
  queryOptions({
    queryKey: ['media', 'sign_videos', kind, id],
    queryFn: async ({ client }) => {
      const videos = (await databaseOf(client)).from('sign_videos').select('*').eq(columnOf(kind), id);
      return rowsOf(await videos.order('created_at'));
    },
  });

/** The sound tracks of the video that plays. */
export const audioTracksOf = (kind: MediaKind, id: string) =>
  queryOptions({
    queryKey: ['media', 'audio', kind, id],
    queryFn: async ({ client }): Promise<AudioTrack[]> =>
      rowsOf(await (await databaseOf(client)).rpc('list_audio_tracks', { of_kind: kind, of_id: id })),
  });
