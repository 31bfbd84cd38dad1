import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../database/database.ts';

/** Claims of a key that everybody has. Any other is about a person. */
const COMMON_CLAIMS: readonly string[] = ['role', 'iss', 'iat', 'exp', 'ref', 'aud'];
const COUNTS: readonly string[] = ['', 'count=exact', 'count=planned', 'count=estimated'];
/** Longer requests are not repeated. */
const LONGEST = 2000;

/** What a visitor's answer depends on beside the rows. */
interface Asked {
  method: string | undefined;
  path: string;
  claims: string;
  prefer: string | string[] | undefined | null;
  accept: string | undefined | null;
  profile: string | string[] | undefined | null;
  range: string | undefined | null;
}

/** A text for the claims of somebody of whom nothing but the role is known; undefined for all others. */
export function visitorClaims({ role, claims }: Identity, anonRole: string): string | undefined {
  const entries = Object.entries(claims ?? { role });
  const isVisitor = role === anonRole && entries.every(([name]) => COMMON_CLAIMS.includes(name));
  return isVisitor ? JSON.stringify(entries) : undefined;
}

export function keyOfRequest(request: Request, identity: Identity, anonRole: string): string | undefined {
  const { method, url, headers } = request;
  const claims = visitorClaims(identity, anonRole);
  if (claims === undefined) return undefined;
  return keyOf({
    method,
    // Without the host, which the client chooses.
    path: url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    claims,
    prefer: headers.get('prefer'),
    accept: headers.get('accept'),
    profile: headers.get('accept-profile'),
    range: headers.get('range'),
  });
}

/** The same key, of a request as it was written: only a path without dots and spaces is the same in both. */
export function keyOfIncoming(
  { method, url = '', headers }: IncomingMessage,
  claims: string,
): string | undefined {
  const { prefer, accept, range } = headers;
  return keyOf({ method, path: url, claims, prefer, accept, profile: headers['accept-profile'], range });
}

/** Undefined for requests whose answers are not kept. No part can contain the line break. */
function keyOf({ method, path, claims, prefer, accept, profile, range }: Asked): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !COUNTS.includes(String(prefer ?? ''))) return undefined;
  const key = `${method}\n${path}\n${prefer ?? ''}\n${accept ?? ''}\n${profile ?? ''}\n${range ?? ''}\n${claims}`;
  return key.length > LONGEST ? undefined : key;
}
