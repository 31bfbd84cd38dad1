import type { IncomingMessage } from 'node:http';

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
  return forwarded.at(-trustedProxies) ?? seen;
}
