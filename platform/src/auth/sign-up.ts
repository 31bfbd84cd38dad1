import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import { toValue } from '../database/values.ts';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid, loggableError } from './errors.ts';
import { beginFlow } from './flow-states.ts';
import { rememberDevice } from './known-devices.ts';
import { insertUser } from './new-user.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { requireStrong } from './password-rules.ts';
import { storeSignUp } from './pending-sign-ups.ts';
import {
  answer,
  type Challenge,
  deviceOf,
  readBody,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
  readText,
} from './request.ts';
import { sendEmail, sendSms, simulateSms } from './send-email.ts';
import { openSession, sessionAnswer } from './sessions.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';
import { newTextToken } from './text-tokens.ts';
import { findUser, findUserByEmail, findUserByPhone, type User } from './users.ts';

interface SignUpInput {
  email: string;
  phone: string;
  passwordHash: string;
  data: Record<string, unknown>;
  challenge: Challenge | undefined;
}

/** POST /signup */
export const signUp: Operation = async (auth, context) => {
  const body = await readBody(context);
  const email = readEmail(body);
  const phone = readPhone(body);
  const data = readMetadata(body) ?? {};
  await auth.limits.take({
    rule: 'sign-ups',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.signUps,
  });
  requireSignUpOpen(auth);
  if (email === '' && phone === '') return signUpAnonymously(auth, context, data);
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  if (phone !== '' && !auth.sms) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  const challenge = readChallenge(body);
  if (phone !== '' && challenge) throw invalid('PKCE not supported for phone signups');
  const password = readText(body, 'password');
  if (password === '') throw invalid('Signup requires a valid password');
  requireStrong(password, auth.settings.passwordMinLength);
  // Hashed before the address is looked up, so that the response time does not reveal whether it is taken.
  const passwordHash = await auth.passwords.hash(password);
  return retryIfTaken(auth, () => register(auth, context, { email, phone, passwordHash, data, challenge }));
};

export function requireSignUpOpen(auth: Auth): void {
  if (!auth.settings.signUpOpen) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
}

/** Retries once when the same address or identity was registered between the lookup and the write. */
export async function retryIfTaken<T>(auth: Auth, work: () => Promise<T>): Promise<T> {
  const taken = ['users_email_partial_key', 'users_phone_key', 'identities_provider_id_provider_unique'];
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === QUERY_CANCELED) throw error;
    if (taken.includes(error.constraint ?? '')) return work();
    // Refused by a trigger or constraint of the application.
    auth.log.error({ err: loggableError(error) }, 'an account could not be saved');
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user');
  }
}

const QUERY_CANCELED = '57014';

async function register(auth: Auth, context: Context, input: SignUpInput): Promise<Response> {
  const { email, phone } = input;
  const existing =
    email !== '' ? await findUserByEmail(auth.database, email) : await findUserByPhone(auth.database, phone);
  const confirmed = email !== '' ? existing?.email_confirmed_at : existing?.phone_confirmed_at;
  if (!(email !== '' ? auth.settings.confirmEmail : auth.settings.confirmPhone)) {
    if (confirmed) throw new AuthError(422, 'user_already_exists', 'User already registered');
    return signInNewUser(auth, context, input, existing);
  }
  const id = existing && confirmed ? fakeId(auth, email || phone) : (existing?.id ?? randomUUID());
  if (existing && confirmed) {
    await noticeOwner(auth, context, input, existing);
    await auth.database.run([storeSignUp({ ...input, address: email || phone })]);
  } else {
    await sendConfirmation(auth, context, input, { id, isNew: !existing });
    auth.log.info({ user_id: id }, 'signed up, waiting for proof');
  }
  return answerPending(context, input, id);
}

