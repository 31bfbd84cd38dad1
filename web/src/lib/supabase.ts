import type { Database } from '@lakou/contract/database-types';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Db } from './database.ts';
import { fetchUnlessEarly } from './early-read.ts';
import { freshToken, hasStoredSession, memberToken, STORAGE_KEY, sessionStore } from './stored-session.ts';

/** The query client retries by itself; both together would wait for half a minute. */
const ONCE = { retry: false };
/** From the specification. */
const HEARTBEAT_MS = 30_000;

let settings: PublicSettings | undefined;
let client: Promise<SupabaseClient<Database>> | undefined;
let anonymous: Promise<Db> | undefined;
let ephemeral: Promise<SupabaseClient<Database>> | undefined;

/** Called once, before anything else here. */
export function connectTo(publicSettings: PublicSettings): void {
  settings = publicSettings;
}

/** The address and key of the server. */
export function connection(): PublicSettings {
  if (!settings) throw new Error('connectTo() must be called before the first request');
  return settings;
}

/** The whole client. It is large, so it is loaded only when somebody is signed in or signs in. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= import('@supabase/supabase-js').then(({ createClient }) =>
    createClient<Database>(connection().url, connection().anonKey, {
      db: ONCE,
      global: { fetch: fetchUnlessEarly },
      realtime: { heartbeatIntervalMs: HEARTBEAT_MS },
      auth: {
        storage: sessionStore,
        storageKey: STORAGE_KEY,
        // session.ts does it: the auth client would sign in as anybody whose tokens are in the address.
        detectSessionInUrl: false,
        flowType: 'pkce',
      },
    }),
  );
  client.catch(() => {
    client = undefined;
  });
  return client;
}

/** The member's token, none for visitors. Loads the whole client only if the stored token has expired. */
export async function accessToken(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const stored = freshToken();
  if (stored) return memberToken(stored);
  const { data } = await (await supabase()).auth.getSession();
  return memberToken(data.session?.access_token);
}

/** A client that stores no session: signing in with it does not sign in this browser. */
export function ephemeralClient(): Promise<SupabaseClient<Database>> {
  ephemeral ??= Promise.all([import('@supabase/supabase-js'), import('./verifiers.ts')]).then(
    ([{ createClient }, { EPHEMERAL_KEY, verifierStore }]) =>
      createClient<Database>(connection().url, connection().anonKey, {
        auth: {
          storage: verifierStore(),
          storageKey: EPHEMERAL_KEY,
          autoRefreshToken: false,
          detectSessionInUrl: false,
          flowType: 'pkce',
        },
      }),
  );
  ephemeral.catch(() => {
    ephemeral = undefined;
  });
  return ephemeral;
}

/** The Data API as the member; visitors use its small client. */
export async function database(): Promise<Db> {
  if (client || hasStoredSession()) return supabase() as Promise<unknown> as Promise<Db>;
  anonymous ??= import('@supabase/postgrest-js').then(({ PostgrestClient }) => {
    const { url, anonKey } = connection();
    const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
    return new PostgrestClient<Database>(`${url}/rest/v1`, { headers, ...ONCE });
  });
  anonymous.catch(() => {
    anonymous = undefined;
  });
  return anonymous;
}
