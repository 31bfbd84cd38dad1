import { notifyOfAccountChange } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import { findFactor } from '../factors/find-factor.ts';
import { removeFactor } from '../factors/unenroll-factor.ts';
import { answer, deviceOf } from '../request.ts';
import { presentUser } from '../users.ts';
import { findAccount } from './find-account.ts';
import { forAdmins } from './for-admins.ts';

/** GET /admin/users/{user_id}/factors */
export const listAccountFactors = forAdmins(async (auth, context) => {
  const { factors = [] } = presentUser(await findAccount(auth.database, context));
  return answer(context, factors as object);
});

/** DELETE /admin/users/{user_id}/factors/{factor_id}: for a user who lost their phone. */
export const deleteAccountFactor = forAdmins(async (auth, context) => {
  const user = await findAccount(auth.database, context);
  const {
    secret: _secret,
    web_authn_credential: _credential,
    ...factor
  } = await findFactor(auth.database, context, user.id);
  await auth.database.transaction(async (transaction) => {
    await removeFactor(transaction, { id: factor.id, userId: user.id });
    const traits = { user_id: user.id, factor_id: factor.id };
    await transaction.run(auditEntry({ action: 'factor_deleted', traits, device: deviceOf(auth, context) }));
  });
  if (factor.status === 'verified') void notifyOfAccountChange(auth, context, user, 'factor_removed');
  return answer(context, factor);
});
