import type { IncomingMessage } from 'node:http';
import { parse as parseCookies } from 'hono/utils/cookie';
import { browserFingerprint } from './browser-fingerprint.ts';
import { isPlaybackCookie } from './playback-cookie.ts';
import type { Viewer } from './playback-gate.ts';
import { STREAM_COOKIE } from './stream-cookie.ts';

/** Who requests a stream, and which cookie came with it. */
export function readViewer({ headers }: IncomingMessage, stream: string, address: string): Viewer {
  const { cookie: cookies, 'user-agent': userAgent } = headers;
  const cookie = cookies === undefined ? undefined : parseCookies(cookies, STREAM_COOKIE)[STREAM_COOKIE];
  return {
    stream,
    browser: browserFingerprint(userAgent),
    address,
    cookie: cookie !== undefined && isPlaybackCookie(cookie) ? cookie : undefined,
  };
}
