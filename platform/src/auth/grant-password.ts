import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { countOnAccount } from './account-limits.ts';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { rememberDevice } from './known-devices.ts';
import { MAX_PASSWORD_LENGTH } from './password-rules.ts';
import { findPendingPassword } from './pending-sign-ups.ts';
import { overRequestRateLimit } from './rate-limits.ts';
import { answer, type Body, deviceOf, readBody, readText } from './request.ts';
import { issueSession } from './sessions.ts';
import { findUserByEmail, findUserByPhone, type User } from './users.ts';

/** POST /token?grant_type=password */
export const grantPassword: Operation = async (auth, context) => {
  const begun = performance.now();
  const body = await readBody(context);
  const { kind, name } = readName(auth, body);
  const password = readText(body, 'password').slice(0, MAX_PASSWORD_LENGTH + 1);
  const counted = await countFailure(auth, context, name);
  const find = kind === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.database, name);
  const right = await auth.passwords.verify(password, user?.encrypted_password);
  if (!user || !right) {
    const refusal = await refuse(auth, kind, name, password);
    await sleep(Math.max(0, auth.settings.refusalFloorMs - (performance.now() - begun)));
    throw refusal;
  }
  // The reason is revealed only to callers who know the password.
  if (user.banned) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at)) throw notConfirmed(kind);
  await renewHash(auth, user, password);
  const session = await issueSession(auth, user, 'password', deviceOf(auth, context), { forgiven: counted });
  await rememberDevice(auth, context, user.id);
  auth.log.info({ user_id: user.id, method: 'password' }, 'signed in');
  return answer(context, session);
};

/**
 * Counted as a failure before the password is checked, and taken back on success, so that guesses sent in parallel are
 * limited like guesses sent one by one. Neither strangers nor neighbours behind the same address can use up what a
 * known device has.
 */
async function countFailure(auth: Auth, context: Context, account: string): Promise<string[]> {
  const { limits } = auth.settings;
  const { over, keys } = await countOnAccount(auth, context, {
    rule: 'password failures',
    account,
    perDevice: limits.failuresPerDevice,
    perAddress: limits.failuresPerAddress,
    perAccount: limits.failuresPerAccount,
    overall: { rule: 'sign-ins', limit: limits.signIns },
  });
  if (over !== undefined) throw overRequestRateLimit(over);
  return keys;
}

/**
 * Somebody who has just signed up is told to confirm first. Compared whether or not the account exists, so that neither
 * the response nor its time reveals it.
 */
async function refuse(
  auth: Auth,
  kind: 'email' | 'phone',
  name: string,
  password: string,
): Promise<AuthError> {
  const isPending = await auth.passwords.verify(password, await findPendingPassword(auth.database, name));
  return isPending
    ? notConfirmed(kind)
    : new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

function notConfirmed(kind: 'email' | 'phone'): AuthError {
  return kind === 'email'
    ? new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    : new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
}

function readName(auth: Auth, body: Body): { kind: 'email' | 'phone'; name: string } {
  const email = readText(body, 'email').trim().toLowerCase();
  const phone = readText(body, 'phone').replace(/[\s+]/g, '');
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (email !== '') return { kind: 'email', name: email };
  if (phone === '') throw invalid('missing email or phone');
  if (!auth.sms) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  return { kind: 'phone', name: phone };
}

async function renewHash(auth: Auth, user: User, password: string): Promise<void> {
  const old = user.encrypted_password ?? '';
  if (!auth.passwords.isOutdated(old)) return;
  await auth.database.query(
    'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
    [user.id, old, await auth.passwords.hash(password)],
  );
}
