import { createHash, randomBytes } from 'node:crypto';

export interface Binding {
  /** What the database keeps. */
  bound_to: string;
  /** What the browser keeps. */
  cookie(stream: string, session: string, seconds: number): string;
}

/**
 * A page of ours keeps a secret beside the ticket that only its own browser sends: the ticket's address, copied before
 * its first use, opens nothing elsewhere. Programs, and pages of another origin, keep no cookie of ours; for them the
 * ticket alone counts.
 */
export function bindTicket(request: Request): Binding | undefined {
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return undefined;
  const secret = randomBytes(32).toString('base64url');
  const secure = request.headers.get('origin')?.startsWith('https:') ? '; Secure' : '';
  return {
    bound_to: createHash('sha256').update(secret).digest('hex'),
    // Twin of the name: TICKET_COOKIES in server/src/playback/mount-streams.ts.
    cookie: (stream, session, seconds) =>
      `lakou_ticket_${session}=${secret}; Path=/stream/${stream}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  };
}
