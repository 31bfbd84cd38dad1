import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import type { Queryable } from './auth.ts';
import { AuthError } from './errors.ts';
import type { ExternalUser } from './oauth/provider.ts';
import type { Challenge } from './request.ts';
import type { Method } from './sessions.ts';

/** A pending PKCE sign-in: its code can be redeemed only with the verifier of the challenge. */
export interface FlowState {
  id: string;
  user_id: string | null;
  authentication_method: Method;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  /** The account to link an identity to, the session that began it, and the identity. */
  linking_target_id: string | null;
  link_session_id: string | null;
  external_user: ExternalUser | null;
  expired: boolean;
}

/** Begins a flow. A flow that began with an emailed link has the id of its token. */
export function beginFlow(flow: {
  id: string;
  userId: string | null;
  provider: string;
  method: Method;
  challenge: Challenge;
}): Statement {
  return {
    text: `insert into auth.flow_state (id, user_id, provider_type, authentication_method, code_challenge,
        code_challenge_method, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6::auth.code_challenge_method, now(), now())`,
    values: [
      flow.id,
      flow.userId,
      flow.provider,
      flow.method,
      flow.challenge.challenge,
      flow.challenge.method,
    ].map(toValue),
  };
}

/** Issues the code that the browser redeems. Only its hash is stored. */
export async function issueCode(db: Queryable, flowId: string, userId: string | null): Promise<string> {
  const code = randomUUID();
  const issued = await db.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now(), user_id = $3
     where id = $1 and auth_code is null returning id`,
    [flowId, hashOf(code), userId],
  );
  if (issued.length === 0) {
    throw new AuthError(404, 'flow_state_not_found', 'No associated flow state found');
  }
  return code;
}

/** Deletes the code if the verifier matches. Only one of two simultaneous requests succeeds. */
export async function redeemCode(
  db: Queryable,
  code: string,
  verifier: string,
  lifeSeconds: number,
): Promise<FlowState> {
  const notFound = new AuthError(
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
  );
  const [flow] = await db.query<FlowState>(
    `select id, user_id, authentication_method, code_challenge, code_challenge_method::text, provider_type,
       provider_access_token, provider_refresh_token, linking_target_id, session_id as link_session_id, external_user,
       auth_code_issued_at < now() - make_interval(secs => $2) as expired
     from auth.flow_state left join platform.pending_links on flow_id = id where auth_code = $1`,
    [hashOf(code), lifeSeconds],
  );
  if (!flow) throw notFound;
  if (flow.expired) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  if (!matchesChallenge(flow, verifier)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  const taken = await db.query('delete from auth.flow_state where id = $1 returning id', [flow.id]);
  if (taken.length === 0) throw notFound;
  return flow;
}

function matchesChallenge({ code_challenge, code_challenge_method }: FlowState, verifier: string): boolean {
  const shown =
    code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [a, b] = [Buffer.from(shown), Buffer.from(code_challenge.replace(/=+$/, ''))];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
