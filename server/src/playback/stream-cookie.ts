import { serialize } from 'hono/utils/cookie';

export const STREAM_COOKIE = 'lakou_stream';
/** Keep equal to private.continue_playback. */
const COOKIE_SECONDS = 12 * 3600;

/** The Set-Cookie header of a stream's session. */
export function streamCookie(stream: string, value: string, secure: boolean): string {
  return serialize(STREAM_COOKIE, value, {
    path: `/stream/${stream}`,
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge: COOKIE_SECONDS,
  });
}
