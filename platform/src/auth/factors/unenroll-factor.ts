import type { Transaction } from '../../database/database.ts';
import { auditEntry } from '../audit.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { answer, deviceOf } from '../request.ts';
import { findFactor } from './find-factor.ts';

/** DELETE /factors/{factor_id} */
export const unenrollFactor: Operation = async (auth, context) => {
  const { user, session } = await requireCaller(auth, context);
  const { id, factor_type, status } = await findFactor(auth.database, context, user.id);
  if (status === 'verified' && session.aal === 'aal1') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await auth.database.transaction(async (transaction) => {
    await removeFactor(transaction, id);
    const traits = { factor_id: id, factor_type, factor_status: status };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'factor_deleted', actor: user, traits, device }));
  });
  return answer(context, { id });
};

/** Removes the factor and lowers the sessions that it had raised to aal2. */
export async function removeFactor(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where a.session_id = s.id and s.factor_id = $1 and a.authentication_method in ('totp', 'mfa/phone')`,
    [id],
  );
  await transaction.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [
    id,
  ]);
  await transaction.query('delete from auth.mfa_factors where id = $1', [id]);
}
