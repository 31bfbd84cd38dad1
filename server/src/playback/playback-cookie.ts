import { createHash, randomBytes } from 'node:crypto';

/** The value of a stream's cookie: a secret that names the session, and a mark that is replaced while it plays. */
export interface PlaybackCookie {
  secret: string;
  /** Undefined before the first was offered. */
  mark: string | undefined;
}

/** Exactly what `formatPlaybackCookie` writes, so that one session has no second name. deploy/nginx.conf has the same. */
const PLAYBACK_COOKIE = /^[\w-]{43}(?:\.[\w-]{22})?$/;

export function isPlaybackCookie(value: string): boolean {
  return PLAYBACK_COOKIE.test(value);
}

export function parsePlaybackCookie(value: string): PlaybackCookie {
  const [secret = '', mark] = value.split('.');
  return { secret, mark };
}

export function formatPlaybackCookie({ secret, mark }: PlaybackCookie): string {
  return mark === undefined ? secret : `${secret}.${mark}`;
}

export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** What the database stores of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
