import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import type { Auth } from './auth.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { sendText } from './send-email.ts';
import type { User } from './users.ts';

/** Texts the code that confirms a new number, and gives what is to be written once it is on its way. */
export async function requestPhoneChange(
  auth: Auth,
  context: Context,
  user: User,
  phone: string,
): Promise<Statement[]> {
  const token = newToken('phone_change_token', phone);
  await sendText(auth, context, { to: phone, code: token.code, metadata: user.raw_user_meta_data });
  return [
    {
      text: 'update auth.users set phone_change = $2, updated_at = now() where id = $1',
      values: [user.id, phone],
    },
    ...storeToken(user.id, token),
  ];
}
