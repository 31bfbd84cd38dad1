import { randomUUID } from 'node:crypto';
import { randomPKCECodeVerifier } from 'openid-client';
import { toValue } from '../../database/values.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';
import type { Challenge } from '../request.ts';
import type { RoundTrip } from './provider.ts';

/** Somebody on their way through a provider: from where, whereto, and for which account. */
export interface Journey {
  provider: string;
  /** An allowed address; checked when the journey began. */
  target: string;
  /** The account that the identity is to be linked to; null when somebody signs in. */
  linkTo: string | null;
  /** In the PKCE flow the journey ends with a code that only the browser that began it can redeem. */
  pkce: boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Remembers a journey. Its id, which nobody can guess, is the state that the provider carries. */
export async function beginJourney(
  auth: Auth,
  journey: { provider: string; target: string; linkTo: string | null; challenge: Challenge | undefined },
): Promise<RoundTrip> {
  const [state, tripId, verifier] = [randomUUID(), randomUUID(), randomPKCECodeVerifier()];
  const { provider, target, linkTo, challenge } = journey;
  await auth.database.run([
    {
      text: `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, now())`,
      values: [tripId, provider, verifier],
    },
    {
      text: `insert into auth.flow_state (id, provider_type, authentication_method, code_challenge, code_challenge_method,
          referrer, linking_target_id, oauth_client_state_id, created_at, updated_at)
        values ($1, $2, 'oauth', $3, $4::auth.code_challenge_method, $5, $6, $7, now(), now())`,
      values: [state, provider, challenge?.challenge, challenge?.method, target, linkTo, tripId].map(toValue),
    },
  ]);
  return { state, verifier, redirectUri: redirectUri(auth) };
}

/** The journey that this state belongs to. Whatever comes of it, the state has been used: a second time finds nothing. */
export async function endJourney(auth: Auth, state: string): Promise<{ journey: Journey; trip: RoundTrip }> {
  const lost = new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state');
  if (!UUID.test(state)) throw lost;
  const [row] = await auth.database.query<
    Omit<Journey, 'linkTo'> & { link_to: string | null; verifier: string }
  >(
    `with flow as (
       select id, provider_type, referrer, linking_target_id, oauth_client_state_id, code_challenge is not null as pkce
       from auth.flow_state
       where id = $1 and auth_code is null and created_at > now() - make_interval(secs => $2)
     ), used as (
       delete from auth.oauth_client_states s using flow where s.id = flow.oauth_client_state_id
       returning s.code_verifier
     ), over as (
       delete from auth.flow_state f using flow where f.id = flow.id and not flow.pkce
     )
     select provider_type as provider, referrer as target, linking_target_id as link_to, pkce, code_verifier as verifier
     from flow, used`,
    [state, auth.settings.flowSeconds],
  );
  if (!row) throw lost;
  const { verifier, link_to, ...journey } = row;
  return {
    journey: { ...journey, linkTo: link_to },
    trip: { state, verifier, redirectUri: redirectUri(auth) },
  };
}

/** Registered with the provider, which sends people nowhere else. */
function redirectUri({ settings }: Auth): string {
  return `${settings.url}/auth/v1/callback`;
}
