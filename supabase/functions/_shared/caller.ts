import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The database as the caller sees it: their own token, over the wire, so that the policies decide. */
export function asCaller(request: Request): SupabaseClient<Database> {
  return createClient<Database>(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'), {
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** The caller's id. The host has already verified the token; here it is only read. */
export function callerId(request: Request): string | undefined {
  const payload = request.headers.get('authorization')?.split('.')[1];
  if (!payload) return undefined;
  const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string };
  return sub;
}

export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
