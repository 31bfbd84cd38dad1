import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import type { Auth } from './auth.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { sendSms } from './send-email.ts';
import type { User } from './users.ts';

/** Sends the code that confirms a new number, and returns the statements to run once it is sent. */
export async function requestPhoneChange(
  auth: Auth,
  context: Context,
  user: User,
  phone: string,
): Promise<Statement[]> {
  const token = newToken('phone_change_token', phone);
  await sendSms(auth, context, { to: phone, code: token.code, metadata: user.raw_user_meta_data });
  return [
    {
      text: 'update auth.users set phone_change = $2, updated_at = now() where id = $1',
      values: [user.id, phone],
    },
    ...storeToken(user.id, token),
  ];
}
