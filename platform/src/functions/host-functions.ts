import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { causeOf } from '../log-failures.ts';
import { isRequestAborted } from '../request-aborted.ts';

/** A function is a module of `supabase/functions/<name>/index.ts` that exports this by default. */
interface HostedFunction {
  fetch(request: Request): Response | Promise<Response>;
}

export interface FunctionsOptions {
  folder: string;
  /** Functions that take callers without a token, such as a payment provider's webhook. */
  open: ReadonlySet<string>;
  /** Undefined when the caller's token is valid, else the answer. */
  refuse(request: Request): Promise<Response | undefined>;
  timeLimitMs: number;
  bodyLimitBytes: number;
  /** Whether the services that functions reach are unavailable for now. */
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
      onError: (context) =>
        failure(413, 'request_too_large', 'The request body is too large', requestIdOf(context)),
    }),
  );
  app.all('/:name{[a-z0-9][a-z0-9-]*}/:rest{.*}?', async (context) => {
    const request_id = requestIdOf(context);
    const name = context.req.param('name');

    if (!load.exists(name))
      return failure(404, 'function_not_found', 'Requested function was not found', request_id);
    const refusal = options.open.has(name) ? undefined : await options.refuse(context.req.raw);
    if (refusal) return refusal;
    let hosted: HostedFunction;
    try {
      hosted = await load.module(name);
    } catch (error) {
      context.error = toError(error);
      return failure(503, 'function_unloadable', 'Function failed to start', request_id);
    }
    try {
      const answer = await withinTime(hosted, context.req.raw, options.timeLimitMs);
      if (!answer) {
        context.error = new Error(`${name} took longer than ${options.timeLimitMs} ms`);
        return failure(504, 'function_timeout', 'The function took too long to answer', request_id);
      }
      if (answer.status >= 500)
        context.error = causeOf(answer) ?? new Error(`${name} answered ${answer.status}`);
      const headers = new Headers(answer.headers);
      headers.set('x-request-id', request_id);
      return new Response(answer.body, { status: answer.status, headers });
    } catch (error) {
      if (isRequestAborted(error))
        return failure(400, 'request_aborted', 'The request was aborted', request_id);
      context.error = toError(error);
      // A function reaches data over HTTP and knows only that its request failed.
      if (await options.isAway?.()) {
        const answer = failure(
          503,
          'service_busy',
          'The service is busy, please try again in a moment',
          request_id,
        );
        answer.headers.set('retry-after', '2');
        return answer;
      }
      return failure(500, 'function_failed', 'Something went wrong on our side', request_id);
    }
  });
  app.notFound((context) =>
    failure(404, 'function_not_found', 'Requested function was not found', requestIdOf(context)),
  );
  return app;
}

/** `request.signal` aborts when the time is over; what the function still does is not awaited. */
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
  // After the time limit, a failure of the function is not reported any more.
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

/** Anything can be thrown. */
function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The server's id of this request, if it has given one. */
function requestIdOf(context: Context): string {
  return context.req.header('x-request-id') ?? randomUUID();
}

const codes = {
  request_too_large: 'BODY_TOO_LARGE',
  request_aborted: 'REQUEST_ABORTED',
  function_not_found: 'NOT_FOUND',
  function_unloadable: 'BOOT_ERROR',
  function_timeout: 'TIMEOUT',
  function_failed: 'INTERNAL',
  service_busy: 'UNAVAILABLE',
};

/** Our envelope, with the code that hosted Supabase has beside it. */
function failure(status: number, error: keyof typeof codes, message: string, request_id: string): Response {
  return Response.json(
    { error, message, request_id, code: codes[error] },
    { status, headers: { 'x-request-id': request_id } },
  );
}
