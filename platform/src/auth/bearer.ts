import type { Context } from 'hono';
import { TokenRefused } from '../tokens/token-refused.ts';
import type { Claims } from '../tokens/verify-token.ts';
import { requireFullAssurance } from './assurance.ts';
import type { Auth, Queryable } from './auth.ts';
import { AuthError } from './errors.ts';
import type { Aal } from './sessions.ts';
import { USER_COLUMNS, type User } from './users.ts';

export interface Caller {
  claims: Claims;
  user: User;
  session: CallerSession;
}

export interface CallerSession {
  id: string;
  aal: Aal;
  created_at: string;
  /** The last proof of who they are (password, code, factor, provider) is recent; a refreshed token is no proof. */
  recent: boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The claims of the request's token, for operations that need no user, such as an admin's. */
export async function requireToken(auth: Auth, context: Context): Promise<Claims> {
  const token = /^bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token');
  try {
    return await auth.verifier.verify(token);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

/** The user and the session of the request. Refuses a session that has not shown the account's second factor. */
export async function requireCaller(auth: Auth, context: Context): Promise<Caller> {
  const caller = await requireAnyCaller(auth, context);
  requireFullAssurance(caller.session, caller.user);
  return caller;
}

/** As `requireCaller`, but also for a half signed-in session: only for what completes or abandons a sign-in. */
export async function requireAnyCaller(auth: Auth, context: Context): Promise<Caller> {
  const { session, ...caller } = await requireAnyUser(auth, context);
  if (!session) throw sessionNotFound();
  return { ...caller, session };
}

/** The user of the request, also with a token that a holder of the keys signed without a session. */
export async function requireUser(auth: Auth, context: Context): Promise<UserWithSession> {
  const caller = await requireAnyUser(auth, context);
  if (caller.session) requireFullAssurance(caller.session, caller.user);
  return caller;
}

type UserWithSession = Omit<Caller, 'session'> & { session: CallerSession | undefined };

/** As `requireUser`, but also half signed in. Refuses a token whose session has ended, even before it expires. */
export async function requireAnyUser(auth: Auth, context: Context): Promise<UserWithSession> {
  const claims = await requireToken(auth, context);
  const { sub, session_id } = claims;
  if (typeof sub !== 'string' || sub === '') throw badToken('invalid claim: missing sub claim');
  if (!UUID.test(sub)) throw badToken('invalid claim: sub claim must be a UUID');
  if (claims.aud !== 'authenticated') throw badToken('invalid claim: unexpected audience');
  const named = session_id !== undefined && session_id !== null;
  const sessionId = typeof session_id === 'string' && UUID.test(session_id) ? session_id : null;
  const caller = await findUserWithSession(auth, auth.database, { userId: sub, sessionId });
  if (!caller) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (named && !caller.session) throw sessionNotFound();
  if (caller.user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
  return { claims, ...caller };
}

/** The user, with the session if it is theirs and open. */
export async function findUserWithSession(
  auth: Auth,
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<Omit<UserWithSession, 'claims'> | undefined> {
  const [row] = await db.query<
    User & { session_id: string | null; aal: Aal; session_created_at: string; recent: boolean }
  >(
    `select ${USER_COLUMNS}, s.id as session_id, s.aal, s.created_at as session_created_at,
       coalesce((select max(a.updated_at) from auth.mfa_amr_claims a where a.session_id = s.id), s.created_at)
         > now() - make_interval(secs => $3) as recent
     from auth.users u
     left join auth.sessions s on s.user_id = u.id and s.id = $2 and (s.not_after is null or s.not_after > now())
     where u.id = $1 and u.deleted_at is null`,
    [userId, sessionId, auth.settings.recentSeconds],
  );
  if (!row) return undefined;
  const { session_id: id, aal, session_created_at, recent, ...user } = row;
  return {
    user,
    session: id === null ? undefined : { id, aal, created_at: session_created_at, recent },
  };
}

export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

function badToken(message: string): AuthError {
  return new AuthError(403, 'bad_jwt', message);
}
