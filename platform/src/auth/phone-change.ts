import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import type { Auth } from './auth.ts';
import { updateProviders, writeIdentity } from './identities/write-identity.ts';
import { storeToken } from './one-time-tokens.ts';
import { sendSms } from './send-email.ts';
import { newTextToken } from './text-tokens.ts';
import type { User } from './users.ts';

/** Sends the code that confirms a new number, if it has to be; returns the statements to run then. */
export async function requestPhoneChange(
  auth: Auth,
  context: Context,
  user: User,
  phone: string,
): Promise<Statement[]> {
  if (!auth.settings.confirmPhone) {
    return [
      {
        text: `update auth.users set phone = $2, phone_confirmed_at = now(), phone_change = '', phone_change_token = '',
          is_anonymous = false, updated_at = now() where id = $1`,
        values: [user.id, phone],
      },
      ...writeIdentity(user, 'phone', phone, true),
      updateProviders(user.id),
    ];
  }
  const token = newTextToken(auth, 'phone_change_token', phone);
  await sendSms(auth, context, { to: phone, code: token.code, metadata: user.raw_user_meta_data });
  return [
    {
      text: 'update auth.users set phone_change = $2, updated_at = now() where id = $1',
      values: [user.id, phone],
    },
    ...storeToken(user.id, token),
  ];
}
