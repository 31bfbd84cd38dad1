import type { Context } from 'hono';
import type { Auth, Operation } from '../auth.ts';
import { AuthError, asAuthError, loggable } from '../errors.ts';
import { issueCode } from '../flow-states.ts';
import { sessionFragment } from '../follow-link.ts';
import { deviceOf } from '../request.ts';
import { openSession, sessionAnswer } from '../sessions.ts';
import { admitPerson } from './admit-person.ts';
import { carryRefusal, ProviderRefusal } from './carry-refusal.ts';
import { findProvider } from './find-provider.ts';
import { linkPerson } from './link-person.ts';
import type { Arrival, RoundTrip } from './provider.ts';
import { endJourney, type Journey } from './round-trips.ts';

/** GET and POST /callback: somebody comes back from a provider. Whatever happened there, they end up on a page. */
export const callback: Operation = async (auth, context) => {
  // Whoever only looks must not use the state up.
  if (context.req.method === 'HEAD') return context.body(null, 204);
  let target = new URL(auth.settings.url);
  try {
    const answer = await readAnswer(context);
    const network = deviceOf(auth, context).network;
    await auth.limits.take({ rule: 'callbacks', who: network, limit: auth.settings.limits.signIns });
    const state = answer.get('state');
    if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    const { journey, trip } = await endJourney(auth, state);
    target = new URL(journey.target);
    const arrival = await receive(auth, journey, trip, answer);
    await arrive(auth, context, { journey, trip, arrival, target });
  } catch (error) {
    carryRefusal(target, error instanceof ProviderRefusal ? error : asAuthError(error, auth.log));
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
  journey: Journey,
  trip: RoundTrip,
  answer: URLSearchParams,
): Promise<Arrival> {
  const refusal = answer.get('error');
  if (refusal) throw new ProviderRefusal(refusal, answer.get('error_description') ?? '');
  if (!answer.get('code')) throw new AuthError(400, 'bad_oauth_callback', 'OAuth code parameter missing');
  const { provider } = findProvider(auth, journey.provider);
  try {
    return await provider.receive(trip, answer);
  } catch (error) {
    // Why it failed is for the log: the code may be stolen, the provider misconfigured, or its token forged.
    auth.log.warn(
      { err: loggable(error), provider: journey.provider },
      'a provider’s answer was not accepted',
    );
    if (error instanceof AuthError) throw error;
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  }
}

async function arrive(
  auth: Auth,
  context: Context,
  { journey, trip, arrival, target }: { journey: Journey; trip: RoundTrip; arrival: Arrival; target: URL },
): Promise<void> {
  const { person, accessToken, refreshToken } = arrival;
  const device = deviceOf(auth, context);
  const user = journey.linkTo
    ? await linkPerson(auth, person, journey.linkTo)
    : await admitPerson(auth, context, person);
  auth.log.info(
    { user_id: user.id, method: 'oauth', provider: person.provider },
    'came back from a provider',
  );
  if (journey.pkce) {
    const code = await auth.database.transaction(async (transaction) => {
      const issued = await issueCode(transaction, trip.state, user.id);
      await transaction.query(
        'update auth.flow_state set provider_access_token = $2, provider_refresh_token = $3 where id = $1',
        [trip.state, accessToken, refreshToken ?? null],
      );
      return issued;
    });
    target.searchParams.set('code', code);
    return;
  }
  const session = await openSession(auth.database, user, 'oauth', device);
  const fragment = new URLSearchParams(sessionFragment(await sessionAnswer(auth, user, session), undefined));
  fragment.set('provider_token', accessToken);
  if (refreshToken) fragment.set('provider_refresh_token', refreshToken);
  target.hash = fragment.toString();
}
