import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { AAL_NEEDED } from '../tokens/identify-caller.ts';
import { isHalfSignedIn, visibleUser } from './assurance.ts';
import type { Auth, Queryable } from './auth.ts';
import { GIVE_BACK } from './rate-limits.ts';
import type { Device } from './request.ts';
import { presentUser, readFactors, type User } from './users.ts';

export type Aal = 'aal1' | 'aal2' | 'aal3';

/** GoTrue's authentication methods. */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'passkey'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'anonymous';

export interface Session {
  id: string;
  aal: Aal;
  amr: { method: string; timestamp: number }[];
  refreshToken: string;
}

export const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Opens a session in one statement: its row, its first refresh token, the authentication method and the time of the
 * sign-in. `forgiven`: the rate limit keys of an attempt to uncount.
 */
export async function openSession(
  db: Queryable,
  user: User,
  method: Method,
  device: Device,
  options: { aal?: Aal; forgiven?: readonly string[] } = {},
): Promise<Session> {
  const id = randomUUID();
  const refreshToken = newRefreshToken();
  const aal = options.aal ?? 'aal1';
  const [row] = await db.query<{ timestamp: number; last_sign_in_at: string }>(
    `with opened as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
         values ($1, $2, now(), now(), $3::auth.aal_level, $4, $5::inet)
     ), token as (
       insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
         values ('${NO_INSTANCE}', $6, $2::uuid::text, false, now(), now(), $1)
     ), proof as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
         values (gen_random_uuid(), $1, now(), now(), $7)
     ), forgiven as (${GIVE_BACK.replace('$1', '$8')}),
     identity as (
       update auth.identities set last_sign_in_at = now(), updated_at = now()
         where user_id = $2 and $7 = 'password' and provider in ('email', 'phone')
     )
     update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2
     returning extract(epoch from now())::integer as timestamp, last_sign_in_at`,
    [
      id,
      user.id,
      aal,
      device.userAgent,
      device.address ?? null,
      refreshToken,
      method,
      options.forgiven ?? [],
    ],
  );
  if (!row) throw new Error('the account was deleted while its owner signed in');
  user.last_sign_in_at = row.last_sign_in_at;
  user.updated_at = row.last_sign_in_at;
  // Read again, because a factor verified since then makes this session half signed in. The update above waited for
  // such a verification (`lockUser`), and one that comes later ends this session.
  user.factors = await readFactors(db, user.id);
  return { id, aal, amr: [{ method, timestamp: row.timestamp }], refreshToken };
}

/**
 * Replaces the refresh token of an open session. The old one becomes the parent, so that another tab that still has it
 * gets the new one.
 */
export async function renewSession(
  db: Queryable,
  session: { id: string; aal: Aal },
  userId: string,
): Promise<Session> {
  const refreshToken = newRefreshToken();
  await db.query(
    `with spent as (
       update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked
       returning token
     )
     insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('${NO_INSTANCE}', $2, $3, false, now(), now(), (select token from spent limit 1), $1)`,
    [session.id, refreshToken, userId],
  );
  const amr = await db.query<Session['amr'][number]>(
    `select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [session.id],
  );
  return { id: session.id, aal: session.aal, amr, refreshToken };
}

/** Notes that the session's owner has just proved who they are. */
export async function recordProof(db: Queryable, sessionId: string, method: Method): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, method],
  );
}

/** The response to every sign-in: tokens and the user. */
export async function sessionAnswer(
  auth: Auth,
  owner: User,
  session: Session,
): Promise<Record<string, unknown> & { access_token: string; refresh_token: string; expires_at: number }> {
  const { accessTokenSeconds, url } = auth.settings;
  const isHalf = isHalfSignedIn(session, owner);
  const user = visibleUser(session, owner);
  const access_token = await auth.keys.sign(
    {
      iss: `${url}/auth/v1`,
      sub: user.id,
      aud: user.aud,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      // All services but this one treat a half signed-in session as a visitor, by the claim and without a query.
      role: isHalf ? 'anon' : user.role,
      ...(isHalf ? { [AAL_NEEDED]: 'aal2' } : {}),
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    `${accessTokenSeconds}s`,
  );
  return {
    access_token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: decodeJwt(access_token).exp ?? 0,
    refresh_token: session.refreshToken,
    user: presentUser(user),
  };
}

/** Opens a session and returns the response for it. */
export async function issueSession(
  auth: Auth,
  user: User,
  method: Method,
  device: Device,
  options: { db?: Queryable; aal?: Aal; forgiven?: readonly string[] } = {},
): ReturnType<typeof sessionAnswer> {
  const { db = auth.database, ...rest } = options;
  return sessionAnswer(auth, user, await openSession(db, user, method, device, rest));
}

/** Twenty characters with 100 bits; GoTrue uses twelve. */
export function newRefreshToken(): string {
  return Array.from(randomBytes(20), (byte) => BASE32[byte & 31]).join('');
}
