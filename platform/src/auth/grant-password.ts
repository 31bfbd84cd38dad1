import { setTimeout as sleep } from 'node:timers/promises';
import type { Auth, Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { MAX_PASSWORD_LENGTH } from './password-rules.ts';
import { keyOf } from './rate-limits.ts';
import { answer, type Body, deviceOf, readBody, readText } from './request.ts';
import { issueSession } from './sessions.ts';
import { findUserByEmail, findUserByPhone, type User } from './users.ts';

const FAILURES = 'password failures';

/** POST /token?grant_type=password */
export const grantPassword: Operation = async (auth, context) => {
  const begun = performance.now();
  const body = await readBody(context);
  const { kind, name } = readName(auth, body);
  const password = readText(body, 'password');
  const device = deviceOf(auth, context);
  // Counted as a failure before the password is checked, and taken back on success, so that guesses sent in parallel
  // are limited like guesses sent one by one.
  const { signIns, failuresPerAccount } = auth.settings.limits;
  await auth.limits.take(
    { rule: 'sign-ins', who: device.network, limit: signIns },
    { rule: FAILURES, who: name, limit: failuresPerAccount },
  );
  const find = kind === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.database, name);
  const right = await auth.passwords.verify(
    password.slice(0, MAX_PASSWORD_LENGTH + 1),
    user?.encrypted_password,
  );
  if (!user || !right) {
    await sleep(Math.max(0, auth.settings.refusalFloorMs - (performance.now() - begun)));
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  // The reason is revealed only to callers who know the password.
  if (user.banned) throw new AuthError(400, 'user_banned', 'User is banned');
  if (kind === 'email' && !user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  if (kind === 'phone' && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  await renewHash(auth, user, password);
  const session = await issueSession(auth, user, 'password', device, { forgiven: keyOf(FAILURES, name) });
  auth.log.info({ user_id: user.id, method: 'password' }, 'signed in');
  return answer(context, session);
};

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
