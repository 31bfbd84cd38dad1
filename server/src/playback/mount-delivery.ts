import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { tooManyRequests } from '../http/refusals.ts';
import { requestId } from '../http/request-id.ts';
import type { PlaybackGate } from './playback-gate.ts';
import { readViewer } from './read-viewer.ts';
import type { FileServer } from './serve-file.ts';
import { streamCookie } from './stream-cookie.ts';
import { fileKind, isStreamId } from './stream-file-names.ts';
import type { StreamStore } from './stream-store.ts';

/** The header of deploy/nginx.conf, which never passes on a client's own. */
const DELIVERY_HEADER = 'x-delivery-secret';
/** The internal location of deploy/nginx.conf. */
const STORE_LOCATION = '/store';
/** From our answer to the request at the store. */
const ADDRESS_SECONDS = 60;

interface DeliveryOptions {
  gate: PlaybackGate;
  store: StreamStore;
  files: FileServer;
  /** The public address is https. */
  secure: boolean;
  secret: string;
}

/**
 * `/delivery`: what nginx asks before it sends a segment itself (deploy/nginx.conf). `admission` says whether a viewer can have
 * a stream's segments and for how long that can be trusted; `source`, where a segment is that nginx does not have yet.
 */
export function mountDelivery(options: DeliveryOptions): Hono<Environment> {
  const { gate, store, files, secure, secret } = options;
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    if (isEqual(context.req.header(DELIVERY_HEADER) ?? '', secret)) return next();
    const wait = context.env.countRequest();
    return wait > 0 ? tooManyRequests(wait, requestId(context.env.incoming)) : answer(403);
  });

  // Refused is always 403: nginx then passes on the request itself, and `mountStreams` says why.
  app.get('/admission/:stream', async (context) => {
    const { stream } = context.req.param();
    if (!isStreamId(stream)) return answer(403);
    const viewer = readViewer(context.env.incoming, stream, context.env.address);
    if (!gate.isKnown(viewer.cookie) && context.env.countRequest() > 0) return answer(403);
    const { refusal, cookie, trustMs } = await gate.admit(viewer, { canReplace: true, renewEarly: true });
    if (refusal) return answer(403);
    const admitted = answer(204, { 'x-accel-expires': String(cacheSeconds(trustMs)) });
    // nginx does not keep answers with cookies, so one client alone gets it.
    if (cookie) admitted.headers.set('set-cookie', streamCookie(stream, cookie, secure));
    return admitted;
  });

  app.get('/source/:stream/:file{.+}', async (context) => {
    const { stream, file } = context.req.param();
    const kind = fileKind(file);
    if (kind?.kind !== 'segment' || !isStreamId(stream)) return answer(404);
    const place = await store.signAddress?.(stream, file, ADDRESS_SECONDS);
    if (place)
      return answer(200, { 'x-accel-redirect': `${STORE_LOCATION}${place.pathname}${place.search}` });
    const { incoming, outgoing } = context.env;
    return (await files.serve({ stream, file, kind, incoming, outgoing })) ?? answer(404);
  });
  app.all('*', () => answer(404));
  return app;
}

/** nginx counts in whole seconds and keeps an answer until the last of them is over. */
export function cacheSeconds(trustMs: number): number {
  return Math.max(0, Math.floor(trustMs / 1000) - 1);
}

/** Without Cache-Control, which nginx would heed before X-Accel-Expires. Answers with neither are not kept. */
function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
