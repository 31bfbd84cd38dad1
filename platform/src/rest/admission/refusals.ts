import { RestError } from '../errors.ts';

/** PostgREST's code for a request that got no connection in time. */
const NO_CONNECTION = 'PGRST003';

/** This caller has to wait; others are served. */
export function tooManyStatements(message: string, seconds: number): RestError {
  return new RestError({
    status: 429,
    code: NO_CONNECTION,
    message,
    hint: `Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`,
    headers: { 'retry-after': String(seconds) },
  });
}

export function serviceBusy(): RestError {
  return new RestError({
    status: 503,
    code: NO_CONNECTION,
    message: 'Timed out acquiring connection from connection pool.',
    headers: { 'retry-after': '1' },
  });
}

/** Nobody reads it. */
export function leftWhileWaiting(): RestError {
  return new RestError({ status: 499, code: NO_CONNECTION, message: 'The client closed the connection' });
}
