import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isBrokenOff } from '../broken-off.ts';

/** A function is a module of `supabase/functions/<name>/index.ts` that exports this by default. */
export interface HostedFunction {
  fetch(request: Request): Response | Promise<Response>;
}

export interface FunctionsOptions {
  folder: string;
  /** Functions that take callers without a token, such as a payment provider's webhook. */
  open: ReadonlySet<string>;
  /** Answers undefined when the caller's token is good, else the refusal. */
  refuse(request: Request): Promise<Response | undefined>;
  timeLimitMs: number;
  bodyLimitBytes: number;
  /** Told what went wrong, for the log. */
  report(problem: { request_id: string; function: string; error: unknown }): void;
  /** Whether a failure may be put down to the services that functions reach being away for now. */
  isAway?(): Promise<boolean>;
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-region, idempotency-key',
  'access-control-expose-headers': 'x-request-id, x-relay-error, retry-after',
  'access-control-max-age': '86400',
};

/** `/functions/v1/{name}`: our functions, with the caller's token, a time limit, and errors as JSON. */
export function hostFunctions(options: FunctionsOptions): Hono {
  const app = new Hono();
  const load = moduleLoader(options.folder);
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
  });
  app.options('*', () => new Response('ok'));
  app.use(
    bodyLimit({
      maxSize: options.bodyLimitBytes,
      onError: (context) => failure(413, 'BODY_TOO_LARGE', 'The request body is too large', nameOf(context)),
    }),
  );
  app.all('/:name{[a-z0-9][a-z0-9-]*}/:rest{.*}?', async (context) => {
    const request_id = nameOf(context);
    const name = context.req.param('name');
    const problem = (error: unknown) => options.report({ request_id, function: name, error });

    if (!load.exists(name)) return failure(404, 'NOT_FOUND', 'Requested function was not found', request_id);
    const refusal = options.open.has(name) ? undefined : await options.refuse(context.req.raw);
    if (refusal) return refusal;
    let hosted: HostedFunction;
    try {
      hosted = await load.module(name);
    } catch (error) {
      problem(error);
      return failure(503, 'BOOT_ERROR', 'Function failed to start', request_id);
    }
    try {
      const answer = await withinTime(hosted, context.req.raw, options.timeLimitMs);
      if (!answer) {
        problem(new Error(`took longer than ${options.timeLimitMs} ms`));
        return failure(504, 'TIMEOUT', 'The function took too long to answer', request_id);
      }
      const headers = new Headers(answer.headers);
      headers.set('x-request-id', request_id);
      return new Response(answer.body, { status: answer.status, headers });
    } catch (error) {
      if (isBrokenOff(error)) return failure(400, 'BROKEN_OFF', 'The request broke off', request_id);
      problem(error);
      // A function reaches data over the wire and knows only that it was refused.
      if (await options.isAway?.()) {
        const answer = failure(503, 'UNAVAILABLE', 'We are busy. Please try again in a moment.', request_id);
        answer.headers.set('retry-after', '2');
        return answer;
      }
      return failure(500, 'INTERNAL', 'Something went wrong on our side', request_id);
    }
  });
  app.notFound((context) => failure(404, 'NOT_FOUND', 'Requested function was not found', nameOf(context)));
  return app;
}

/** The function sees `request.signal` abort when its time is over; whatever it still does is not waited for. */
async function withinTime(
  hosted: HostedFunction,
  request: Request,
  timeLimitMs: number,
): Promise<Response | undefined> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const over = new Promise<undefined>((resolve) => {
    limit.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const bounded = new Request(request, { signal: AbortSignal.any([request.signal, limit]) });
  const answer = Promise.resolve(hosted.fetch(bounded));
  // When the limit wins, a later failure of the function has nobody left to hear it.
  answer.catch(() => {});
  return Promise.race([answer, over]);
}

function moduleLoader(folder: string) {
  const file = (name: string) => join(folder, name, 'index.ts');
  return {
    exists: (name: string) => existsSync(file(name)),
    async module(name: string): Promise<HostedFunction> {
      const loaded = (await import(pathToFileURL(file(name)).href)) as { default?: Partial<HostedFunction> };
      if (typeof loaded.default?.fetch !== 'function') {
        throw new Error(`supabase/functions/${name}/index.ts does not export default { fetch }`);
      }
      return loaded.default as HostedFunction;
    },
  };
}

/** What the server calls this request, if it has a name for it. */
function nameOf(context: Context): string {
  return context.req.header('x-request-id') ?? randomUUID();
}

function failure(status: number, code: string, message: string, request_id: string): Response {
  return Response.json({ code, message, request_id }, { status, headers: { 'x-request-id': request_id } });
}
