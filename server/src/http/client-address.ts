import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * Where a request comes from. Each trusted proxy adds the address it saw to the end of X-Forwarded-For; entries before
 * those were written by the caller and are ignored.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const seen = request.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return seen;
  const forwarded = [request.headers['x-forwarded-for']]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return withoutPort(forwarded.at(-trustedProxies) ?? seen);
}

/** Some proxies write the port too, which is another for each connection: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  if (bracketed) return bracketed;
  const [host = '', port] = address.split(':');
  return port !== undefined && isIPv4(host) && address === `${host}:${port}` ? host : address;
}
