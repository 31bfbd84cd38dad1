import type { Identity } from '../database/database.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { TokenRefused } from './token-refused.ts';
import type { Claims, TokenVerifier } from './verify-token.ts';

/** The claim of a token whose session has not shown the account's second factor: the level that it lacks. */
export const AAL_NEEDED = 'aal_needed';

export interface CallerOptions {
  verifier: TokenVerifier;
  anonRole?: string;
  /** Roles that a token can have. */
  roles?: readonly string[];
  /** API keys that are not tokens, and their roles. */
  opaqueKeys?: ReadonlyMap<string, string>;
  /** Sessions whose tokens are refused before they expire. */
  ended?: Pick<EndedSessions, 'has' | 'onEnd'>;
  /** The request completes a sign-in: a half signed-in person is themselves here, and not a visitor. */
  admitHalfSignedIn?: boolean;
}

/**
 * The identity of a request: from `Authorization: Bearer`, else from `apikey`, else anonymous. An invalid key is refused
 * even with a valid token.
 */
export async function identifyCaller(headers: Headers, options: CallerOptions): Promise<Identity> {
  const { verifier, anonRole = 'anon', opaqueKeys } = options;
  const apikey = headers.get('apikey');
  const token = bearerToken(headers.get('authorization'));
  const keyIdentity = apikey === null ? undefined : await identityOf(apikey);
  if (token === undefined) return keyIdentity ?? roleAlone(anonRole);
  return token === apikey && keyIdentity ? keyIdentity : identityOf(token);

  async function identityOf(key: string): Promise<Identity> {
    const role = opaqueKeys?.get(key);
    return role === undefined ? toIdentity(await verifier.verify(key), options) : roleAlone(role);
  }
}

/** Policies and functions read the role from the claims too. */
function roleAlone(role: string): Identity {
  return { role, claims: { role } };
}

function bearerToken(header: string | null): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(header?.trim() ?? '');
  return match ? (match[1] ?? '').trim() : undefined;
}

function toIdentity(claims: Claims, options: CallerOptions): Identity {
  const { anonRole = 'anon', roles = DEFAULT_ROLES, ended } = options;
  if (ended?.has(claims.session_id)) throw new TokenRefused('PGRST303', 'JWT session has ended');
  if (claims[AAL_NEEDED] !== undefined) return halfSignedIn(claims, options);
  const role = claims.role ?? anonRole;
  if (typeof role === 'string' && roles.includes(role)) return { role, claims };
  throw new TokenRefused('22023', `role "${String(role)}" does not exist`);
}

/** A visitor, whom the claim tells from others. */
function halfSignedIn(
  claims: Claims,
  { anonRole = 'anon', admitHalfSignedIn = false }: CallerOptions,
): Identity {
  if (admitHalfSignedIn) return { role: 'authenticated', claims: { ...claims, role: 'authenticated' } };
  return { role: anonRole, claims: { role: anonRole, [AAL_NEEDED]: claims[AAL_NEEDED] } };
}

const DEFAULT_ROLES = ['anon', 'authenticated', 'service_role'];
