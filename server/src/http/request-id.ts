import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';

const valid = /^[\w.:-]{8,100}$/;

/**
 * The id in the response, in error bodies and in the log. A trusted proxy can set it; from others the header is
 * replaced, so that nobody can give two requests the same id. Services read it from the request's headers.
 */
export function assignRequestId(incoming: IncomingMessage, trustedProxies: number): string {
  const given = incoming.headers[REQUEST_ID];
  const proxied = trustedProxies > 0 && incoming.headers['x-forwarded-for'] !== undefined;
  const id = proxied && typeof given === 'string' && valid.test(given) ? given : randomUUID();
  if (given !== undefined) {
    incoming.rawHeaders = incoming.rawHeaders.filter(
      (_, place, all) => all[place - (place % 2)]?.toLowerCase() !== REQUEST_ID,
    );
  }
  incoming.rawHeaders.push(REQUEST_ID, id);
  incoming.headers[REQUEST_ID] = id;
  return id;
}

export function requestId(incoming: IncomingMessage): string {
  return String(incoming.headers[REQUEST_ID]);
}
