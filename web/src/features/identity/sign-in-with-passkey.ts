import { recheckSession } from '#lib/session.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { supabase } from '#lib/supabase.ts';

interface PasskeySignIn {
  remember: () => boolean;
  /** `conditional` waits in the list under the e-mail field instead of opening a prompt. */
  mediation?: 'conditional';
  signal: AbortSignal;
}

/** Signs in with a passkey. `needsSecondFactor`: the session is not complete yet. */
export async function signInWithPasskey({
  remember,
  ...options
}: PasskeySignIn): Promise<{ needsSecondFactor: boolean }> {
  const { auth } = await supabase();
  const { error } = await auth.signInWithPasskey({ options });
  if (error) throw error;
  // Afterwards, because a passkey from the list can be chosen long after this began.
  rememberMe(remember());
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
  recheckSession();
  return { needsSecondFactor: level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2' };
}
