import type { RegisterInput } from '@lakou/contract/identity/inputs';
import type { Language } from '@lakou/contract/languages';
import { noteLinkRequest } from '#lib/emailed-link.ts';
import { ephemeralClient } from '#lib/supabase.ts';
import { offerWelcome } from '#lib/welcome.ts';

/**
 * Creates an account without signing in, whether or not email confirmation is on: the next screen is the sign-in.
 * `confirmationSent`: the link in an email must be opened first.
 */
export async function signUp(
  { full_name, email, password }: RegisterInput,
  language: Language,
): Promise<{ confirmationSent: boolean }> {
  const [{ auth }, { TERMS_VERSION }] = await Promise.all([
    ephemeralClient(),
    import('@lakou/contract/identity/limits'),
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
  offerWelcome();
  if (data.session) await auth.signOut({ scope: 'local' });
  else noteLinkRequest('signup', email);
  return { confirmationSent: !data.session };
}
