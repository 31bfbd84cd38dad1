import { createHash } from 'node:crypto';
import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { auditEntry } from '../audit.ts';
import { answer, deviceOf, readBody } from '../request.ts';
import type { User } from '../users.ts';
import { findAccount } from './find-account.ts';
import { forAdmins } from './for-admins.ts';
import { writeAccount } from './write-account.ts';

/** DELETE /admin/users/{user_id}. A soft delete keeps the row for foreign keys and removes all personal data from it. */
export const deleteAccount = forAdmins(async (auth, context) => {
  const user = await findAccount(auth.database, context);
  const softly = (await readBody(context)).should_soft_delete === true;
  const traits = { user_id: user.id };
  const removal = softly
    ? user.deleted_at
      ? []
      : forget(user)
    : [{ text: 'delete from auth.users where id = $1', values: [user.id] }];
  await writeAccount(auth, 'deleting', () =>
    auth.database.run([
      ...removal,
      auditEntry({ action: 'user_deleted', traits, device: deviceOf(auth, context) }),
    ]),
  );
  return answer(context, {});
});

/** Replaces addresses by hashes: they are free again and cannot be read back. */
function forget(user: User): Statement[] {
  const hash = (value: string) =>
    createHash('sha256')
      .update(user.id + value)
      .digest('base64url');
  const gone = [
    'sessions',
    'mfa_factors',
    'webauthn_credentials',
    'webauthn_challenges',
    'one_time_tokens',
  ].map((table) => ({
    text: `delete from auth.${table} where user_id = $1`,
    values: [user.id],
  }));
  return [
    ...gone,
    ...user.identities.map(({ identity_id, id, provider }) => ({
      text: `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = now() where id = $1`,
      values: [identity_id, hash(`${provider}:${id}`)],
    })),
    {
      text: `update auth.users set deleted_at = now(), updated_at = now(), email = $2, phone = $3, encrypted_password = '',
          email_change = '', phone_change = '', confirmation_token = '', recovery_token = '', email_change_token_new = '',
          email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
          raw_user_meta_data = '{}', raw_app_meta_data = '{}'
        where id = $1`,
      values: [user.id, user.email && hash(user.email), user.phone && hash(user.phone).slice(0, 15)].map(
        toValue,
      ),
    },
  ];
}
