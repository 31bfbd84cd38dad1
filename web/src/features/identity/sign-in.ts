import type { LoginInput } from '@lakou/contract/identity';
import { recheckSession } from '#lib/session.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { supabase } from '#lib/supabase.ts';

/** Signs in with a password. `half`: the second factor is still to be shown. */
export async function signIn({ email, password, remember }: LoginInput): Promise<{ half: boolean }> {
  const { auth } = await supabase();
  // Before there is a session to keep: it decides how long that is kept.
  rememberMe(remember);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
  recheckSession();
  return { half: level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2' };
}
