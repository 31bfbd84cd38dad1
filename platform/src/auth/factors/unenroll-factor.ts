import type { Transaction } from '../../database/database.ts';
import { notifyOfAccountChange, requireRecentAuthentication } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { answer, deviceOf } from '../request.ts';
import { lockUser } from '../users.ts';
import { findFactor } from './find-factor.ts';

/** DELETE /factors/{factor_id} */
export const unenrollFactor: Operation = async (auth, context) => {
  const { user, session } = await requireCaller(auth, context);
  const { id, factor_type, status } = await findFactor(auth.database, context, user.id);
  // An unverified factor protects nothing yet.
  if (status === 'verified') requireRecentAuthentication(session, user);
  await auth.database.transaction(async (transaction) => {
    await removeFactor(transaction, { id, userId: user.id, removedBy: session.id });
    const traits = { factor_id: id, factor_type, factor_status: status };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'factor_deleted', actor: user, traits, device }));
  });
  if (status === 'verified') void notifyOfAccountChange(auth, context, user, 'factor_removed');
  return answer(context, { id });
};

/**
 * Removes the factor. While another one protects the account, the sessions that this one had raised end, except the one
 * that removes it; after the last one they continue at aal1.
 */
export async function removeFactor(
  transaction: Transaction,
  { id, userId, removedBy }: { id: string; userId: string; removedBy?: string },
): Promise<void> {
  await lockUser(transaction, userId);
  await transaction.query('delete from auth.mfa_factors where id = $1 and user_id = $2', [id, userId]);
  const [other] = await transaction.query<{ id: string }>(
    `select id from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`,
    [userId],
  );
  if (other) {
    await transaction.query('update auth.sessions set factor_id = $2 where factor_id = $1 and id = $3', [
      id,
      other.id,
      removedBy ?? null,
    ]);
    await transaction.query('delete from auth.sessions where user_id = $2 and factor_id = $1', [id, userId]);
    return;
  }
  await transaction.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where a.session_id = s.id and s.user_id = $2 and s.factor_id = $1
       and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')`,
    [id, userId],
  );
  await transaction.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $2 and factor_id = $1`,
    [id, userId],
  );
}
