import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The database as the caller sees it: their own token, over the wire, so that the policies decide. */
export function asCaller(request: Request): SupabaseClient<Database> {
  return createClient<Database>(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'), {
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

interface Claims {
  sub?: string;
  email?: string;
  role?: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The caller's claims. The host has verified the bearer token; here it is only read. In any other dress it was never
 * looked at, and says nothing.
 */
export function callerClaims(request: Request): Claims {
  const header = request.headers.get('authorization') ?? '';
  const [, payload] = /^bearer\s+[\w-]+\.([\w-]+)\.[\w-]*$/i.exec(header.trim()) ?? [];
  if (!payload) return {};
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  const { sub, ...claims } = JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  return typeof sub === 'string' && uuid.test(sub) ? { sub, ...claims } : claims;
}

export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
