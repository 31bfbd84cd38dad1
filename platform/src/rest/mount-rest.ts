import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { type AddressOf, contextAddress } from '../client-address.ts';
import { causeOf } from '../log-failures.ts';
import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import { TokenRefused } from '../tokens/token-refused.ts';
import { KnownVisitors } from './caching/known-visitors.ts';
import type { Send } from './caching/send-answer.ts';
import type { Rest } from './create-rest.ts';

export interface MountOptions {
  callers: CallerOptions;
  addressOf: AddressOf;
  /** Database functions that complete a sign-in in place of the second factor. */
  signInFunctions?: readonly string[] | undefined;
  /** Database functions whose calls work in the lane of playback. */
  playbackFunctions?: readonly string[] | undefined;
}

export interface MountedRest {
  app: Hono;
  /** Sends the answer to a request that can be answered at once, without the application. */
  find(incoming: IncomingMessage): Send | undefined;
}

/** The Data API for the caller whom the request's token or key names; to be mounted at /rest/v1. */
export function mountRest(rest: Rest, options: MountOptions): MountedRest {
  const { callers, addressOf, signInFunctions = [], playbackFunctions = [] } = options;
  const visitors = new KnownVisitors();
  const app = new Hono();
  app.use(compress());
  app.all('*', async (context) => {
    const request = context.req.raw;
    const called = calledFunction(request);
    // A preflight carries no token; the Data API answers it for everybody.
    const identity =
      request.method === 'OPTIONS'
        ? { role: 'anon' }
        : await identifyCaller(request.headers, {
            ...callers,
            admitHalfSignedIn: signInFunctions.includes(called),
          });
    visitors.remember(request.headers, identity);
    const address = contextAddress(context, addressOf);
    const settings = { 'request.client_address': address };
    const place = playbackFunctions.includes(called) ? { lane: 'playback' as const } : { address };
    const answer = await rest.handle(request, { ...identity, settings }, place);
    if (answer.status >= 500) context.error = causeOf(answer);
    return answer;
  });
  app.onError((error) => {
    if (!(error instanceof TokenRefused)) throw error;
    const headers = {
      ...error.headers,
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    };
    return new Response(error.body(), { status: error.status, headers });
  });
  return {
    app,
    find(incoming) {
      const claims = incoming.url?.startsWith('/rest/v1/') ? visitors.find(incoming.headers) : undefined;
      return claims === undefined ? undefined : rest.find(incoming, claims);
    },
  };
}

function calledFunction({ method, url }: Request): string {
  const [, name = ''] = /\/rpc\/(\w+)$/.exec(new URL(url).pathname) ?? [];
  return method === 'POST' ? name : '';
}
