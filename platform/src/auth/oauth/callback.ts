import type { Context } from 'hono';
import type { Auth, Operation } from '../auth.ts';
import { AuthError, asAuthError, loggableError } from '../errors.ts';
import { issueCode } from '../flow-states.ts';
import { sessionFragment } from '../follow-link.ts';
import { rememberDevice } from '../known-devices.ts';
import { deviceOf } from '../request.ts';
import { openSession, sessionAnswer } from '../sessions.ts';
import { findProvider } from './find-provider.ts';
import { ProviderRefusal, setOAuthErrorParams } from './oauth-error-params.ts';
import { type OAuthFlow, takeOAuthFlow } from './oauth-flows.ts';
import type { AuthorizationRequest, ProviderResult } from './provider.ts';
import { keepForLink } from './redeem-link.ts';
import { signInExternalUser } from './sign-in-external-user.ts';

/** GET and POST /callback: the return from a provider. Always redirects to an allowed page, errors included. */
export const callback: Operation = async (auth, context) => {
  // HEAD must not consume the state.
  if (context.req.method === 'HEAD') return context.body(null, 204);
  let target = new URL(auth.settings.url);
  try {
    const answer = await readAnswer(context);
    const network = deviceOf(auth, context).network;
    await auth.limits.take({ rule: 'callbacks', who: network, limit: auth.settings.limits.signIns });
    const state = answer.get('state');
    if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    const { flow, request } = await takeOAuthFlow(auth, state);
    target = new URL(flow.target);
    const result = await receive(auth, flow, request, answer);
    await completeFlow(auth, context, { flow, request, result, target });
  } catch (error) {
    setOAuthErrorParams(target, error instanceof ProviderRefusal ? error : asAuthError(error, auth.log));
  }
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  return context.redirect(target.href, context.req.method === 'POST' ? 303 : 302);
};

async function readAnswer(context: Context): Promise<URLSearchParams> {
  if (context.req.method !== 'POST') return new URL(context.req.url).searchParams;
  return new URLSearchParams(await context.req.text());
}

async function receive(
  auth: Auth,
  flow: OAuthFlow,
  request: AuthorizationRequest,
  answer: URLSearchParams,
): Promise<ProviderResult> {
  const refusal = answer.get('error');
  if (refusal) throw new ProviderRefusal(refusal, answer.get('error_description') ?? '');
  if (!answer.get('code')) throw new AuthError(400, 'bad_oauth_callback', 'OAuth code parameter missing');
  const { provider } = findProvider(auth, flow.provider);
  try {
    return await provider.exchangeCode(request, answer);
  } catch (error) {
    // The reason goes to the log only: the code may be stolen, the provider misconfigured, or its token forged.
    auth.log.warn({ err: loggableError(error), provider: flow.provider }, 'provider response refused');
    if (error instanceof AuthError) throw error;
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  }
}

async function completeFlow(
  auth: Auth,
  context: Context,
  {
    flow,
    request,
    result,
    target,
  }: { flow: OAuthFlow; request: AuthorizationRequest; result: ProviderResult; target: URL },
): Promise<void> {
  const { externalUser, accessToken, refreshToken } = result;
  const device = deviceOf(auth, context);
  const user = flow.linkToUserId ? undefined : await signInExternalUser(auth, context, externalUser);
  if (user) {
    const { provider } = externalUser;
    auth.log.info({ user_id: user.id, method: 'oauth', provider }, 'signed in with provider');
  }
  if (flow.pkce || !user) {
    const code = await auth.database.transaction(async (transaction) => {
      if (!user) await keepForLink(transaction, request.state, externalUser);
      const issued = await issueCode(transaction, request.state, user?.id ?? flow.linkToUserId);
      await transaction.query(
        'update auth.flow_state set provider_access_token = $2, provider_refresh_token = $3 where id = $1',
        [request.state, accessToken, refreshToken ?? null],
      );
      return issued;
    });
    target.searchParams.set('code', code);
    return;
  }
  const session = await openSession(auth.database, user, 'oauth', device);
  await rememberDevice(auth, context, user.id);
  const fragment = new URLSearchParams(sessionFragment(await sessionAnswer(auth, user, session), undefined));
  fragment.set('provider_token', accessToken);
  if (refreshToken) fragment.set('provider_refresh_token', refreshToken);
  target.hash = fragment.toString();
}
