import type { Operation } from './auth.ts';
import { requireCaller } from './bearer.ts';
import { AuthError } from './errors.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { answer } from './request.ts';
import { sendEmail, sendSms } from './send-email.ts';
import { newTextToken } from './text-tokens.ts';

/** GET /reauthenticate: sends the nonce that proves an old session's identity again. */
export const reauthenticate: Operation = async (auth, context) => {
  const { user } = await requireCaller(auth, context);
  const { email, phone, raw_user_meta_data: metadata } = user;
  if (!email && !phone) {
    const message = 'Reauthentication requires the user to have an email or a phone number';
    throw new AuthError(422, 'validation_failed', message);
  }
  const token = email
    ? newToken('reauthentication_token', email)
    : newTextToken(auth, 'reauthentication_token', phone ?? '');
  if (email) {
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    }
    await sendEmail(auth, context, { to: email, kind: 'reauthentication', metadata, code: token.code });
  } else if (phone) {
    if (!user.phone_confirmed_at) {
      throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
    }
    await sendSms(auth, context, { to: phone, code: token.code, metadata });
  }
  await auth.database.run(storeToken(user.id, token));
  return answer(context, {});
};
