import { randomUUID } from 'node:crypto';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import type { AuthTestServer } from './auth-server.ts';
import { totpCode } from './totp-code.ts';

export const GUARDED_PASSWORD = 'yon ti chat nwa';

export interface Guarded {
  client: SupabaseClient;
  email: string;
  id: string;
  factorId: string;
  secret: string;
}

/** A new member with a password alone. */
export async function plainMember(server: AuthTestServer, flowType: 'pkce' | 'implicit' = 'pkce') {
  const client = server.client({ flowType });
  const email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  const { data, error } = await client.auth.signUp({ email, password: GUARDED_PASSWORD });
  if (error || !data.user) throw error ?? new Error('no account');
  return { client, email, id: data.user.id };
}

/** A new member with a second factor, whose client has shown it. */
export async function guardedMember(server: AuthTestServer): Promise<Guarded> {
  const person = await plainMember(server);
  return { ...person, ...(await addFactor(person.client)) };
}

export async function addFactor(client: SupabaseClient): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: randomUUID() });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const shown = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(totp.secret) });
  if (shown.error) throw shown.error;
  return { factorId, secret: totp.secret };
}

/** A sign-in with the password, and nothing else. */
export async function signInWithPassword(server: AuthTestServer, email: string) {
  const client = server.client({ flowType: 'pkce' });
  const { data, error } = await client.auth.signInWithPassword({ email, password: GUARDED_PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

export async function sessionOf(client: SupabaseClient): Promise<Session> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('not signed in');
  return data.session;
}

/** As if the client's last proof of identity were a day old. */
export async function ageSession(server: AuthTestServer, client: SupabaseClient): Promise<void> {
  const { session_id } = decodeJwt((await sessionOf(client)).access_token);
  await server.database.query(
    `update auth.mfa_amr_claims set updated_at = now() - interval '1 day' where session_id = $1`,
    [session_id],
  );
  await server.database.query(
    `update auth.sessions set created_at = now() - interval '1 day' where id = $1`,
    [session_id],
  );
}
