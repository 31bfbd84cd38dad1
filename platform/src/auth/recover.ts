import type { Operation } from './auth.ts';
import { invalid } from './errors.ts';
import { beginFlow } from './flow-states.ts';
import { newToken, storeToken } from './one-time-tokens.ts';
import { answer, deviceOf, readBody, readChallenge, readEmail } from './request.ts';
import { sendEmail, simulateEmail } from './send-email.ts';
import { findUserByEmail } from './users.ts';

/** POST /recover: emails a link to choose a new password. The response does not reveal whether the account exists. */
export const recover: Operation = async (auth, context) => {
  const body = await readBody(context);
  const email = readEmail(body);
  if (email === '') throw invalid('Password recovery requires an email');
  const challenge = readChallenge(body);
  await auth.limits.take({
    rule: 'codes',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.codes,
  });
  const user = await findUserByEmail(auth.database, email);
  if (!user) {
    await simulateEmail(auth, context, { to: email, kind: 'recovery' });
    return answer(context, {});
  }
  const token = newToken('recovery_token', email, { pkce: challenge !== undefined });
  await sendEmail(auth, context, {
    to: email,
    kind: 'recovery',
    metadata: user.raw_user_meta_data,
    link: { token, type: 'recovery' },
  });
  await auth.database.run([
    ...storeToken(user.id, token),
    ...(challenge
      ? [beginFlow({ id: token.id, userId: user.id, provider: 'recovery', method: 'recovery', challenge })]
      : []),
  ]);
  return answer(context, {});
};
