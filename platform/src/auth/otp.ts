import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { beginFlow } from './flow-states.ts';
import { insertUser } from './new-user.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import {
  answer,
  type Challenge,
  deviceOf,
  readBody,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
} from './request.ts';
import { sendEmail, sendSms, simulateEmail, simulateSms } from './send-email.ts';
import { requireSignUpOpen, retryIfTaken } from './sign-up.ts';
import { newTextToken } from './text-tokens.ts';
import { findUserByEmail, findUserByPhone } from './users.ts';

interface Input {
  createUser: boolean;
  data: Record<string, unknown>;
  challenge: Challenge | undefined;
}

/** POST /otp, and POST /magiclink of older clients: sign in with an emailed link or code, or a code by SMS. */
export const otp: Operation = async (auth, context) => {
  const body = await readBody(context);
  const email = readEmail(body);
  const phone = readPhone(body);
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided');
  }
  if (email === '' && phone === '') throw invalid('One of email or phone must be set');
  const input: Input = {
    createUser: body.create_user !== false,
    data: readMetadata(body) ?? {},
    challenge: readChallenge(body),
  };
  await auth.limits.take({
    rule: 'codes',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.codes,
  });
  return retryIfTaken(auth, () =>
    email !== '' ? mailLink(auth, context, email, input) : textCode(auth, context, phone, input),
  );
};

async function mailLink(auth: Auth, context: Context, email: string, input: Input): Promise<Response> {
  const user = await findUserByEmail(auth.database, email);
  if (!user && !canCreate(auth, input)) {
    await simulateEmail(auth, context, { to: email, kind: 'magic_link' });
    return answer(context, {});
  }
  const { challenge, data } = input;
  const id = user?.id ?? randomUUID();
  const token = newToken('recovery_token', email, { pkce: challenge !== undefined });
  await sendEmail(auth, context, {
    to: email,
    kind: 'magic_link',
    metadata: user ? user.raw_user_meta_data : data,
    link: { token, type: 'magiclink' },
  });
  await auth.database.run([
    ...(user ? [] : insertUser({ id, email, data })),
    ...storeToken(id, token),
    ...(challenge
      ? [beginFlow({ id: token.id, userId: id, provider: 'magiclink', method: 'magiclink', challenge })]
      : []),
  ]);
  return answer(context, {});
}

async function textCode(auth: Auth, context: Context, phone: string, input: Input): Promise<Response> {
  if (!auth.sms) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const user = await findUserByPhone(auth.database, phone);
  if (!user && !canCreate(auth, input)) {
    await simulateSms(auth, context, phone);
    return answer(context, {});
  }
  const id = user?.id ?? randomUUID();
  const token = newTextToken(auth, 'confirmation_token', phone);
  const metadata = user ? user.raw_user_meta_data : input.data;
  await sendSms(auth, context, { to: phone, code: token.code, metadata });
  await auth.database.run([
    ...(user ? [] : insertUser({ id, phone, data: input.data })),
    ...storeToken(id, token),
  ]);
  return answer(context, {});
}

/**
 * Whether an unknown address gets an account. Where addresses are confirmed, the caller is not told that it does not,
 * because that would reveal who has one.
 */
function canCreate(auth: Auth, { createUser }: Input): boolean {
  const { confirmEmail, signUpOpen } = auth.settings;
  if (confirmEmail) return createUser && signUpOpen;
  if (!createUser) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  requireSignUpOpen(auth);
  return true;
}
