import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Auth, Queryable } from './auth.ts';
import { GIVE_BACK } from './rate-limits.ts';
import type { Device } from './request.ts';
import { presentUser, type User } from './users.ts';

export type Aal = 'aal1' | 'aal2' | 'aal3';

/** GoTrue's authentication methods. */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
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
 * sign-in. `forgiven`: the rate limit key of an attempt to uncount.
 */
export async function openSession(
  db: Queryable,
  user: User,
  method: Method,
  device: Device,
  options: { aal?: Aal; forgiven?: string } = {},
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
      options.forgiven ?? null,
    ],
  );
  if (!row) throw new Error('the account was deleted while its owner signed in');
  user.last_sign_in_at = row.last_sign_in_at;
  user.updated_at = row.last_sign_in_at;
  return { id, aal, amr: [{ method, timestamp: row.timestamp }], refreshToken };
}

/** The response to every sign-in: tokens and the user. */
export async function sessionAnswer(
  auth: Auth,
  user: User,
  session: Session,
): Promise<Record<string, unknown> & { access_token: string; refresh_token: string; expires_at: number }> {
  const { accessTokenSeconds, url } = auth.settings;
  const access_token = await auth.keys.sign(
    {
      iss: `${url}/auth/v1`,
      sub: user.id,
      aud: user.aud,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: user.role,
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
  options: { db?: Queryable; aal?: Aal; forgiven?: string } = {},
): ReturnType<typeof sessionAnswer> {
  const { db = auth.database, ...rest } = options;
  return sessionAnswer(auth, user, await openSession(db, user, method, device, rest));
}

/** Twenty characters with 100 bits; GoTrue uses twelve. */
export function newRefreshToken(): string {
  return Array.from(randomBytes(20), (byte) => BASE32[byte & 31]).join('');
}
