import { progressInput } from '@lakou/contract/playback/inputs';
import { TICKET_COOKIE_PREFIX } from '@lakou/contract/playback/limits';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parse as parseCookies } from 'hono/utils/cookie';
import type { Environment } from '../http/environment.ts';
import { tooManyRequests } from '../http/refusals.ts';
import { requestId } from '../http/request-id.ts';
import type { CastGate } from './cast-gate.ts';
import { mountCasting } from './mount-casting.ts';
import type { PlaybackGate } from './playback-gate.ts';
import { readViewer } from './read-viewer.ts';
import type { FileServer } from './serve-file.ts';
import { isCrossSite, keyAnswer, notFound, refusalHeaders, refuse } from './stream-answers.ts';
import { streamCookie } from './stream-cookie.ts';
import { fileKind, isStreamId } from './stream-file-names.ts';
import type { StreamKeys } from './stream-keys.ts';

/** `/stream/{stream}/{file}`: playlists, keys and segments for viewers whom the gate admits. */
export function mountStreams(options: {
  gate: PlaybackGate;
  casts: CastGate;
  keys: StreamKeys;
  files: FileServer;
  /** The public address is https. */
  secure: boolean;
}): Hono<Environment> {
  const { gate, keys, files, secure } = options;
  const app = new Hono<Environment>();

  app.post('/:stream/progress', bodyLimit({ maxSize: 2000, onError: badReport }), async (context) => {
    const progress = progressInput.safeParse(await context.req.json().catch(() => undefined));
    if (!progress.success) return badReport();
    // The only write that needs a cookie alone. It is SameSite; this check is for browsers without SameSite.
    if (isCrossSite(context)) return refuse('playback_ended');
    const { stream } = context.req.param();
    if (!isStreamId(stream)) return notFound();
    const wait = context.env.countRequest();
    if (wait > 0) return tooManyRequests(wait, requestId(context.env.incoming));
    const viewer = readViewer(context.env.incoming, stream, context.env.address);
    if (!(await gate.report(viewer, progress.data))) return refuse('playback_ended');
    return new Response(null, { status: 204 });
  });

  app.route('/', mountCasting(options));

  app.get('/:stream/:file{.+}', async (context) => {
    const { stream, file } = context.req.param();
    const kind = fileKind(file);
    if (!kind || !isStreamId(stream)) return notFound();
    const viewer = readViewer(context.env.incoming, stream, context.env.address);
    const ticket =
      kind.kind === 'playlist' && context.req.method === 'GET' ? context.req.query('ticket') : undefined;
    // Files of a film that plays are not limited, so that it goes on; what has to be looked up is.
    const wait = ticket === undefined && gate.isKnown(viewer.cookie) ? 0 : context.env.countRequest();
    if (wait > 0) return tooManyRequests(wait, requestId(context.env.incoming));
    let newCookie: string | undefined;
    if (ticket !== undefined) {
      const cookies = parseCookies(context.req.header('cookie') ?? '');
      const held = Object.keys(cookies).filter((name) => name.startsWith(TICKET_COOKIE_PREFIX));
      const exchanged = await gate.exchange(
        ticket,
        viewer,
        held.slice(0, 50).map((name) => cookies[name] ?? ''),
      );
      if (typeof exchanged === 'string') return refuse(exchanged);
      if (exchanged.cookie !== viewer.cookie) newCookie = exchanged.cookie;
      viewer.cookie = exchanged.cookie;
    }
    const canReplace = kind.kind !== 'side' && context.req.method === 'GET';
    const { refusal, cookie } = await gate.admit(viewer, { canReplace });
    if (refusal) return refuse(refusal);
    newCookie = cookie ?? newCookie;
    const answer =
      kind.kind === 'key'
        ? keyAnswer(await keys.find(stream))
        : await files.serve({ stream, file, kind, ...(context.env as Required<Environment['Bindings']>) });
    if (!answer) return notFound();
    if (newCookie) answer.headers.set('set-cookie', streamCookie(stream, newCookie, secure));
    return answer;
  });
  // Not `notFound`: Hono ignores that of a mounted app.
  app.all('*', () => notFound());
  return app;
}

function badReport(): Response {
  const answer = { error: 'bad_report', message: 'position, duration and seconds are numbers.' };
  return Response.json(answer, { status: 400, headers: refusalHeaders });
}
