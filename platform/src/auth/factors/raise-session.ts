import type { Transaction } from '../../database/database.ts';
import type { Caller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { type Method, recordProof, renewSession, type Session } from '../sessions.ts';
import type { FactorRow } from './find-factor.ts';

const METHODS: Record<FactorRow['factor_type'], Method> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/**
 * Raises the caller's session to aal2 with a new refresh token, and ends the sessions that stayed below. The caller
 * holds `lockUser`: a sign-in at the same time either waits and finds the factor, or is among the sessions that end.
 */
export async function raiseSession(
  transaction: Transaction,
  { user, session }: Caller,
  factor: FactorRow,
): Promise<Session> {
  const raised = await transaction.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 returning id`,
    [session.id, factor.id],
  );
  if (raised.length === 0) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await recordProof(transaction, session.id, METHODS[factor.factor_type]);
  await transaction.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [
    user.id,
  ]);
  return renewSession(transaction, { id: session.id, aal: 'aal2' }, user.id);
}
