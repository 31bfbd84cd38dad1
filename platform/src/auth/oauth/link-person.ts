import { DatabaseError } from '../../database/errors.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';
import { insertIdentity } from '../new-user.ts';
import { findUser, type User } from '../users.ts';
import type { Person } from './provider.ts';
import { recountProviders } from './recount-providers.ts';

/** Adds a way in to the account of somebody who is signed in and asked for it; the addresses need not match. */
export function linkPerson(auth: Auth, person: Person, userId: string): Promise<User> {
  return auth.database.transaction(async (transaction) => {
    await transaction.query('select id from auth.users where id = $1 for update', [userId]);
    const user = await findUser(transaction, userId);
    if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
    if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
    const [taken] = await transaction.query<{ user_id: string }>(
      'select user_id from auth.identities where provider = $1 and provider_id = $2',
      [person.provider, person.sub],
    );
    if (taken) throw alreadyLinked(taken.user_id === userId);
    await transaction.run(insertIdentity(userId, person.provider, person.data)).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505') throw alreadyLinked(false);
      throw error;
    });
    if (!user.email && person.emailVerified) {
      const [namesake] = await transaction.query(
        'select id from auth.users where email = $1 and not is_sso_user',
        [person.email],
      );
      if (namesake) {
        throw new AuthError(
          422,
          'email_exists',
          'A user with this email address has already been registered',
        );
      }
      await transaction.query(
        'update auth.users set email = $2, email_confirmed_at = now(), updated_at = now() where id = $1',
        [userId, person.email],
      );
    }
    if (user.is_anonymous) {
      await transaction.query('update auth.users set is_anonymous = false where id = $1', [userId]);
    }
    await recountProviders(transaction, userId);
    const linked = await findUser(transaction, userId);
    if (!linked) throw new Error('the account vanished while it was linked');
    return linked;
  });
}

function alreadyLinked(toThemselves: boolean): AuthError {
  const message = toThemselves ? 'Identity is already linked' : 'Identity is already linked to another user';
  return new AuthError(422, 'identity_already_exists', message);
}
