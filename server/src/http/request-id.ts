import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';

const sane = /^[\w.:-]{8,100}$/;

/**
 * The name under which answer, error body and log speak of one request. A proxy of ours may have given it already;
 * what anybody else wrote there is replaced, so that nobody can make two requests look like one. From here on it
 * stands in the request's own headers, where every service finds it.
 */
export function nameRequest(incoming: IncomingMessage, trustedProxies: number): string {
  const given = incoming.headers[REQUEST_ID];
  const proxied = trustedProxies > 0 && incoming.headers['x-forwarded-for'] !== undefined;
  const id = proxied && typeof given === 'string' && sane.test(given) ? given : randomUUID();
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
