import { z } from 'zod';

/** How many films an account may play at once, unless the house says otherwise. Twin: *_playback_sessions.sql. */
export const STREAMS_PER_ACCOUNT = 3;
/** A ticket that nobody has exchanged by then is worth nothing. Twin: start_playback in *_playback_sessions.sql. */
export const TICKET_SECONDS = 60;
/** A stream that asked for nothing for so long no longer counts. Twin: private.has_free_stream in *_playback_sessions.sql. */
export const STREAM_IDLE_SECONDS = 60;
/** Beyond this share of its length a film counts as watched. Twin: private.store_progress in *_playback_sessions.sql. */
export const WATCHED_SHARE = 0.95;

/** What `POST /functions/v1/playback` takes. */
export const playbackInput = z.object({
  mediaType: z.enum(['movie', 'episode'], 'movie_not_found'),
  id: z.uuid('movie_not_found'),
  /** A session of the same person that this one takes the place of, such as the one before a reload. */
  replaces: z.uuid('movie_not_found').optional(),
});
export type PlaybackInput = z.infer<typeof playbackInput>;

/** What `POST /stream/{stream_id}/progress` takes, as JSON text, from whoever holds the stream's cookie. */
export const progressInput = z.object({
  position: z.number().min(0).max(1_000_000),
  duration: z.number().positive().max(1_000_000),
  /** Seconds really watched since the last report; a pause and a jump are none. */
  seconds: z.number().min(0).max(1_000_000).default(0),
  /** The viewer is leaving: the stream stops counting at once, and the cookie is worth nothing any more. */
  ended: z.boolean().default(false),
});
export type ProgressInput = z.input<typeof progressInput>;

/** A film as it was made: film.json of its stream. */
export interface Film {
  version: 1;
  /** In seconds. */
  duration: number;
  width: number;
  height: number;
  rungs: FilmRung[];
  audio: { name: string; language: string; default: boolean }[];
  /** Null for a silent film. */
  audio_only: { bandwidth: number; bytes: number } | null;
  /** `file` and all other files: relative to `base` of the answer. */
  subtitles: { file: string; language: string; name: string }[];
  poster: string;
  /** A tiny blurred picture as a data URL, to be shown at once. */
  preview: string;
  /** Pictures for seeking, `interval` seconds apart; null while they are still being made. */
  storyboard: { vtt: string; sheets: number; interval: number; width: number; height: number } | null;
  /** Not yet: the two lowest rungs play already, the others are still being made. */
  complete: boolean;
}

export interface FilmRung {
  name: string;
  width: number;
  height: number;
  bandwidth: number;
  average_bandwidth: number;
  codecs: string;
  bytes: number;
}

/** 200 of `POST /functions/v1/playback`. All addresses are paths on the house's own origin. */
export interface Playback {
  /** Names this playback, for `end_playback`, `save_progress` and `replaces`. Opens nothing by itself. */
  session: string;
  /** The master playlist with the ticket in it. Whoever holds the cookie that the exchange sets may leave it out. */
  url: string;
  /** Sound alone, if there is any. The same ticket: either address exchanges it. */
  audioUrl: string | null;
  /** Where the stream's other files lie, such as its poster and subtitles; they need the cookie. Ends with a slash. */
  base: string;
  /** When the ticket ends, as an ISO time. */
  expiresAt: string;
  film: Film;
  /** Where to go on, in seconds: 0 at the beginning, after the end, and for visitors. */
  position: number;
}

/** Every other answer of `POST /functions/v1/playback`, and of `/stream/…`. */
export interface PlaybackRefusal {
  error: PlaybackErrorKey;
  /** In English; the screens say it in the reader's language, by the key. */
  message: string;
  /** With `too_many_streams`: what this account is playing. Empty where only a cookie says who asks. */
  streams?: RunningStream[];
  /** With 401 and 402 of an episode: the series that can be bought, rented or subscribed to. */
  series_id?: string;
}

/**
 * 401 not_authenticated and session_ended (sign in), ticket_invalid (unknown, used, too old, another film's or another
 * browser's), playback_ended (no cookie, another browser's, ended, or the right is over: ask for a new ticket) ·
 * 402 subscription_needed · 403 user_banned · 404 movie_not_found, video_not_available · 409 too_many_streams ·
 * 429 too_many_tries
 */
export type PlaybackErrorKey =
  | 'not_authenticated'
  | 'subscription_needed'
  | 'movie_not_found'
  | 'video_not_available'
  | 'too_many_streams'
  | 'too_many_tries'
  | 'user_banned'
  | 'session_ended'
  | 'ticket_invalid'
  | 'playback_ended';

/** One of the streams an account is playing: a row of the function my_streams too. */
export interface RunningStream {
  session: string;
  title: string;
  /** Such as 'Chrome, Android'; empty when unknown. */
  device: string;
  started_at: string;
}
