import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Transaction } from '../../database/database.ts';
import type { Auth } from '../auth.ts';
import { requestEmailChange } from '../email-change.ts';
import { AuthError, loggable } from '../errors.ts';
import { insertIdentity, insertUser } from '../new-user.ts';
import { sendEmail } from '../send-email.ts';
import { onceMoreIfTaken, requireOpen } from '../sign-up.ts';
import { findUser, type User } from '../users.ts';
import type { Person } from './provider.ts';
import { recountProviders } from './recount-providers.ts';
import { takeOver } from './take-over.ts';

/** An address that the person may have, but has not proved. */
interface Unproved {
  address: string;
  /** There is an account with it. */
  taken: boolean;
}

/**
 * The account of somebody whom a provider vouches for: the one they used before, else the one with the same proved
 * address, else a new one. An address opens an existing account only when both sides have proved it: the provider
 * that the person reads this mail, and the account's owner that it is theirs.
 */
export async function admitPerson(auth: Auth, context: Context, person: Person): Promise<User> {
  const { user, unproved } = await onceMoreIfTaken(auth, () =>
    auth.database.transaction(async (transaction) => {
      const { id, unproved } = await findOrCreate(auth, transaction, person);
      const user = await findUser(transaction, id);
      if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
      if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
      return { user, unproved };
    }),
  );
  if (unproved) await askAboutAddress(auth, context, user, unproved);
  return user;
}

async function findOrCreate(
  auth: Auth,
  transaction: Transaction,
  person: Person,
): Promise<{ id: string; unproved?: Unproved }> {
  const known = await welcomeBack(transaction, person);
  if (known) return { id: known };
  const { email, emailVerified } = person;
  const namesake = email === '' ? undefined : await findNamesake(transaction, email);
  if (!namesake && (emailVerified || !auth.settings.confirmEmail)) {
    return { id: await create(auth, transaction, person, email) };
  }
  if (!namesake || !emailVerified) {
    // The account begins without the address, which may be somebody else's.
    const id = await create(auth, transaction, person, '');
    return email === '' ? { id } : { id, unproved: { address: email, taken: namesake !== undefined } };
  }
  if (namesake.email_confirmed) {
    await transaction.run(insertIdentity(namesake.id, person.provider, person.data));
    await recountProviders(transaction, namesake.id);
  } else if (namesake.phone_confirmed) {
    // Somebody proved the phone but never the address: neither theirs to lose nor ours to give away.
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  } else {
    await takeOver(transaction, namesake.id, person);
  }
  return { id: namesake.id };
}

/** Signed in this way before: what the provider says of them now is what we know of them. */
async function welcomeBack(
  transaction: Transaction,
  { provider, sub, data }: Person,
): Promise<string | undefined> {
  const [identity] = await transaction.query<{ user_id: string }>(
    `update auth.identities set identity_data = $3::jsonb, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2 returning user_id`,
    [provider, sub, data],
  );
  if (!identity) return undefined;
  await transaction.query(
    `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb, updated_at = now()
     where id = $1`,
    [identity.user_id, data],
  );
  return identity.user_id;
}

interface Namesake {
  id: string;
  email_confirmed: boolean;
  phone_confirmed: boolean;
}

async function findNamesake(transaction: Transaction, email: string): Promise<Namesake | undefined> {
  const [row] = await transaction.query<Namesake>(
    `select id, email_confirmed_at is not null as email_confirmed, phone_confirmed_at is not null as phone_confirmed
     from auth.users where email = $1 and not is_sso_user and deleted_at is null for update`,
    [email],
  );
  return row;
}

async function create(
  auth: Auth,
  transaction: Transaction,
  { provider, data }: Person,
  email: string,
): Promise<string> {
  requireOpen(auth);
  const id = randomUUID();
  const identity = { provider, data };
  const statements = insertUser({ id, ...(email ? { email } : {}), data, confirmed: true, identity });
  for (const statement of statements) await transaction.run(statement);
  return id;
}

/**
 * Asks whoever reads that mail whether the address is theirs, or tells them that they have an account already.
 * The person is signed in either way and cannot tell which it was; and a letter that cannot be sent stops nobody.
 */
async function askAboutAddress(
  auth: Auth,
  context: Context,
  user: User,
  { address, taken }: Unproved,
): Promise<void> {
  try {
    if (taken) {
      const [metadata, page] = [user.raw_user_meta_data, `${auth.settings.url}/login`];
      await sendEmail(auth, context, { to: address, kind: 'already_registered', metadata, page });
    } else {
      await auth.database.run(await requestEmailChange(auth, context, user, address));
    }
  } catch (error) {
    auth.log.warn({ err: loggable(error), user_id: user.id }, 'an address could not be asked about');
  }
}
