import { createHash, randomBytes } from 'node:crypto';
import { TICKET_COOKIE_PREFIX } from '@lakou/contract/playback/limits';

export interface Binding {
  /** The hash, for the database. */
  bound_to: string;
  /** The Set-Cookie header with the secret. */
  cookie(stream: string, session: string, seconds: number): string;
}

/**
 * For our own pages, a secret in a cookie goes with the ticket, so that a copied address does not work in another
 * browser. Programs and pages of other origins store no cookie of ours; for them the ticket alone counts.
 */
export function bindTicket(request: Request): Binding | undefined {
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return undefined;
  const secret = randomBytes(32).toString('base64url');
  const secure = request.headers.get('origin')?.startsWith('https:') ? '; Secure' : '';
  return {
    bound_to: createHash('sha256').update(secret).digest('hex'),
    cookie: (stream, session, seconds) =>
      `${TICKET_COOKIE_PREFIX}${session}=${secret}; Path=/stream/${stream}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  };
}
