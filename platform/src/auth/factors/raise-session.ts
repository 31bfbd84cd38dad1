import type { Transaction } from '../../database/database.ts';
import type { Caller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { type Method, NO_INSTANCE, newRefreshToken, type Session } from '../sessions.ts';
import type { FactorRow } from './find-factor.ts';

/** Raises the caller's session to aal2 with a new refresh token, and ends the sessions that stayed below. */
export async function raiseSession(
  transaction: Transaction,
  { user, session }: Caller,
  factor: FactorRow,
): Promise<Session> {
  const method: Method = factor.factor_type === 'phone' ? 'mfa/phone' : 'totp';
  const raised = await transaction.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 returning id`,
    [session.id, factor.id],
  );
  if (raised.length === 0) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await transaction.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session.id, method],
  );
  const refreshToken = newRefreshToken();
  // The old token becomes the parent, so that another tab that still has it gets the new one.
  await transaction.query(
    `with spent as (
       update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked
       returning token
     )
     insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('${NO_INSTANCE}', $2, $3, false, now(), now(), (select token from spent limit 1), $1)`,
    [session.id, refreshToken, user.id],
  );
  await transaction.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [
    user.id,
  ]);
  const amr = await transaction.query<Session['amr'][number]>(
    `select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [session.id],
  );
  return { id: session.id, aal: 'aal2', amr, refreshToken };
}
