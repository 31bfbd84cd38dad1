import { randomUUID } from 'node:crypto';
import { idOf, type Member } from './people.ts';
import type { Actor, As } from './world.ts';

/** A member with a session, as the auth service creates it. */
export async function signedIn(
  as: As,
  member: Member,
  {
    aal = 'aal1',
    minutesAgo = 0,
    address,
  }: { aal?: 'aal1' | 'aal2'; minutesAgo?: number; address?: string } = {},
): Promise<Actor & { session_id: string }> {
  const session_id = randomUUID();
  const owner = as('owner');
  await owner.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      values ($1, $2, now(), now(), $3, 'Machin Mimose', $4)`,
    session_id,
    idOf[member],
    aal,
    address ?? '203.0.113.77',
  );
  await owner.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select gen_random_uuid(), $1, at, at, 'password' from (select now() - make_interval(mins => $2) as at) t`,
    session_id,
    minutesAgo,
  );
  const claims = { sub: idOf[member], role: 'authenticated', session_id, aal };
  const settings = {
    'request.jwt.claims': JSON.stringify(claims),
    ...(address && { 'request.client_address': address }),
  };
  return { ...as(member, settings), session_id };
}

/** An authenticator app that has been verified. */
export async function withFactor(as: As, member: Member): Promise<string> {
  const factor_id = randomUUID();
  await as('owner').query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values ($1, $2, 'totp', 'verified', now(), now(), 'SEKRE')`,
    factor_id,
    idOf[member],
  );
  return factor_id;
}
