import type { LoginInput } from '@lakou/contract/identity/inputs';
import { recheckSession } from '#lib/session.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { supabase } from '#lib/supabase.ts';

/** Signs in with a password. `needsSecondFactor`: the session is not complete yet. */
export async function signIn({
  email,
  password,
  remember,
}: LoginInput): Promise<{ needsSecondFactor: boolean }> {
  const { auth } = await supabase();
  // Before there is a session, because it decides where the session is stored.
  rememberMe(remember);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
  recheckSession();
  return { needsSecondFactor: level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2' };
}
