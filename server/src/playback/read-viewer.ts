import type { IncomingMessage } from 'node:http';
import { parse as parseCookies } from 'hono/utils/cookie';
import { browserFingerprint } from './browser-fingerprint.ts';
import type { Viewer } from './playback-gate.ts';
import { STREAM_COOKIE } from './stream-cookie.ts';

/** Who requests a stream, and which cookie came with it. */
export function readViewer({ headers }: IncomingMessage, stream: string, address: string): Viewer {
  const { cookie, 'user-agent': userAgent } = headers;
  return {
    stream,
    browser: browserFingerprint(userAgent),
    address,
    cookie: cookie === undefined ? undefined : parseCookies(cookie, STREAM_COOKIE)[STREAM_COOKIE],
  };
}
