import { z } from '../zod.ts';

/** What `POST /functions/v1/playback` takes. */
export const playbackInput = z.object({
  mediaType: z.enum(['movie', 'episode'], 'movie_not_found'),
  id: z.uuid('movie_not_found'),
  /** A session of the same viewer that this one replaces, such as the one before a reload. */
  replaces: z.uuid('movie_not_found').optional(),
});
export type PlaybackInput = z.infer<typeof playbackInput>;

/** What `POST /stream/{stream_id}/progress` takes, as JSON text. Authorised by the stream's cookie. */
export const progressInput = z.object({
  position: z.number().min(0).max(1_000_000),
  duration: z.number().positive().max(1_000_000),
  /** Seconds really watched since the last report, without pauses and seeks. */
  seconds: z.number().min(0).max(1_000_000).default(0),
  /** The viewer is leaving: the stream stops counting at once, and its cookie is no longer valid. */
  ended: z.boolean().default(false),
});
export type ProgressInput = z.input<typeof progressInput>;
