import type { SignLanguage } from '../media/sign-languages.ts';
import type { AudioKind, SubtitleKind } from '../media/track-kinds.ts';

/** An encoded film: film.json of its stream. */
export interface Film {
  version: 1;
  /** In seconds. */
  duration: number;
  width: number;
  height: number;
  rungs: FilmRung[];
  /** In the order of the playlist. A film of an earlier version has no kinds: its tracks are main. */
  audio: { name: string; language: string; default: boolean; kind?: AudioKind }[];
  /** Null for a silent film. */
  audio_only: { bandwidth: number; bytes: number } | null;
  /** `file` and all other files are relative to `base` of the response. */
  subtitles: { file: string; language: string; name: string; kind?: SubtitleKind }[];
  /** Videos of interpreters, as long as the film, without sound; missing where there was never one. */
  signs?: { file: string; language: SignLanguage; name: string; bytes: number }[];
  poster: string;
  /** A tiny blurred picture as a data URL, shown until the video starts. */
  preview: string;
  /** Thumbnails for seeking, `interval` seconds apart; null while they are still being made. */
  storyboard: { vtt: string; sheets: number; interval: number; width: number; height: number } | null;
  /** The low rungs in AV1, which av1.m3u8 names beside the H.264 rungs above; missing or empty while there are none. */
  av1?: FilmRung[];
  /** False while only the two lowest rungs of the bitrate ladder are encoded. */
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

/** 200 of `POST /functions/v1/playback`. All addresses are paths on the server's own origin. */
export interface Playback {
  /** Id of this playback session, for `end_playback`, `save_progress` and `replaces`. Grants no access by itself. */
  session: string;
  /** The master playlist with the ticket in its query; with `?start=av1` that of AV1, where there is one. After the exchange the cookie replaces the ticket. */
  url: string;
  /** The audio-only playlist, if there is one, with the same ticket: either address exchanges it. */
  audioUrl: string | null;
  /** Base path of the stream's other files, such as poster and subtitles; they need the cookie. Ends with a slash. */
  base: string;
  /** When the ticket expires, as an ISO time. */
  expiresAt: string;
  film: Film;
  /** Resume position in seconds: 0 at the beginning, after the end, and for visitors. */
  position: number;
  /** With `?start=yes` or `av1`, for our own pages: the ticket is exchanged and the cookie set. */
  start?: PlaybackStart;
}

/** What a player reads before the first media, by path inside the stream. */
export interface PlaybackStart {
  /** The master playlist, and those of the lowest rung and of the default audio track. */
  playlists: Record<string, string>;
  /** Their initialisation segments and `key`, as base64. */
  bytes: Record<string, string>;
}

/** Every other answer of `POST /functions/v1/playback`, and of `/stream/…`. */
export interface PlaybackRefusal {
  error: PlaybackErrorKey;
  /** In English; screens translate the key. */
  message: string;
  /** With `too_many_streams`: what this account is playing. Empty for requests with only a stream cookie. */
  streams?: RunningStream[];
  /** With 401 and 402 of an episode: the series that can be bought, rented or subscribed to. */
  series_id?: string;
}

/**
 * 401 not_authenticated and session_ended (sign in), ticket_invalid (unknown, used, too old, another film's or another
 * browser's), playback_ended (no cookie, another browser's, ended, or the entitlement expired: request a new ticket),
 * playback_moved (the session is used by another client: request a new ticket) ·
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
  | 'playback_ended'
  | 'playback_moved';

/** A stream that an account is playing; also a row of my_streams(). */
export interface RunningStream {
  session: string;
  title: string;
  /** Such as 'Chrome, Android'; empty when unknown. */
  device: string;
  started_at: string;
}

/** Why a device can keep a film: bought, rented, or anything else (subscription, pass, free, staff). */
export type OfflineRight = 'purchase' | 'rental' | 'subscription';

/** 200 of `POST /functions/v1/offline-licence`: under 10 KB, whatever the film's size is. */
export interface OfflineLicence {
  licence: string;
  /** What the licence is for; the files are those of this stream. */
  stream: string;
  media_type: 'movie' | 'episode';
  media_id: string;
  right: OfflineRight;
  /** As ISO times. `now` is the server's clock. */
  ends_at: string;
  now: string;
  film: Film;
  /** The stream's key, encrypted with the device's public key (RSA-OAEP, SHA-256), as base64. */
  key: string;
}

/** What `check_in_downloads` answers. A licence that is not listed has ended. */
export interface CheckIn {
  /** `removed`: by the member, from another device. `unknown`: not in contact for long; the next licence registers it. */
  device: 'known' | 'removed' | 'unknown';
  now: string;
  licences: { stream: string; right: OfflineRight; ends_at: string }[];
}

/** The answer of `POST /stream/{stream}/cast`. */
export interface CastAddress {
  /** For one receiver, which needs no cookie; to be used within a minute. */
  url: string;
}
