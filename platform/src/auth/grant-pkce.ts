import { notifyOfAccountChange } from './assurance.ts';
import type { Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { redeemCode } from './flow-states.ts';
import { rememberDevice } from './known-devices.ts';
import { redeemLink } from './oauth/redeem-link.ts';
import { applySignUp, deleteSignUps, findSignUpByVerifier } from './pending-sign-ups.ts';
import { answer, deviceOf, readBody, readText } from './request.ts';
import { openSession, renewSession, sessionAnswer } from './sessions.ts';
import { findUser } from './users.ts';

/** POST /token?grant_type=pkce: opens a session, or links an identity to the account of the session that began it. */
export const grantPkce: Operation = async (auth, context) => {
  const body = await readBody(context);
  const code = readText(body, 'auth_code');
  const verifier = readText(body, 'code_verifier');
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const device = deviceOf(auth, context);
  await auth.limits.take({ rule: 'sign-ins', who: device.network, limit: auth.settings.limits.signIns });
  const { flow, user, session, linkedTo } = await auth.database.transaction(async (transaction) => {
    const flow = await redeemCode(transaction, code, verifier, auth.settings.flowSeconds);
    if (flow.linking_target_id !== null) {
      const { before, user, session } = await redeemLink(auth, context, transaction, flow);
      return { flow, user, session: await renewSession(transaction, session, user.id), linkedTo: before };
    }
    const user = flow.user_id === null ? undefined : await findUser(transaction, flow.user_id);
    if (!user) throw new AuthError(404, 'user_not_found', 'User from flow state does not exist');
    if (user.banned) throw new AuthError(403, 'user_banned', 'User is banned');
    if (flow.authentication_method === 'email/signup') {
      const own = await findSignUpByVerifier(transaction, user.email ?? '', verifier);
      if (own) await applySignUp(transaction, user.id, own);
      await deleteSignUps(transaction, user.email ?? '');
    }
    return { flow, user, session: await openSession(transaction, user, flow.authentication_method, device) };
  });
  if (linkedTo) void notifyOfAccountChange(auth, context, linkedTo, 'identity_linked');
  else await rememberDevice(auth, context, user.id);
  return answer(context, {
    ...(await sessionAnswer(auth, user, session)),
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  });
};
