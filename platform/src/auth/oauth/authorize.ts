import type { Context } from 'hono';
import type { Auth, Operation } from '../auth.ts';
import { AuthError, loggable } from '../errors.ts';
import { answer, deviceOf, readChallenge } from '../request.ts';
import { requestedRedirect } from '../send-email.ts';
import { findProvider } from './find-provider.ts';
import { beginJourney } from './round-trips.ts';

/** GET /authorize: off to the provider. */
export const authorize: Operation = async (auth, context) => sendToProvider(auth, context, null);

/** Ours to say, or nobody's. */
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

export async function sendToProvider(auth: Auth, context: Context, linkTo: string | null): Promise<Response> {
  const query = context.req.query();
  const { name, provider } = findProvider(auth, query.provider ?? '');
  const challenge = readChallenge(query);
  await auth.limits.take({
    rule: 'authorizations',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.signIns,
  });
  const trip = await beginJourney(auth, {
    provider: name,
    target: requestedRedirect(auth, context),
    linkTo,
    challenge,
  });
  const scopes = (query.scopes ?? '').split(/[\s,]+/).filter(Boolean);
  const wishes = Object.entries(query).filter(([key]) => !NOT_PASSED_ON.has(key));
  let address: URL;
  try {
    address = await provider.address(trip, scopes, Object.fromEntries(wishes));
  } catch (error) {
    auth.log.error({ err: loggable(error), provider: name }, 'a sign-in provider could not be reached');
    throw new AuthError(503, 'request_timeout', 'The sign-in provider cannot be reached right now', {}, 10);
  }
  if (query.skip_http_redirect === 'true') return answer(context, { url: address.href });
  context.header('cache-control', 'no-store');
  return context.redirect(address.href, 302);
}
