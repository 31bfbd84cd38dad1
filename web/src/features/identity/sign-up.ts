import type { RegisterInput } from '@lakou/contract/identity/inputs';
import type { Language } from '@lakou/contract/languages';
import { noteLinkRequest } from '#lib/emailed-link.ts';
import { adoptSession } from '#lib/session.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { ephemeralClient } from '#lib/supabase.ts';
import { offerWelcome } from '#lib/welcome.ts';

interface SignUpOptions {
  language: Language;
  /** Where the link in the email leads on to. */
  next: string;
}

/** Creates an account and signs in; `confirmationSent`: only once the link in an email is opened. */
export async function signUp(
  { full_name, email, password }: RegisterInput,
  { language, next }: SignUpOptions,
): Promise<{ confirmationSent: boolean }> {
  const [{ auth }, { TERMS_VERSION }] = await Promise.all([
    ephemeralClient(),
    import('@lakou/contract/identity/limits'),
  ]);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: location.origin + next,
      data: { full_name, terms_version: TERMS_VERSION, language },
    },
  });
  if (error) throw error;
  offerWelcome();
  if (!data.session) {
    noteLinkRequest('signup', email);
    return { confirmationSent: true };
  }
  rememberMe(true);
  await adoptSession(data.session);
  return { confirmationSent: false };
}
