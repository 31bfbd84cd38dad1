import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { START_QUERY, TICKET_COOKIE_PREFIX } from '@lakou/contract/playback/limits';
import type { Playback } from '@lakou/contract/playback/responses';
import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { acceptedEncoding } from '../web/accepted-encoding.ts';
import { browserFingerprint } from './browser-fingerprint.ts';
import type { PlaybackGate, Viewer } from './playback-gate.ts';
import { chooseSet, readStart } from './read-start.ts';
import { streamCookie } from './stream-cookie.ts';
import type { StreamKeys } from './stream-keys.ts';
import type { StreamStore } from './stream-store.ts';

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export interface StartOptions {
  gate: PlaybackGate;
  keys: StreamKeys;
  store: StreamStore;
  /** The public address is https. */
  secure: boolean;
}

/**
 * `POST /functions/v1/playback?start=yes` (or `av1`): the function's answer also exchanges its ticket and carries what a player reads
 * before the first media. Only for tickets that are bound to a cookie, which the function gives to our own pages alone.
 */
export function startWithTicket({ gate, keys, store, secure }: StartOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.post('/functions/v1/playback', async (context, next) => {
    await next();
    const answer = context.res;
    const wanted = context.req.query(START_QUERY) ?? '';
    if (!['yes', 'av1'].includes(wanted) || answer.status !== 200) return;
    const secret = ticketSecret(answer.headers.getSetCookie());
    if (secret === undefined) return;
    const playback = (await answer.json()) as Playback;
    const stream = playback.base.split('/')[2] ?? '';
    // Whatever is wrong with the files, the player's own requests for them show it.
    const set = chooseSet(playback.film, wanted === 'av1');
    const start = await readStart({ store, keys }, stream, set).catch(() => undefined);
    const { address, incoming } = context.env;
    const browser = browserFingerprint(incoming.headers['user-agent']);
    // Refused: the player requests the playlist with its ticket, and is told why there.
    const cookie = start && (await openSession(gate, playback, secret, { stream, browser, address }));
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    if (cookie) headers.append('set-cookie', streamCookie(stream, cookie, secure));
    const url = playback.url.replace('/master.m3u8', `/${set.master}`);
    const body = cookie ? { ...playback, url, start } : playback;
    context.res = undefined;
    context.res = await packed(body, headers, context.req.header('accept-encoding'));
  });
  return app;
}

/** The secret that binds the ticket to this browser, which it would send back with the ticket. */
function ticketSecret(cookies: readonly string[]): string | undefined {
  const cookie = cookies.find((set) => set.startsWith(TICKET_COOKIE_PREFIX));
  return cookie && /^[^=]+=([^;]+)/.exec(cookie)?.[1];
}

/** As the first request for a playlist would do it; the cookie's value. */
async function openSession(
  gate: PlaybackGate,
  { url }: Playback,
  secret: string,
  client: Omit<Viewer, 'cookie'>,
): Promise<string | undefined> {
  const ticket = new URLSearchParams(url.split('?')[1]).get('ticket') ?? '';
  const exchanged = await gate.exchange(ticket, { ...client, cookie: undefined }, [secret]);
  if (typeof exchanged === 'string') return undefined;
  const { refusal } = await gate.admit({ ...client, cookie: exchanged.cookie });
  return refusal ? undefined : exchanged.cookie;
}

async function packed(body: Playback, headers: Headers, accepted: string | undefined): Promise<Response> {
  const text = Buffer.from(JSON.stringify(body));
  const encoding = acceptedEncoding(accepted);
  if (!encoding) return new Response(text, { headers });
  const bytes = encoding === 'br' ? await compressed.br(text, QUICK) : await compressed.gzip(text);
  headers.set('content-encoding', encoding);
  headers.append('vary', 'accept-encoding');
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}
