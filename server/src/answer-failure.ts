import { randomUUID } from 'node:crypto';
import { isBrokenOff } from '@lakou/platform/broken-off';
import { DatabaseError, DatabaseUnavailable } from '@lakou/platform/database/errors';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { loggedPath } from './http/path-of.ts';
import { REQUEST_ID } from './http/request-id.ts';
import { log } from './log.ts';

/** The last net: what nobody else answered. The person gets a plain sentence, the log gets the reason. */
export function answerFailure(error: Error, context: Context): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const request_id = context.req.header(REQUEST_ID) ?? randomUUID();
  if (isBrokenOff(error)) {
    return context.json({ error: 'broken_off', message: 'The request broke off.', request_id }, 400);
  }
  const busy =
    error instanceof DatabaseUnavailable || (error instanceof DatabaseError && error.code === '57014');
  log[busy ? 'warn' : 'error'](
    { request_id, path: loggedPath(context.req.path), err: error },
    'request failed',
  );
  if (busy) context.header('retry-after', '2');
  return context.json(
    {
      error: busy ? 'unavailable' : 'internal',
      message: busy
        ? 'The house is busy. Please try again in a moment.'
        : 'Something went wrong on our side.',
      request_id,
    },
    busy ? 503 : 500,
  );
}
