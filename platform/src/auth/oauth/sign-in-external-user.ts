import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Transaction } from '../../database/database.ts';
import { notifyOfAccountChange } from '../assurance.ts';
import type { Auth } from '../auth.ts';
import { requestEmailChange } from '../email-change.ts';
import { AuthError, loggableError } from '../errors.ts';
import { insertIdentity, insertUser } from '../new-user.ts';
import { sendEmail } from '../send-email.ts';
import { requireSignUpOpen, retryIfTaken } from '../sign-up.ts';
import { findUser, type User } from '../users.ts';
import { claimUnverifiedAccount } from './claim-unverified-account.ts';
import type { ExternalUser } from './provider.ts';
import { updateProviderList } from './update-provider-list.ts';

/** The provider reported this address but has not verified it. */
interface UnverifiedEmail {
  address: string;
  /** Whether an account with it exists. */
  taken: boolean;
}

/**
 * The account of a user authenticated by a provider: the linked one, else the one with the same address, else a new
 * one. An existing account is linked by its address only when both the provider has verified that address and the
 * account's owner has confirmed it.
 */
export async function signInExternalUser(
  auth: Auth,
  context: Context,
  externalUser: ExternalUser,
): Promise<User> {
  const { user, unverified, linked } = await retryIfTaken(auth, () =>
    auth.database.transaction(async (transaction) => {
      await lockIdentity(transaction, externalUser);
      const { id, ...rest } = await findOrCreate(auth, transaction, externalUser);
      const user = await findUser(transaction, id);
      if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
      if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
      return { user, ...rest };
    }),
  );
  if (linked) void notifyOfAccountChange(auth, context, user, 'identity_linked');
  if (unverified) await sendAddressConfirmation(auth, context, user, unverified);
  return user;
}

/** Sign-ins of one identity wait for each other: at the first one, two would deadlock over account and identity. */
async function lockIdentity(transaction: Transaction, { provider, sub }: ExternalUser): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider} ${sub}`]);
}

async function findOrCreate(
  auth: Auth,
  transaction: Transaction,
  externalUser: ExternalUser,
): Promise<{ id: string; unverified?: UnverifiedEmail; linked?: boolean }> {
  const known = await findLinkedAccount(transaction, externalUser);
  if (known) return { id: known };
  const { email, emailVerified } = externalUser;
  const existing = email === '' ? undefined : await findAccountByEmail(transaction, email);
  if (!existing && (emailVerified || !auth.settings.confirmEmail)) {
    return { id: await create(auth, transaction, externalUser, email) };
  }
  if (!existing || !emailVerified) {
    // The account begins without the address, which may belong to another person.
    const id = await create(auth, transaction, externalUser, '');
    return email === '' ? { id } : { id, unverified: { address: email, taken: existing !== undefined } };
  }
  if (existing.email_confirmed) {
    await transaction.run(insertIdentity(existing.id, externalUser.provider, externalUser.data));
    await updateProviderList(transaction, existing.id);
    return { id: existing.id, linked: true };
  }
  if (existing.phone_confirmed) {
    // That account has a confirmed phone but an unconfirmed address, so it is neither linked nor claimed.
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  await claimUnverifiedAccount(transaction, existing.id, externalUser);
  return { id: existing.id };
}

/** The account already linked to this identity; refreshes the identity's data. */
async function findLinkedAccount(
  transaction: Transaction,
  { provider, sub, data }: ExternalUser,
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

interface AccountWithEmail {
  id: string;
  email_confirmed: boolean;
  phone_confirmed: boolean;
}

async function findAccountByEmail(
  transaction: Transaction,
  email: string,
): Promise<AccountWithEmail | undefined> {
  const [row] = await transaction.query<AccountWithEmail>(
    `select id, email_confirmed_at is not null as email_confirmed, phone_confirmed_at is not null as phone_confirmed
     from auth.users where email = $1 and not is_sso_user and deleted_at is null for update`,
    [email],
  );
  return row;
}

async function create(
  auth: Auth,
  transaction: Transaction,
  { provider, data }: ExternalUser,
  email: string,
): Promise<string> {
  requireSignUpOpen(auth);
  const id = randomUUID();
  const identity = { provider, data };
  const statements = insertUser({ id, ...(email ? { email } : {}), data, confirmed: true, identity });
  for (const statement of statements) await transaction.run(statement);
  return id;
}

/**
 * Sends a confirmation to the reported address, or the notice that it already has an account. The response is the same
 * in both cases. A failure to send is only logged.
 */
async function sendAddressConfirmation(
  auth: Auth,
  context: Context,
  user: User,
  { address, taken }: UnverifiedEmail,
): Promise<void> {
  try {
    if (taken) {
      const [metadata, page] = [user.raw_user_meta_data, `${auth.settings.url}/login`];
      await sendEmail(auth, context, { to: address, kind: 'already_registered', metadata, page });
    } else {
      await auth.database.run(await requestEmailChange(auth, context, user, address));
    }
  } catch (error) {
    auth.log.warn({ err: loggableError(error), user_id: user.id }, 'address confirmation not sent');
  }
}
