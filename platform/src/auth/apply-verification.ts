import type { Transaction } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import type { Auth } from './auth.ts';
import { AuthError } from './errors.ts';
import { insertIdentity } from './new-user.ts';
import { type ConsumedToken, expired, type TokenKind } from './one-time-tokens.ts';
import { applySignUp, deleteSignUps, findOnlySignUp, findSignUpByVerifier } from './pending-sign-ups.ts';
import { findUser, type User } from './users.ts';

/** Which kinds of token each type of verification accepts. The types are GoTrue's. */
export const ACCEPTS: Record<string, readonly TokenKind[]> = {
  signup: ['confirmation_token', 'recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

/** How the browser that confirms a sign-up shows that it is the one that signed up. */
interface SignUpProof {
  /** Its PKCE secret; empty if it has none. */
  verifier?: string;
  /** It will redeem a PKCE code (`grantPkce`). */
  redeemsCode?: boolean;
}

export const OTHER_ADDRESS_TOO =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Applies what a consumed token proves and returns the account before and after it; undefined while a change of address
 * waits for its second confirmation.
 */
export async function applyVerification(
  auth: Auth,
  transaction: Transaction,
  { user_id, kind, relates_to }: ConsumedToken,
  proof: SignUpProof = {},
): Promise<{ before: User; user: User } | undefined> {
  await transaction.query('select id from auth.users where id = $1 for update', [user_id]);
  const user = await findUser(transaction, user_id);
  if (!user) throw expired('Token has expired or is invalid');
  if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
  switch (kind) {
    case 'confirmation_token':
      await confirmSignUp(auth, transaction, user, {
        by: relates_to === user.phone ? 'phone' : 'email',
        ...proof,
      });
      break;
    case 'recovery_token':
      await recover(transaction, user);
      break;
    case 'phone_change_token':
      await changePhone(transaction, user, relates_to);
      break;
    case 'email_change_token_new':
    case 'email_change_token_current':
      if (!(await changeEmail(auth, transaction, user, kind))) return undefined;
      break;
    case 'reauthentication_token':
      throw new Error('a nonce proves nothing to /verify');
  }
  return { before: user, user: (await findUser(transaction, user_id)) ?? user };
}

async function confirmSignUp(
  auth: Auth,
  transaction: Transaction,
  user: User,
  { by, ...proof }: SignUpProof & { by: 'email' | 'phone' },
): Promise<void> {
  if (!user[`${by}_confirmed_at`]) {
    await choosePassword(auth, transaction, user, { by, ...proof });
    if (!proof.redeemsCode) await deleteSignUps(transaction, user[by] ?? '');
  }
  await transaction.query(
    `update auth.users set ${by}_confirmed_at = coalesce(${by}_confirmed_at, now()), confirmation_token = '',
       updated_at = now() where id = $1`,
    [user.id],
  );
  await markVerified(transaction, user.id, by);
}

/**
 * The person who confirms an address decides on the password. Anybody could have signed up with that address, so the
 * password of a sign-up counts if the same browser confirms it. Where no page of ours asks for a new one (or for a
 * phone, whose code is typed where it was requested), the only sign-up counts; after several, none does.
 */
async function choosePassword(
  auth: Auth,
  transaction: Transaction,
  user: User,
  { by, verifier = '' }: SignUpProof & { by: 'email' | 'phone' },
): Promise<void> {
  const address = user[by] ?? '';
  const own = verifier === '' ? undefined : await findSignUpByVerifier(transaction, address, verifier);
  if (verifier !== '' && !own) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  const trusted = by === 'phone' || !(auth.settings.confirmationPage || user.invited_at);
  const chosen = own ?? (trusted ? await findOnlySignUp(transaction, address) : undefined);
  if (chosen) await applySignUp(transaction, user.id, chosen);
}

/**
 * Removes the password of an unconfirmed account: otherwise an attacker could register a victim's address in advance
 * and sign in after the victim has recovered the account.
 */
async function recover(transaction: Transaction, user: User): Promise<void> {
  await transaction.query(
    `update auth.users set recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()),
       encrypted_password = case when confirmed_at is null then '' else encrypted_password end, updated_at = now()
     where id = $1`,
    [user.id],
  );
  if (!user.confirmed_at) await deleteSignUps(transaction, user.email ?? '');
  await markVerified(transaction, user.id, 'email');
}

async function markVerified(transaction: Transaction, userId: string, by: 'email' | 'phone'): Promise<void> {
  await transaction.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object($3::text, true), updated_at = now()
     where user_id = $1 and provider = $2`,
    [userId, by, `${by}_verified`],
  );
}

async function changePhone(transaction: Transaction, user: User, phone: string): Promise<void> {
  if (user.phone_change !== phone) throw expired('Token has expired or is invalid');
  await refuseDuplicate('phone_exists', 'A user with this phone number has already been registered', () =>
    transaction.query(
      `update auth.users set phone = phone_change, phone_change = '', phone_change_token = '', is_anonymous = false,
         phone_confirmed_at = now(), updated_at = now() where id = $1`,
      [user.id],
    ),
  );
  await upsertIdentity(transaction, user, 'phone', { phone, phone_verified: true });
}

/** False while the other address has not confirmed yet. */
async function changeEmail(
  auth: Auth,
  transaction: Transaction,
  user: User,
  kind: TokenKind,
): Promise<boolean> {
  if (!user.email_change) throw expired('Email link is invalid or has expired');
  const bothNeeded = auth.settings.secureEmailChange && Boolean(user.email);
  if (bothNeeded && user.email_change_confirm_status === 0) {
    await transaction.query(
      `update auth.users set email_change_confirm_status = 1, ${kind} = '', updated_at = now() where id = $1`,
      [user.id],
    );
    return false;
  }
  await refuseDuplicate('email_exists', 'A user with this email address has already been registered', () =>
    transaction.query(
      `update auth.users set email = email_change, email_change = '', email_change_token_new = '',
         email_change_token_current = '', email_change_confirm_status = 0, is_anonymous = false,
         email_confirmed_at = now(), updated_at = now() where id = $1`,
      [user.id],
    ),
  );
  await transaction.query(
    `delete from auth.one_time_tokens where user_id = $1
       and token_type in ('email_change_token_new', 'email_change_token_current', 'recovery_token')`,
    [user.id],
  );
  await upsertIdentity(transaction, user, 'email', { email: user.email_change, email_verified: true });
  return true;
}

/** Keeps the email or phone identity equal to the account's address; creates it where there is none. */
async function upsertIdentity(
  transaction: Transaction,
  user: User,
  provider: 'email' | 'phone',
  data: Record<string, unknown>,
): Promise<void> {
  const updated = await transaction.query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now()
     where user_id = $1 and provider = $2 returning id`,
    [user.id, provider, data],
  );
  if (updated.length > 0) return;
  await transaction.run(insertIdentity(user.id, provider, { sub: user.id, ...data }));
  await transaction.query(
    `update auth.users set raw_app_meta_data = jsonb_build_object('provider', $2::text) || coalesce(raw_app_meta_data, '{}')
       || jsonb_build_object('providers', (select jsonb_agg(distinct i.provider) from auth.identities i where i.user_id = $1))
     where id = $1`,
    [user.id, provider],
  );
}

async function refuseDuplicate(code: string, message: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') throw new AuthError(422, code, message);
    throw error;
  }
}
