import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { auditEntry } from '../audit.ts';
import { updateProviders, writeIdentity } from '../identities/write-identity.ts';
import { answer, deviceOf, readBody } from '../request.ts';
import { presentUser } from '../users.ts';
import { type AccountAttributes, readAttributes } from './account-attributes.ts';
import { findAccount } from './find-account.ts';
import { forAdmins } from './for-admins.ts';
import { writeAccount } from './write-account.ts';

/** PUT /admin/users/{user_id}: takes effect at once, without confirmation by the user. */
export const updateAccount = forAdmins(async (auth, context) => {
  const user = await findAccount(auth.database, context);
  const attributes = await readAttributes(auth, await readBody(context));
  const traits = { user_id: user.id };
  await writeAccount(auth, 'updating', () =>
    auth.database.run([
      writeColumns(user.id, attributes),
      ...(attributes.email ? writeIdentity(user, 'email', attributes.email, attributes.emailConfirm) : []),
      ...(attributes.phone ? writeIdentity(user, 'phone', attributes.phone, attributes.phoneConfirm) : []),
      ...(attributes.email || attributes.phone ? [updateProviders(user.id)] : []),
      // Other sessions must sign in with the new password.
      ...(attributes.passwordHash === undefined
        ? []
        : [
            { text: 'delete from auth.sessions where user_id = $1', values: [user.id] },
            { text: 'delete from auth.one_time_tokens where user_id = $1', values: [user.id] },
          ]),
      auditEntry({ action: 'user_modified', traits, device: deviceOf(auth, context) }),
    ]),
  );
  return answer(context, presentUser(await findAccount(auth.database, context)));
});

function writeColumns(id: string, attributes: AccountAttributes): Statement {
  const nulls = (data: Record<string, unknown> = {}) => Object.keys(data).filter((key) => data[key] === null);
  return {
    text: `update auth.users set updated_at = now(),
        email = coalesce($2, email), phone = coalesce($3, phone),
        is_anonymous = is_anonymous and $2::text is null and $3::text is null,
        email_confirmed_at = case when $4::boolean and coalesce($2, email) is not null
          then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
        phone_confirmed_at = case when $5::boolean and coalesce($3, phone) is not null
          then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
        encrypted_password = coalesce($6, encrypted_password), role = coalesce($7, role),
        raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $8::jsonb) - $9::text[],
        raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $10::jsonb) - $11::text[],
        banned_until = case when $12::float8 is null then banned_until
          when $12 > 0 then now() + make_interval(secs => $12) end
      where id = $1`,
    values: [
      id,
      attributes.email || null,
      attributes.phone || null,
      attributes.emailConfirm,
      attributes.phoneConfirm,
      attributes.passwordHash,
      attributes.role || null,
      attributes.userData ?? {},
      nulls(attributes.userData),
      attributes.appData ?? {},
      nulls(attributes.appData),
      attributes.banSeconds,
    ].map(toValue),
  };
}
