import { z } from '../zod.ts';
import { PUBLIC_KEY } from './limits.ts';

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
  /** Seconds for which the player wanted to play and had no connection. The server has its own record; the smaller one counts. */
  cut: z.number().min(0).max(1_000_000).default(0),
  /** The viewer is leaving: the stream stops counting at once, and its cookie is no longer valid. */
  ended: z.boolean().default(false),
});
export type ProgressInput = z.input<typeof progressInput>;

/** What `POST /functions/v1/offline-licence` takes: for a film or episode, or for a downloaded file, which names its stream. */
export const licenceInput = z.strictObject({
  /** Chosen by the browser, once per account. */
  device: z.uuid('movie_not_found'),
  /** RSA-OAEP with SHA-256 and 2048 bits or more: base64 of its SPKI. */
  publicKey: z.string().regex(PUBLIC_KEY, 'movie_not_found'),
  wanted: z.union([
    z.strictObject({ mediaType: z.enum(['movie', 'episode']), id: z.uuid() }),
    z.strictObject({ stream: z.uuid() }),
  ]),
});
export type LicenceInput = z.infer<typeof licenceInput>;

const count = (max: number) => z.int().min(0).max(max);

/** What `POST /playback-quality` takes, as JSON text: how well a film played since the last report. Keep equal to private.report_quality(). */
export const qualityInput = z
  .strictObject({
    id: z.uuid(),
    /** The browser's time zone, from which the country is known. */
    zone: z.string().max(64),
    codec: z.enum(['h264', 'av1', 'other']),
    /** The first report of a playback. */
    begins: z.boolean(),
    /** From the tap, or the start of the page, to the first picture. */
    first_picture_ms: count(120_000).nullable(),
    stalls: count(100),
    stalled_ms: count(300_000),
    played_ms: count(300_000),
    /** Of these with a known rung, and what they took at its rate. */
    rung_ms: count(300_000),
    kilobits: count(30_000_000),
    errors: count(100),
  })
  .refine(({ rung_ms, played_ms, kilobits }) => rung_ms <= played_ms && kilobits <= rung_ms * 100);
export type QualityInput = z.infer<typeof qualityInput>;
