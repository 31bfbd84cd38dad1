import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import { notifyOfAccountChange, requireRecentAuthentication } from './assurance.ts';
import type { Auth, Operation } from './auth.ts';
import { type Caller, requireCaller } from './bearer.ts';
import { requestEmailChange } from './email-change.ts';
import { AuthError, invalid } from './errors.ts';
import { requireStrong } from './password-rules.ts';
import { requestPhoneChange } from './phone-change.ts';
import { acceptProof, readProof } from './proof-of-identity.ts';
import {
  answer,
  type Body,
  readBody,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
  readText,
} from './request.ts';
import { findUser, findUserByEmail, findUserByPhone, presentUser } from './users.ts';

/**
 * PUT /user: password, metadata, and new addresses, which have to be confirmed. A `current_password` or `nonce` in the
 * request makes its session a recently authenticated one, also without a change.
 */
export const updateUser: Operation = async (auth, context) => {
  const caller = await requireCaller(auth, context);
  const { user } = caller;
  const body = await readBody(context);
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const email = readEmail(body);
  const phone = readPhone(body);
  const changes = {
    email: email !== '' && email !== user.email,
    phone: phone !== '' && phone !== user.phone,
  };
  const hasPassword = typeof body.password === 'string';
  requireAllowed(caller, { hasPassword, ...changes });
  const proof = await readProof(auth, context, body, user);
  if (!proof && (hasPassword || changes.email || changes.phone)) {
    requireRecentAuthentication(caller.session, user);
  }
  if (changes.email && (await findUserByEmail(auth.database, email))) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  if (changes.phone && (await findUserByPhone(auth.database, phone))) {
    throw new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');
  }
  // Everything that can fail or takes long comes first; then one batch writes everything.
  const metadata = changeMetadata(body, caller);
  const password = hasPassword ? await newPassword(auth, body, caller) : [];
  const messages = await sendMessages(auth, context, caller, body, {
    email: changes.email ? email : '',
    phone: changes.phone ? phone : '',
  });
  await auth.database.transaction(async (transaction) => {
    if (proof) await acceptProof(auth, transaction, caller, proof);
    for (const statement of [...password, ...metadata, ...messages]) {
      await transaction.run(statement);
    }
  });
  if (hasPassword) void notifyOfAccountChange(auth, context, user, 'password_changed');
  const changed = await findUser(auth.database, user.id);
  if (!changed) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return answer(context, presentUser(changed));
};

function requireAllowed(
  { user }: Caller,
  changes: { hasPassword: boolean; email: boolean; phone: boolean },
): void {
  if ((changes.hasPassword || changes.email || changes.phone) && user.is_sso_user) {
    const message = 'Updating email, phone, password of a SSO account only possible via SSO';
    throw new AuthError(422, 'user_sso_managed', message);
  }
  if (user.is_anonymous && changes.hasPassword && !changes.email && !changes.phone) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new AuthError(422, 'validation_failed', message);
  }
}

/** Merges into the stored metadata; null removes a field. */
function changeMetadata(body: Body, { user }: Caller): Statement[] {
  const data = readMetadata(body);
  if (!data) return [];
  readMetadata({ data: { ...user.raw_user_meta_data, ...data } });
  const gone = Object.keys(data).filter((key) => data[key] === null);
  return [
    {
      text: `update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[],
        updated_at = now() where id = $1`,
      values: [user.id, data, gone].map(toValue),
    },
  ];
}

async function newPassword(auth: Auth, body: Body, { user, session }: Caller): Promise<Statement[]> {
  const password = readText(body, 'password');
  requireStrong(password, auth.settings.passwordMinLength);
  if (user.encrypted_password && (await auth.passwords.verify(password, user.encrypted_password))) {
    const message = 'New password should be different from the old password.';
    throw new AuthError(422, 'same_password', message);
  }
  const hash = await auth.passwords.hash(password);
  return [
    {
      // Pending recovery links were issued before the change.
      text: `update auth.users set encrypted_password = $2, recovery_token = '', reauthentication_token = '',
        updated_at = now() where id = $1`,
      values: [user.id, hash],
    },
    {
      text: `delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`,
      values: [user.id],
    },
    // Other sessions must sign in with the new password.
    { text: 'delete from auth.sessions where user_id = $1 and id <> $2', values: [user.id, session.id] },
  ];
}

async function sendMessages(
  auth: Auth,
  context: Context,
  { user }: Caller,
  body: Body,
  { email, phone }: { email: string; phone: string },
): Promise<Statement[]> {
  const challenge = readChallenge(body);
  if (phone !== '' && !auth.sms) throw invalid('Phone provider is disabled');
  return [
    ...(email === '' ? [] : await requestEmailChange(auth, context, user, email, challenge)),
    ...(phone === '' ? [] : await requestPhoneChange(auth, context, user, phone)),
  ];
}
