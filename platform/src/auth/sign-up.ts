import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import { toRows, toValue } from '../database/values.ts';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid, loggableError } from './errors.ts';
import { beginFlow } from './flow-states.ts';
import { insertUser } from './new-user.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { requireStrong } from './password-rules.ts';
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
import { sendEmail, sendSms } from './send-email.ts';
import { openSession, sessionAnswer } from './sessions.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';
import { findUserByEmail, findUserByPhone, presentUser, USER_COLUMNS, type User } from './users.ts';

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
  if (existing && confirmed) return answerTaken(auth, context, input, existing);
  if (email !== '' && !auth.settings.confirmEmail) return signInNewUser(auth, context, input, existing);
  return sendConfirmation(auth, context, input, existing);
}

/** With confirmation enabled, the response does not reveal that the address is taken; an email tells its owner. */
async function answerTaken(
  auth: Auth,
  context: Context,
  { email, phone, data }: SignUpInput,
  existing: User,
): Promise<Response> {
  if (phone !== '' || !auth.settings.confirmEmail) {
    throw new AuthError(422, 'user_already_exists', 'User already registered');
  }
  await sendEmail(auth, context, {
    to: email,
    kind: 'already_registered',
    metadata: existing.raw_user_meta_data,
    page: `${auth.settings.url}/login`,
  });
  const now = new Date().toISOString();
  return answer(context, {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
}

/** Without confirmation: creates the account and signs the user in. */
async function signInNewUser(
  auth: Auth,
  context: Context,
  input: SignUpInput,
  existing: User | undefined,
): Promise<Response> {
  const id = existing?.id ?? randomUUID();
  const { user, session } = await auth.database.transaction(async (transaction) => {
    for (const statement of writeUser(id, input, existing, true)) {
      const { count } = await transaction.run(statement);
      // Confirmed by its owner in the meantime.
      if (count === 0) throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const [user] = await transaction.query<User>(selectUser, [id]);
    if (!user) throw new Error('the account vanished while it was made');
    return { user, session: await openSession(transaction, user, 'password', deviceOf(auth, context)) };
  });
  auth.log.info({ user_id: id }, 'signed up');
  return answer(context, await sessionAnswer(auth, user, session));
}

/** Creates the account, unconfirmed, and sends the link and the code. */
async function sendConfirmation(
  auth: Auth,
  context: Context,
  input: SignUpInput,
  existing: User | undefined,
): Promise<Response> {
  const { email, phone, challenge, data } = input;
  const id = existing?.id ?? randomUUID();
  const token = newToken('confirmation_token', email || phone, { pkce: challenge !== undefined });
  if (email !== '') {
    const link = { token, type: 'signup' } as const;
    await sendEmail(auth, context, { to: email, kind: 'confirmation', metadata: data, link });
  } else {
    await sendSms(auth, context, { to: phone, code: token.code, metadata: data });
  }
  const results = await auth.database.run([
    ...writeUser(id, input, existing, false),
    ...storeToken(id, token),
    ...(challenge
      ? [beginFlow({ id: token.id, userId: id, provider: 'email', method: 'email/signup', challenge })]
      : []),
    { text: selectUser, values: [id] },
  ]);
  const last = results.at(-1);
  const [user] = last ? toRows<User>(last) : [];
  if (!user) throw new Error('the account vanished while it was made');
  auth.log.info({ user_id: id }, 'signed up, waiting for proof');
  return answer(context, presentUser(user));
}

const selectUser = `select ${USER_COLUMNS} from auth.users u where u.id = $1`;

/** The last registration of an unconfirmed address wins: its password replaces the earlier one. */
function writeUser(
  id: string,
  { email, phone, passwordHash, data }: SignUpInput,
  existing: User | undefined,
  confirmed: boolean,
): Statement[] {
  if (!existing) {
    return insertUser({ id, ...(email ? { email } : { phone }), passwordHash, data, confirmed });
  }
  return [
    {
      text: `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb, updated_at = now(),
          email_confirmed_at = case when $4::boolean then now() end
        where id = $1 and confirmed_at is null`,
      values: [id, passwordHash, data, confirmed].map(toValue),
    },
    {
      text: `update auth.identities set identity_data = identity_data || jsonb_build_object('email_verified', $2::boolean)
        where user_id = $1 and provider = 'email'`,
      values: [id, confirmed].map(toValue),
    },
  ];
}
