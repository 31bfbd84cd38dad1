import type { Transaction } from '../../database/database.ts';
import { DatabaseError } from '../../database/errors.ts';
import { AuthError } from '../errors.ts';
import { insertIdentity } from '../new-user.ts';
import { findUser, lockUser, type User } from '../users.ts';
import type { ExternalUser } from './provider.ts';
import { updateProviderList } from './update-provider-list.ts';

/** Links an identity to a signed-in user's account; the addresses need not match. */
export async function linkExternalUser(
  transaction: Transaction,
  externalUser: ExternalUser,
  userId: string,
): Promise<User> {
  await lockUser(transaction, userId);
  const user = await findUser(transaction, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
  const [taken] = await transaction.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [externalUser.provider, externalUser.sub],
  );
  if (taken) throw alreadyLinked(taken.user_id === userId);
  await transaction
    .run(insertIdentity(userId, externalUser.provider, externalUser.data))
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505') throw alreadyLinked(false);
      throw error;
    });
  if (!user.email && externalUser.emailVerified) {
    const [existing] = await transaction.query(
      'select id from auth.users where email = $1 and not is_sso_user',
      [externalUser.email],
    );
    if (existing) {
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    }
    await transaction.query(
      'update auth.users set email = $2, email_confirmed_at = now(), updated_at = now() where id = $1',
      [userId, externalUser.email],
    );
  }
  if (user.is_anonymous) {
    await transaction.query('update auth.users set is_anonymous = false where id = $1', [userId]);
  }
  await updateProviderList(transaction, userId);
  const linked = await findUser(transaction, userId);
  if (!linked) throw new Error('the account vanished while it was linked');
  return linked;
}

function alreadyLinked(toThemselves: boolean): AuthError {
  const message = toThemselves ? 'Identity is already linked' : 'Identity is already linked to another user';
  return new AuthError(422, 'identity_already_exists', message);
}
