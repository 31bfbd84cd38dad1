import type { Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { redeemCode } from './flow-states.ts';
import { answer, deviceOf, readBody, readText } from './request.ts';
import { openSession, sessionAnswer } from './sessions.ts';
import { findUser } from './users.ts';

/** POST /token?grant_type=pkce */
export const grantPkce: Operation = async (auth, context) => {
  const body = await readBody(context);
  const code = readText(body, 'auth_code');
  const verifier = readText(body, 'code_verifier');
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const device = deviceOf(auth, context);
  await auth.limits.take({ rule: 'sign-ins', who: device.network, limit: auth.settings.limits.signIns });
  const { flow, user, session } = await auth.database.transaction(async (transaction) => {
    const flow = await redeemCode(transaction, code, verifier, auth.settings.flowSeconds);
    const user = flow.user_id === null ? undefined : await findUser(transaction, flow.user_id);
    if (!user) throw new AuthError(404, 'user_not_found', 'User from flow state does not exist');
    if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
    return { flow, user, session: await openSession(transaction, user, flow.authentication_method, device) };
  });
  return answer(context, {
    ...(await sessionAnswer(auth, user, session)),
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  });
};
