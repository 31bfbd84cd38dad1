import { randomBytes } from 'node:crypto';
import type { Auth, Queryable } from '../auth.ts';
import { AuthError, invalid } from '../errors.ts';
import { type Body, readText } from '../request.ts';
import { requireRelyingParty } from './relying-party.ts';

type ChallengeType = 'registration' | 'authentication';

/** What is remembered of a challenge, in the shape of GoTrue's library. */
export interface WebAuthnSessionData {
  challenge: string;
  rpId: string;
  userVerification: 'required' | 'preferred';
  /** The session that asked for it; none at a sign-in. */
  session_id?: string;
}

export interface PendingChallenge {
  id: string;
  /** Base64url, as the browser signs it. */
  challenge: string;
  /** In seconds since 1970. */
  expiresAt: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function newSessionData(
  auth: Auth,
  userVerification: WebAuthnSessionData['userVerification'],
  sessionId?: string,
): WebAuthnSessionData {
  const challenge = randomBytes(32).toString('base64url');
  const { id: rpId } = requireRelyingParty(auth);
  return { challenge, rpId, userVerification, ...(sessionId && { session_id: sessionId }) };
}

/** Stores a new challenge. Expired ones are deleted on the way: visitors can ask for challenges without an end. */
export async function storeChallenge(
  auth: Auth,
  type: ChallengeType,
  owner?: { userId: string; sessionId: string },
): Promise<PendingChallenge> {
  const data = newSessionData(auth, 'required', owner?.sessionId);
  const [row] = await auth.database.query<{ id: string; expires_at: number }>(
    `with swept as (delete from auth.webauthn_challenges where expires_at < now() - interval '10 minutes')
     insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
       values ($1, $2, $3::jsonb, now() + make_interval(secs => $4))
     returning id, floor(extract(epoch from expires_at))::integer as expires_at`,
    [owner?.userId ?? null, type, data, auth.settings.factorSeconds],
  );
  if (!row) throw new Error('the challenge was not stored');
  return { id: row.id, challenge: data.challenge, expiresAt: row.expires_at };
}

/** Deletes the challenge and returns it, so that it counts once, whatever the answer to it is worth. */
export async function consumeChallenge(
  db: Queryable,
  body: Body,
  type: ChallengeType,
  owner?: { userId: string; sessionId: string },
): Promise<string> {
  const id = readText(body, 'challenge_id');
  if (id === '') throw invalid('challenge_id is required');
  if (!UUID.test(id)) throw invalid('challenge_id must be a valid UUID');
  const [row] = await db.query<{ session_data: WebAuthnSessionData; expired: boolean }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
       and session_data ->> 'session_id' is not distinct from $4::text
     returning session_data, expires_at < now() as expired`,
    [id, type, owner?.userId ?? null, owner?.sessionId ?? null],
  );
  if (!row) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (row.expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return row.session_data.challenge;
}
