import type { Transaction } from '../../database/database.ts';
import { DatabaseError } from '../../database/errors.ts';
import { auditEntry } from '../audit.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { AuthError } from '../errors.ts';
import { requireManualLinking } from '../oauth/manual-linking.ts';
import { updateProviderList } from '../oauth/update-provider-list.ts';
import { pathId } from '../path-id.ts';
import { answer, deviceOf } from '../request.ts';
import { findUser, type Identity } from '../users.ts';

/** DELETE /user/identities/{identity_id} */
export const unlinkIdentity: Operation = async (auth, context) => {
  requireManualLinking(auth);
  const { user: caller } = await requireCaller(auth, context);
  const id = pathId(context, 'identity_id');
  await auth.database.transaction(async (transaction) => {
    // Locks the user: two simultaneous requests must not remove both last identities.
    await transaction.query('select id from auth.users where id = $1 for update', [caller.id]);
    const user = await findUser(transaction, caller.id);
    const gone = user?.identities.find((identity) => identity.identity_id === id);
    if (!user || !gone) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    if (user.identities.length <= 1) {
      const message = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', message);
    }
    await transaction.query('delete from auth.identities where id = $1', [id]);
    const left = user.identities.filter((identity) => identity !== gone);
    if (gone.provider === 'phone') await forgetPhone(transaction, user.id);
    else if (gone.email === user.email) await moveAddress(transaction, user.id, user.email, left);
    // The password belongs to the address that is removed.
    if (gone.provider === 'email') {
      await transaction.query(`update auth.users set encrypted_password = '' where id = $1`, [user.id]);
    }
    await updateProviderList(transaction, user.id);
    const { identity_id, provider, id: provider_id } = gone;
    const traits = { identity_id, provider, provider_id };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'identity_unlinked', actor: user, traits, device }));
  });
  return answer(context, {});
};

async function forgetPhone(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [
    userId,
  ]);
}

/** Sets the account's address from the remaining identities; it stays when none has a verified one. */
async function moveAddress(
  transaction: Transaction,
  userId: string,
  current: string | null,
  left: Identity[],
): Promise<void> {
  const confirmed = left.filter(({ email, identity_data }) => email && identity_data.email_verified === true);
  if (confirmed.length === 0 || confirmed.some(({ email }) => email === current)) return;
  try {
    await transaction.query('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
      userId,
      confirmed[0]?.email,
    ]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error;
    const message = 'Unable to unlink identity due to email conflict';
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message);
  }
}
