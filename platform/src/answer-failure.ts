import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DatabaseError, DatabaseUnavailable } from './database/errors.ts';
import { isRequestAborted } from './request-aborted.ts';

const QUERY_CANCELED = '57014';

/** For errors that no service answered. The caller gets a general message; `logFailures` logs the reason. */
export function answerFailure(error: Error, context: Context): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const request_id = context.req.header('x-request-id') ?? randomUUID();
  if (isRequestAborted(error)) {
    return context.json({ error: 'request_aborted', message: 'The request was aborted.', request_id }, 400);
  }
  const isBusy =
    error instanceof DatabaseUnavailable || (error instanceof DatabaseError && error.code === QUERY_CANCELED);
  if (!isBusy) {
    const message = 'Something went wrong on our side.';
    return context.json({ error: 'internal', message, request_id }, 500, { 'x-request-id': request_id });
  }
  const message = 'The service is busy, please try again in a moment.';
  return context.json({ error: 'service_busy', message, request_id }, 503, {
    'retry-after': '2',
    'x-request-id': request_id,
  });
}