/** An email tells the owner of a taken address; a text message would only cost. */
async function noticeOwner(
  auth: Auth,
  context: Context,
  { email, phone }: SignUpInput,
  existing: User,
): Promise<void> {
  if (email === '') return simulateSms(auth, context, phone);
  await sendEmail(auth, context, {
    to: email,
    kind: 'already_registered',
    metadata: existing.raw_user_meta_data,
    page: `${auth.settings.url}/login`,
  });
}

/**
 * The same response for a new, an unconfirmed and a taken address. Everything in it comes from the request, but for the
 * id, which stays the same when somebody signs up again.
 */
function answerPending(context: Context, { email, phone, data }: SignUpInput, id: string): Response {
  const now = new Date().toISOString();
  const provider = email !== '' ? 'email' : 'phone';
  const times = { created_at: now, updated_at: now };
  return answer(context, {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: {
          sub: id,
          ...(email !== '' ? { email } : { phone }),
          email_verified: false,
          phone_verified: false,
        },
        provider,
        last_sign_in_at: now,
        ...times,
        email: email || null,
      },
    ],
    ...times,
    is_anonymous: false,
  });
}

/** A stable account id for a taken address, which reveals nothing about the real one. */
function fakeId(auth: Auth, address: string): string {
  const hex = createHmac('sha256', auth.keys.serviceKey).update(address).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Without confirmation: creates the account and signs the user in. */
async function signInNewUser(
  auth: Auth,
  context: Context,
  input: SignUpInput,
  existing: User | undefined,
): Promise<Response> {
  const { email, phone, passwordHash, data } = input;
  const id = existing?.id ?? randomUUID();
  const statements = existing
    ? takeOverUnconfirmed(id, input)
    : insertUser({ id, ...(email ? { email } : { phone }), passwordHash, data, confirmed: true });
  const { user, session } = await auth.database.transaction(async (transaction) => {
    for (const statement of statements) {
      const { count } = await transaction.run(statement);
      // Confirmed by its owner in the meantime.
      if (count === 0) throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const user = await findUser(transaction, id);
    if (!user) throw new Error('the account vanished while it was made');
    return { user, session: await openSession(transaction, user, 'password', deviceOf(auth, context)) };
  });
  await rememberDevice(auth, context, id);
  auth.log.info({ user_id: id }, 'signed up');
  return answer(context, await sessionAnswer(auth, user, session));
}

/** An account that was only requested or invited, where addresses or numbers are not confirmed. */
function takeOverUnconfirmed(id: string, { email, passwordHash, data }: SignUpInput): Statement[] {
  const by = email !== '' ? 'email' : 'phone';
  return [
    {
      text: `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb, updated_at = now(),
          ${by}_confirmed_at = now()
        where id = $1 and confirmed_at is null`,
      values: [id, passwordHash, data].map(toValue),
    },
    {
      text: `update auth.identities set identity_data = identity_data || '{"${by}_verified": true}'
        where user_id = $1 and provider = $2`,
      values: [id, by],
    },
  ];
}

/** Creates the account, unconfirmed and without a password, and sends the link and the code. */
async function sendConfirmation(
  auth: Auth,
  context: Context,
  input: SignUpInput,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<void> {
  const { email, phone, challenge, data } = input;
  const address = email || phone;
  const token =
    email !== ''
      ? newToken('confirmation_token', email, { pkce: challenge !== undefined })
      : newTextToken(auth, 'confirmation_token', phone);
  if (email !== '') {
    const link = { token, type: 'signup' } as const;
    await sendEmail(auth, context, { to: email, kind: 'confirmation', metadata: data, link });
  } else {
    await sendSms(auth, context, { to: phone, code: token.code, metadata: data });
  }
  await auth.database.run([
    ...(isNew ? insertUser({ id, ...(email ? { email } : { phone }), data }) : []),
    ...storeToken(id, token),
    storeSignUp({ ...input, address }),
    ...(challenge
      ? [beginFlow({ id: token.id, userId: id, provider: 'email', method: 'email/signup', challenge })]
      : []),
  ]);
}
