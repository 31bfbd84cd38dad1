import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { requireSetting } from './settings.ts';

export type Client = SupabaseClient<Database>;

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** The database as the caller sees it: their own token, over the wire, so that the policies decide. */
export function callerClient(request: Request): Client {
  return createClient<Database>(requireSetting('SUPABASE_URL'), requireSetting('SUPABASE_ANON_KEY'), {
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
    auth: stateless,
  });
}

/** All rights: only after the caller's right to this action has been checked. */
export function serviceClient(): Client {
  return createClient<Database>(requireSetting('SUPABASE_URL'), requireSetting('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: stateless,
  });
}

/** Nobody, until it signs in. Its tries count as those of the address that the function was called from. */
export function anonymousClient(address: string): Client {
  const key = requireSetting('SUPABASE_SERVICE_ROLE_KEY');
  return createClient<Database>(requireSetting('SUPABASE_URL'), requireSetting('SUPABASE_ANON_KEY'), {
    global: { headers: { 'x-caller-address': address, 'x-service-key': key } },
    auth: stateless,
  });
}
