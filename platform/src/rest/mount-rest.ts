import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { type AddressOf, contextAddress } from '../client-address.ts';
import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import { TokenRefused } from '../tokens/token-refused.ts';
import type { Rest } from './create-rest.ts';

/** The Data API for the caller whom the request's token or key names; to be mounted at /rest/v1. */
export function mountRest(rest: Rest, callers: CallerOptions, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.use(compress());
  app.all('*', async (context) => {
    const request = context.req.raw;
    // A preflight carries no token; the Data API answers it for everybody.
    const identity =
      request.method === 'OPTIONS' ? { role: 'anon' } : await identifyCaller(request.headers, callers);
    const settings = { 'request.client_address': contextAddress(context, addressOf) };
    return rest.handle(request, { ...identity, settings });
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
  return app;
}
