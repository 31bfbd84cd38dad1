import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import type { Database } from '@lakou/platform/database/database';
import { hostFunctions } from '@lakou/platform/functions/host-functions';
import type { Rest } from '@lakou/platform/rest/create-rest';
import { type CallerOptions, identifyCaller } from '@lakou/platform/tokens/identify-caller';
import { TokenRefused } from '@lakou/platform/tokens/token-refused';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { openFunctions } from './function-settings.ts';
import { clientAddress } from './http/client-address.ts';
import { log } from './log.ts';
import { supabaseFolder } from './prepare-database.ts';

export type Environment = { Bindings: HttpBindings };

/** `/rest/v1`: who is asking, then the Data API on their behalf. */
export function mountRest(rest: Rest, callers: CallerOptions, trustedProxies: number): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(compress());
  app.all('*', async (context) => {
    const request = context.req.raw;
    // A preflight carries no token; the Data API answers it for everybody.
    const identity =
      request.method === 'OPTIONS' ? { role: 'anon' } : await identifyCaller(request.headers, callers);
    const settings = { 'request.client_address': addressOf(context, trustedProxies) };
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

/** `/functions/v1`: the modules of supabase/functions. */
export function mountFunctions(
  database: Database,
  callers: CallerOptions,
  trustedProxies: number,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    // As Supabase's gateway does: what the caller wrote there is worth nothing.
    const headers = new Headers(context.req.raw.headers);
    headers.set('x-forwarded-for', addressOf(context, trustedProxies));
    context.req.raw = new Request(context.req.raw, { headers });
    await next();
  });
  return app.route('/', functionsHost(database, callers));
}

function functionsHost(database: Database, callers: CallerOptions): Hono {
  return hostFunctions({
    folder: join(supabaseFolder, 'functions'),
    open: openFunctions(join(supabaseFolder, 'config.toml')),
    timeLimitMs: 10_000,
    bodyLimitBytes: 1024 * 1024,
    report: (problem) => log.error(problem, 'function failed'),
    isAway: () =>
      database.query('select 1').then(
        () => false,
        () => true,
      ),
    async refuse(request) {
      try {
        await identifyCaller(request.headers, callers);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        return Response.json(
          { code: 'UNAUTHORIZED', message: error.message },
          { status: 401, headers: { ...error.headers, ...relayed } },
        );
      }
      const given = request.headers.get('authorization');
      // Functions read the claims from this header: whatever is not the token that was verified must not reach them.
      if (given !== null && /^bearer\s+\S+$/i.test(given.trim())) return undefined;
      const [code, message] =
        given === null
          ? ['UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header']
          : ['UNAUTHORIZED_INVALID_JWT_FORMAT', 'Auth header is not Bearer {token}'];
      return Response.json({ code, message }, { status: 401, headers: relayed });
    },
  });
}

/** Tells the client that the host said no, not the function. */
const relayed = { 'x-relay-error': 'true' };

/** Nobody in particular, from where the request came. */
export function visitor(context: Context<Environment>, trustedProxies: number) {
  return { role: 'anon', settings: { 'request.client_address': addressOf(context, trustedProxies) } };
}

function addressOf(context: Context<Environment>, trustedProxies: number): string {
  return clientAddress(context.env.incoming, trustedProxies);
}
