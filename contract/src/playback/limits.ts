/** How many streams an account can play at once by default. Keep equal to the playback migration. */
export const STREAMS_PER_ACCOUNT = 3;
/** How many devices of an account can keep films by default. Keep equal to the migration of downloads. */
export const DOWNLOAD_DEVICES_PER_ACCOUNT = 5;
/** How many films and episodes one device can keep by default. Keep equal to the migration of downloads. */
export const DOWNLOADS_PER_DEVICE = 50;
/** A device's public key as base64. Keep equal to the check constraint public_key_sane of private.download_devices. */
export const PUBLIC_KEY = /^(?=.{100,800}$)[A-Za-z0-9+/]+={0,2}$/;
/** A ticket expires after this time. Keep equal to start_playback(). */
export const TICKET_SECONDS = 60;
/** A stream without requests for this time no longer counts. Keep equal to private.can_start_stream(). */
export const STREAM_IDLE_SECONDS = 60;
/** Beyond this share of its length a film counts as watched. Keep equal to private.store_progress(). */
export const WATCHED_SHARE = 0.95;

/** The function `playback` sets a cookie with this prefix and the session; `/stream/…` reads it with the ticket. */
export const TICKET_COOKIE_PREFIX = 'lakou_ticket_';

/**
 * `?start=yes` at the function `playback`: its answer also opens the session. See `PlaybackStart`. `?start=av1`: the same with
 * av1.m3u8, where the film has it.
 */
export const START_QUERY = 'start';

/** So many of all playbacks report how well they went. */
export const QUALITY_SHARE = 0.25;
/** Keep equal to the check constraint value_known of private.playback_quality. */
export const DEVICE_CLASSES = ['phone', 'tablet', 'computer', 'tv'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];
