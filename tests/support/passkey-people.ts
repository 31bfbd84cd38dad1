import { randomUUID } from 'node:crypto';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { AuthTestServer } from './auth-server.ts';
import { type Lies, SoftwareAuthenticator } from './software-authenticator.ts';

const password = 'yon ti chat nwa';

export interface Person {
  client: SupabaseClient;
  email: string;
  id: string;
  session: Session;
  /** In the browser that this person uses. */
  authenticator: SoftwareAuthenticator;
}

/** The origin of the pages: the test server's address has the name localhost, because passkeys need a name. */
export const pageOrigin = ({ url }: AuthTestServer): string => url.replace('127.0.0.1', 'localhost');

export async function newMember(server: AuthTestServer): Promise<Person> {
  const client = server.client();
  const email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  const authenticator = new SoftwareAuthenticator(pageOrigin(server));
  return { client, email, id: data.user.id, session: data.session, authenticator };
}

export async function signInWithPassword(server: AuthTestServer, email: string): Promise<SupabaseClient> {
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Adds a passkey in two steps; the authenticator can lie in the second. */
export async function addPasskey({ client, authenticator }: Person, lies?: Lies) {
  const { data, error } = await client.auth.passkey.startRegistration();
  if (error) return { data: null, error };
  const credential = authenticator.create(data.options, lies);
  return client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential } as never);
}

/** Signs in on another device with the passkeys of this authenticator. */
export async function signInWithPasskey(
  server: AuthTestServer,
  authenticator: SoftwareAuthenticator,
  lies?: Lies,
) {
  const client = server.client();
  const { data, error } = await client.auth.passkey.startAuthentication();
  if (error) throw error;
  const credential = authenticator.get(data.options, lies);
  const answer = await client.auth.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential,
  } as never);
  return { client, challengeId: data.challenge_id, credential, ...answer };
}

/** Answers that no ceremony with a passkey accepts. */
export const ceremonyLies: [string, Lies][] = [
  ['made on another site', { origin: 'https://lakou.example' }],
  ['made on the same host at another port', { origin: 'http://localhost:1' }],
  ['made at our IP address, whose pages are not the site', { origin: 'http://127.0.0.1' }],
  ['for the relying party of another site', { rpId: 'lakou.example' }],
  ['without the user verified', { flags: { verified: false } }],
  ['without the user present', { flags: { present: false } }],
  ['inside a frame of another site', { crossOrigin: true }],
  ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['with flags that contradict each other', { flags: { backedUp: true } }],
];
