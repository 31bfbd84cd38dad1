import type { Context } from 'hono';
import type { Auth, Operation } from '../auth.ts';
import { AuthError, invalid, loggableError } from '../errors.ts';
import { answer, deviceOf, readChallenge } from '../request.ts';
import { requestedRedirect } from '../send-email.ts';
import { findProvider } from './find-provider.ts';
import { beginOAuthFlow, type LinkTarget } from './oauth-flows.ts';

/** GET /authorize: redirects to the provider. */
export const authorize: Operation = async (auth, context) => sendToProvider(auth, context, null);

/** Parameters set by this server or not allowed. */
const NOT_PASSED_ON = new Set([
  'provider',
  'scopes',
  'redirect_to',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'invite_token',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
]);

export async function sendToProvider(
  auth: Auth,
  context: Context,
  linkTo: LinkTarget | null,
): Promise<Response> {
  const query = context.req.query();
  const { name, provider } = findProvider(auth, query.provider ?? '');
  const challenge = readChallenge(query);
  // Without a verifier, anybody who is led through the flow would complete it.
  if (linkTo && !challenge) throw invalid('Linking an identity requires the PKCE flow');
  await auth.limits.take({
    rule: 'authorizations',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.signIns,
  });
  const request = await beginOAuthFlow(auth, {
    provider: name,
    target: requestedRedirect(auth, context),
    linkTo,
    challenge,
  });
  const scopes = (query.scopes ?? '').split(/[\s,]+/).filter(Boolean);
  const extraParams = Object.entries(query).filter(([key]) => !NOT_PASSED_ON.has(key));
  let address: URL;
  try {
    address = await provider.authorizationUrl(request, scopes, Object.fromEntries(extraParams));
  } catch (error) {
    auth.log.error({ err: loggableError(error), provider: name }, 'a sign-in provider could not be reached');
    throw new AuthError(503, 'request_timeout', 'The sign-in provider cannot be reached right now', {}, 10);
  }
  if (query.skip_http_redirect === 'true') return answer(context, { url: address.href });
  context.header('cache-control', 'no-store');
  return context.redirect(address.href, 302);
}
