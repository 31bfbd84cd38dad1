import type { Context } from 'hono';
import type { Auth, Operation } from './auth.ts';
import { requestEmailChange } from './email-change.ts';
import { AuthError, invalid } from './errors.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { requestPhoneChange } from './phone-change.ts';
import { answer, deviceOf, readBody, readEmail, readPhone, readText } from './request.ts';
import { sendEmail, sendSms, simulateEmail, simulateSms } from './send-email.ts';
import { newTextToken } from './text-tokens.ts';
import { findUserByEmail, findUserByPhone, type User } from './users.ts';

/** POST /resend: sends the last email or SMS again with a new link and code. Does not reveal whether there was one. */
export const resend: Operation = async (auth, context) => {
  const body = await readBody(context);
  const type = readText(body, 'type');
  const email = readEmail(body);
  const phone = readPhone(body);
  validateInput(auth, type, email, phone);
  await auth.limits.take({
    rule: 'codes',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.codes,
  });
  const user =
    email !== '' ? await findUserByEmail(auth.database, email) : await findUserByPhone(auth.database, phone);
  await again[type]?.(auth, context, user, email || phone);
  return answer(context, {});
};

function validateInput(auth: Auth, type: string, email: string, phone: string): void {
  if (!Object.hasOwn(again, type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided.');
  }
  if (email === '' && (type === 'signup' || type === 'email_change')) {
    throw invalid('Type provided requires an email address');
  }
  if (phone === '' && (type === 'sms' || type === 'phone_change')) {
    throw invalid('Type provided requires a phone number');
  }
  if (phone !== '' && !auth.sms) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
}

type Resend = (auth: Auth, context: Context, user: User | undefined, to: string) => Promise<void>;

const again: Record<string, Resend> = {
  async signup(auth, context, user, to) {
    if (!user || user.email_confirmed_at) return simulateEmail(auth, context, { to, kind: 'confirmation' });
    const token = newToken('confirmation_token', to);
    await sendEmail(auth, context, {
      to,
      kind: 'confirmation',
      metadata: user.raw_user_meta_data,
      link: { token, type: 'signup' },
    });
    await auth.database.run(storeToken(user.id, token));
  },

  async email_change(auth, context, user, to) {
    if (!user?.email_change) {
      await simulateEmail(auth, context, { to, kind: 'email_change_new' });
      if (auth.settings.secureEmailChange) {
        await simulateEmail(auth, context, { to, kind: 'email_change_current' });
      }
      return;
    }
    await auth.database.run(await requestEmailChange(auth, context, user, user.email_change));
  },

  async sms(auth, context, user, to) {
    if (!user || user.phone_confirmed_at) return simulateSms(auth, context, to);
    const token = newTextToken(auth, 'confirmation_token', to);
    await sendSms(auth, context, { to, code: token.code, metadata: user.raw_user_meta_data });
    await auth.database.run(storeToken(user.id, token));
  },

  async phone_change(auth, context, user, to) {
    if (!user?.phone_change) return simulateSms(auth, context, to);
    await auth.database.run(await requestPhoneChange(auth, context, user, user.phone_change));
  },
};
