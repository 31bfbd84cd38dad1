import type { Transaction } from '../../database/database.ts';
import { notifyOfAccountChange, requireTrustedSession } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { requireManualLinking } from '../oauth/manual-linking.ts';
import { updateProviderList } from '../oauth/update-provider-list.ts';
import { pathId } from '../path-id.ts';
import { answer, deviceOf } from '../request.ts';
import { findUser, lockUser } from '../users.ts';

/** DELETE /user/identities/{identity_id}: without the email identity the account has no password either. */
export const unlinkIdentity: Operation = async (auth, context) => {
  requireManualLinking(auth);
  const caller = await requireCaller(auth, context);
  requireTrustedSession(caller);
  const id = pathId(context, 'identity_id');
  await auth.database.transaction(async (transaction) => {
    // Locks the user: two simultaneous requests must not remove both last identities.
    await lockUser(transaction, caller.user.id);
    const user = await findUser(transaction, caller.user.id);
    const gone = user?.identities.find((identity) => identity.identity_id === id);
    if (!user || !gone) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    if (user.identities.length <= 1) {
      const message = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', message);
    }
    await transaction.query('delete from auth.identities where id = $1', [id]);
    if (gone.provider === 'phone') await forgetPhone(transaction, user.id);
    // The account keeps its address: what another identity says about it does not replace it.
    else if (gone.provider === 'email') {
      await transaction.query(`update auth.users set encrypted_password = '' where id = $1`, [user.id]);
    }
    await updateProviderList(transaction, user.id);
    const { identity_id, provider, id: provider_id } = gone;
    const traits = { identity_id, provider, provider_id };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'identity_unlinked', actor: user, traits, device }));
  });
  void notifyOfAccountChange(auth, context, caller.user, 'identity_unlinked');
  return answer(context, {});
};

async function forgetPhone(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [
    userId,
  ]);
}
