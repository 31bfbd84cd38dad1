import type { Database } from '@lakou/contract/database-types';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { setting } from '../_shared/caller.ts';

/** The caller once more, with a session of this moment; or the key of why not. */
export async function verifyPassword(
  request: Request,
  password: string,
): Promise<SupabaseClient<Database> | 'password_wrong' | 'too_many_tries'> {
  const token = request.headers.get('authorization')?.replace(/^bearer\s+/i, '');
  const anew = createClient<Database>(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const { data } = await anew.auth.getUser(token);
  const email = data.user?.email;
  if (!email) return 'password_wrong';
  const { error } = await anew.auth.signInWithPassword({ email, password });
  if (!error) return anew;
  return error.status === 429 ? 'too_many_tries' : 'password_wrong';
}
