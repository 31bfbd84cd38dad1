import { randomUUID } from 'node:crypto';
import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { auditEntry } from '../audit.ts';
import { AuthError, invalid } from '../errors.ts';
import { insertIdentity, insertUser } from '../new-user.ts';
import { answer, deviceOf, readBody, readText } from '../request.ts';
import { findUser, presentUser } from '../users.ts';
import { type AccountAttributes, readAttributes } from './account-attributes.ts';
import { forAdmins } from './for-admins.ts';
import { writeAccount } from './write-account.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** POST /admin/users: sends no emails; accepts an id and a password hash, for imported accounts. */
export const createAccount = forAdmins(async (auth, context) => {
  const body = await readBody(context);
  const id = readText(body, 'id').toLowerCase() || randomUUID();
  if (!UUID.test(id) || /^[0-]+$/.test(id)) throw invalid('ID must conform to the uuid v4 format');
  const attributes = await readAttributes(auth, body);
  if (attributes.email === '' && attributes.phone === '') {
    throw invalid('Cannot create a user without either an email or phone');
  }
  const traits = { user_id: id };
  await writeAccount(auth, 'creating new', () =>
    auth.database.run([
      ...insertAccount(id, attributes),
      auditEntry({ action: 'user_signedup', traits, device: deviceOf(auth, context) }),
    ]),
  );
  const user = await findUser(auth.database, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return answer(context, presentUser(user));
});

function insertAccount(id: string, attributes: AccountAttributes): Statement[] {
  const { email, phone } = attributes;
  const both = email !== '' && phone !== '';
  const appData = { ...(both ? { providers: ['email', 'phone'] } : {}), ...attributes.appData };
  return [
    ...insertUser({
      id,
      ...(email ? { email } : { phone }),
      passwordHash: attributes.passwordHash ?? '',
      data: attributes.userData ?? {},
      confirmed: email ? attributes.emailConfirm : attributes.phoneConfirm,
    }),
    ...(both
      ? [
          insertIdentity(id, 'phone', {
            sub: id,
            phone,
            email_verified: false,
            phone_verified: attributes.phoneConfirm,
          }),
        ]
      : []),
    {
      text: `update auth.users set phone = coalesce($2, phone),
          phone_confirmed_at = case when $3::boolean and $2 is not null then now() else phone_confirmed_at end,
          role = coalesce($4, role), raw_app_meta_data = raw_app_meta_data || $5::jsonb,
          banned_until = case when $6::float8 > 0 then now() + make_interval(secs => $6) end
        where id = $1`,
      values: [
        id,
        both ? phone : null,
        attributes.phoneConfirm,
        attributes.role || null,
        appData,
        attributes.banSeconds ?? 0,
      ].map(toValue),
    },
  ];
}
