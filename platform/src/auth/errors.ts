import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseError, DatabaseUnavailable } from '../database/errors.ts';
import { isRequestAborted } from '../request-aborted.ts';
import type { AuthLog } from './auth.ts';

const VERSION_HEADER = 'x-supabase-api-version';
const NEWER_VERSION = '2024-01-01';

/** An error with GoTrue's status, code and message. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Further fields of the answer, such as the reasons why a password is weak. */
  readonly details: Record<string, unknown>;
  /** When trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message);

/**
 * Passes AuthErrors through and hides the reason of every other error from the caller. `log` is for failures that are
 * answered with a redirect: those with a 5xx status are logged by `logFailures`.
 */
export function asAuthError(
  error: unknown,
  log: AuthLog | undefined,
  error_id: string = randomUUID(),
): AuthError {
  if (error instanceof AuthError) return error;
  if (isRequestAborted(error)) return new AuthError(400, 'bad_json', 'The request broke off');
  const busy =
    error instanceof DatabaseUnavailable || (error instanceof DatabaseError && error.code === '57014');
  log?.error({ err: loggableError(error), error_id }, 'auth request failed');
  if (busy) {
    const message = 'The service is busy, please try again in a moment';
    return new AuthError(503, 'request_timeout', message, { error_id }, 2);
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { error_id },
  );
}

/** An error without the values that PostgreSQL quotes in its details: a failing row may hold a hash or an address. */
export function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, constraint, table, command } = error as Error & Record<string, unknown>;
  return { type: name, message, stack, code, constraint, table, command };
}

/** Newer clients expect the error code in `code`; older ones expect the status there. */
export function answerError(context: Context, error: AuthError): Response {
  context.header('cache-control', 'no-store');
  if (error.retryAfterSeconds !== undefined) context.header('retry-after', String(error.retryAfterSeconds));
  const requestedVersion = context.req.header(VERSION_HEADER) ?? '';
  if (/^\d{4}-\d\d-\d\d$/.test(requestedVersion) && requestedVersion >= NEWER_VERSION) {
    context.header(VERSION_HEADER, NEWER_VERSION);
    return context.json({ code: error.code, message: error.message, ...error.details }, error.status);
  }
  return context.json(
    { code: error.status, error_code: error.code, msg: error.message, ...error.details },
    error.status,
  );
}
