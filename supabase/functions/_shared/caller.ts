import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The database as the caller sees it: their own token, over the wire, so that the policies decide. */
export function asCaller(request: Request): SupabaseClient<Database> {
  return createClient<Database>(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'), {
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** The caller's claims. The host has already verified the token; here it is only read. */
export function callerClaims(request: Request): { sub?: string; email?: string; role?: string } {
  const payload = request.headers.get('authorization')?.split('.')[1];
  if (!payload) return {};
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
