import type { CastAddress } from '@lakou/contract/playback/responses';
import { type Context, Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { tooManyRequests } from '../http/refusals.ts';
import { requestId } from '../http/request-id.ts';
import { browserFingerprint } from './browser-fingerprint.ts';
import type { CastFilm, CastGate, Receiver } from './cast-gate.ts';
import { captionPlaylist, withCaptions } from './cast-playlists.ts';
import type { PlaybackGate } from './playback-gate.ts';
import { readViewer } from './read-viewer.ts';
import type { FileServer } from './serve-file.ts';
import { isCrossSite, keyAnswer, notFound, refuse } from './stream-answers.ts';
import { streamCookie } from './stream-cookie.ts';
import { type FileKind, fileKind, isStreamId } from './stream-file-names.ts';
import type { StreamKeys } from './stream-keys.ts';

/** 32 bytes as base64url. */
const SECRET = /^[\w-]{43}$/;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

/** Receivers run pages of other origins. The address is the secret, and no cookie goes with it. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range',
  'access-control-expose-headers': 'content-length, content-range',
  'cross-origin-resource-policy': 'cross-origin',
};

interface CastingOptions {
  gate: PlaybackGate;
  casts: CastGate;
  keys: StreamKeys;
  files: FileServer;
  /** The public address is https. */
  secure: boolean;
}

/** `/stream/{stream}/cast`: an address for a receiver; below `cast/{secret}`: the film, for the receiver that has it. */
export function mountCasting(options: CastingOptions): Hono<Environment> {
  const { gate, casts, secure } = options;
  const app = new Hono<Environment>();

  app.on(['POST', 'DELETE'], '/:stream/cast', async (context) => {
    const { stream } = context.req.param();
    if (!isStreamId(stream)) return notFound();
    // As for progress: the cookie alone decides, and it is SameSite.
    if (isCrossSite(context)) return refuse('playback_ended');
    const wait = context.env.countRequest();
    if (wait > 0) return tooManyRequests(wait, requestId(context.env.incoming));
    const viewer = readViewer(context.env.incoming, stream, context.env.address);
    const { refusal, cookie } = await gate.admit(viewer, { canReplace: true });
    if (refusal) return refuse(refusal);
    const answer = context.req.method === 'DELETE' ? await end() : await start();
    if (cookie) answer.headers.set('set-cookie', streamCookie(stream, cookie, secure));
    return answer;

    async function start(): Promise<Response> {
      const secret = await casts.start(viewer);
      if (secret === undefined) return refuse('playback_ended');
      const body: CastAddress = { url: `/stream/${stream}/cast/${secret}/master.m3u8` };
      return Response.json(body, { headers: { 'cache-control': 'no-store' } });
    }
    async function end(): Promise<Response> {
      await casts.end(viewer);
      return new Response(null, { status: 204 });
    }
  });

  app.options('/:stream/cast/:secret/:file{.+}', () => new Response(null, { status: 204, headers: OPEN }));

  app.get('/:stream/cast/:secret/:file{.+}', async (context) => {
    const { stream, secret, file } = context.req.param();
    const kind = fileKind(file);
    if (!kind || !isStreamId(stream) || !SECRET.test(secret)) return notFound();
    const { incoming, address } = context.env;
    const client = browserFingerprint(incoming.headers['user-agent']);
    const receiver: Receiver = { secret, stream, client, address };
    // Guesses are counted; files of a film that plays are not.
    const wait = casts.isKnown(receiver) ? 0 : context.env.countRequest();
    if (wait > 0) return tooManyRequests(wait, requestId(incoming));
    const film = await casts.admit(receiver);
    const answer =
      typeof film === 'string'
        ? refuse(film)
        : ((await serve(options, context, { stream, file, kind, film })) ?? notFound());
    for (const [name, value] of Object.entries(OPEN)) answer.headers.set(name, value);
    // Kept below the receiver's address, a segment would outlive it.
    answer.headers.set('cache-control', 'no-store');
    return answer;
  });
  return app;
}

interface CastFile {
  stream: string;
  file: string;
  kind: FileKind;
  film: CastFilm;
}

async function serve(
  { keys, files }: CastingOptions,
  context: Context<Environment>,
  { stream, file, kind, film }: CastFile,
): Promise<Response | undefined> {
  if (kind.kind === 'key') return keyAnswer(await keys.find(stream));
  const captions = captionPlaylist(file, film);
  if (captions !== undefined) return new Response(captions, { headers: { 'content-type': kind.type } });
  const { incoming, outgoing } = context.env as Required<Environment['Bindings']>;
  const answer = await files.serve({ stream, file, kind, incoming, outgoing });
  if (file !== 'master.m3u8' || answer?.status !== 200 || incoming.method !== 'GET') return answer;
  const { captions: language = '', kind: wanted = 'subtitles' } = context.req.query();
  const chosen = LANGUAGE.test(language) ? { language, kind: wanted } : undefined;
  const master = withCaptions(await answer.text(), film, chosen);
  return new Response(master, { headers: { 'content-type': kind.type } });
}
