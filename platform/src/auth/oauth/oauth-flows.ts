import { randomUUID } from 'node:crypto';
import { randomPKCECodeVerifier } from 'openid-client';
import { toValue } from '../../database/values.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';
import type { Challenge } from '../request.ts';
import type { AuthorizationRequest } from './provider.ts';

/** A pending sign-in at a provider. */
export interface OAuthFlow {
  provider: string;
  /** An allowed redirect target; checked when the flow began. */
  target: string;
  /** The account to link the identity to; null for a sign-in. */
  linkToUserId: string | null;
  /** Whether the flow ends with a code that only the browser that began it can redeem. */
  pkce: boolean;
}

/** The account to link an identity to, and the session that asks for it. */
export interface LinkTarget {
  userId: string;
  sessionId: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores a flow. Its random id is the `state` parameter. */
export async function beginOAuthFlow(
  auth: Auth,
  flow: { provider: string; target: string; linkTo: LinkTarget | null; challenge: Challenge | undefined },
): Promise<AuthorizationRequest> {
  const [state, requestId, verifier] = [randomUUID(), randomUUID(), randomPKCECodeVerifier()];
  const { provider, target, linkTo, challenge } = flow;
  await auth.database.run([
    {
      text: `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, now())`,
      values: [requestId, provider, verifier],
    },
    {
      text: `insert into auth.flow_state (id, provider_type, authentication_method, code_challenge, code_challenge_method,
          referrer, linking_target_id, oauth_client_state_id, created_at, updated_at)
        values ($1, $2, 'oauth', $3, $4::auth.code_challenge_method, $5, $6, $7, now(), now())`,
      values: [
        state,
        provider,
        challenge?.challenge,
        challenge?.method,
        target,
        linkTo?.userId,
        requestId,
      ].map(toValue),
    },
    ...(linkTo
      ? [
          {
            text: 'insert into platform.pending_links (flow_id, session_id) values ($1, $2)',
            values: [state, linkTo.sessionId],
          },
        ]
      : []),
  ]);
  return { state, verifier, redirectUri: redirectUri(auth) };
}

/** Consumes the state and returns its flow; a second request with the same state fails. */
export async function takeOAuthFlow(
  auth: Auth,
  state: string,
): Promise<{ flow: OAuthFlow; request: AuthorizationRequest }> {
  const lost = new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state');
  if (!UUID.test(state)) throw lost;
  const [row] = await auth.database.query<
    Omit<OAuthFlow, 'linkToUserId'> & { link_to: string | null; verifier: string }
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
  const { verifier, link_to, ...flow } = row;
  return {
    flow: { ...flow, linkToUserId: link_to },
    request: { state, verifier, redirectUri: redirectUri(auth) },
  };
}

/** Must be registered with the provider. */
function redirectUri({ settings }: Auth): string {
  return `${settings.url}/auth/v1/callback`;
}
