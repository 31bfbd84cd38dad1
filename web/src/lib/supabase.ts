import type { Database } from '@lakou/contract/database-types';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Db } from './database.ts';
import { hasStoredSession, STORAGE_KEY, sessionStore } from './stored-session.ts';

/** The query client asks again where that helps; both together would let people wait for half a minute. */
const ONCE = { retry: false };
/** What the specification grants a live line between two signs of life. */
const HEARTBEAT_MS = 30_000;

let settings: PublicSettings | undefined;
let client: Promise<SupabaseClient<Database>> | undefined;
let anonymous: Promise<Db> | undefined;
let passing: Promise<SupabaseClient<Database>> | undefined;

/** To be called once, before anything else here. */
export function connectTo(house: PublicSettings): void {
  settings = house;
}

function house(): PublicSettings {
  if (!settings) throw new Error('asked before the page came alive');
  return settings;
}

/** The whole client. It is large: it is loaded when somebody is signed in or signs in. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= import('@supabase/supabase-js').then(({ createClient }) =>
    createClient<Database>(house().url, house().anonKey, {
      db: ONCE,
      realtime: { heartbeatIntervalMs: HEARTBEAT_MS },
      auth: {
        storage: sessionStore,
        storageKey: STORAGE_KEY,
        // session.ts does it: the auth client would leave the tokens in the browser's history.
        detectSessionInUrl: false,
        flowType: 'implicit',
      },
    }),
  );
  client.catch(() => {
    client = undefined;
  });
  return client;
}

/** A token that ends within this time is renewed first. */
const TOO_SHORT_MS = 60_000;

/** The member's token, none for visitors. The whole client is waited for only where the stored one has run out. */
export async function accessToken(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  try {
    const stored = JSON.parse(sessionStore.getItem(STORAGE_KEY) ?? '{}') as {
      access_token?: string;
      expires_at?: number;
    };
    if (stored.access_token && (stored.expires_at ?? 0) * 1000 > Date.now() + TOO_SHORT_MS)
      return stored.access_token;
  } catch {
    // Not what we wrote: the client sorts it out.
  }
  const { data } = await (await supabase()).auth.getSession();
  return data.session?.access_token;
}

/** A client that keeps nothing: whatever is done with it, nobody is signed in here afterwards. */
export function ephemeralClient(): Promise<SupabaseClient<Database>> {
  passing ??= import('@supabase/supabase-js').then(({ createClient }) =>
    createClient<Database>(house().url, house().anonKey, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: 'lakou-passing',
      },
    }),
  );
  passing.catch(() => {
    passing = undefined;
  });
  return passing;
}

/** The Data API as whoever is signed in; visitors get by with its small client. */
export async function database(): Promise<Db> {
  if (client || hasStoredSession()) return supabase() as Promise<unknown> as Promise<Db>;
  anonymous ??= import('@supabase/postgrest-js').then(({ PostgrestClient }) => {
    const { url, anonKey } = house();
    const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
    return new PostgrestClient<Database>(`${url}/rest/v1`, { headers, ...ONCE });
  });
  anonymous.catch(() => {
    anonymous = undefined;
  });
  return anonymous;
}
