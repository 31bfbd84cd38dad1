import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { setting } from './caller.ts';

/** The house itself, with all rights: only after the database has said that the caller may have this done. */
export function asService(): SupabaseClient<Database> {
  return createClient<Database>(setting('SUPABASE_URL'), setting('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
