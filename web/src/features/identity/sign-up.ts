import type { RegisterInput } from '@lakou/contract/identity';
import type { Language } from '@lakou/contract/languages';
import { ephemeralClient } from '#lib/supabase.ts';

/**
 * Makes an account. Nobody is signed in by it, whether addresses are confirmed here or not: the next screen is the
 * sign-in. `mailed`: there is a mail whose link is to be followed first.
 */
export async function signUp(
  { full_name, email, password }: RegisterInput,
  language: Language,
): Promise<{ mailed: boolean }> {
  const [{ auth }, { TERMS_VERSION }] = await Promise.all([
    ephemeralClient(),
    import('@lakou/contract/identity'),
  ]);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: `${location.origin}/`,
      data: { full_name, terms_version: TERMS_VERSION, language },
    },
  });
  if (error) throw error;
  if (data.session) await auth.signOut({ scope: 'local' });
  return { mailed: !data.session };
}
