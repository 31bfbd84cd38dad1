import type { Context, MiddlewareHandler } from 'hono';
import type { PlatformLog } from './platform-options.ts';

/**
 * Logs each 5xx answer once, with its cause. Hono puts what a handler threw into `context.error`; a handler that
 * answers a failure itself puts the cause there.
 */
export function logFailures(
  log: PlatformLog,
  fields: (context: Context) => object = () => ({}),
): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status < 500) return;
    const request_id = context.req.header('x-request-id') ?? context.res.headers.get('x-request-id');
    const err = context.error ?? new Error('the service gave no cause');
    log.error({ request_id, method: context.req.method, status, ...fields(context), err }, 'request failed');
  };
}

/** A response made outside of a handler carries the cause of its failure with it. */
export function withCause(response: Response, cause: unknown): Response {
  return Object.assign(response, { cause });
}

export function causeOf(response: Response): Error | undefined {
  const { cause } = response as { cause?: unknown };
  return cause instanceof Error ? cause : undefined;
}
