import { noteLinkRequest } from '#lib/emailed-link.ts';
import { supabase } from '#lib/supabase.ts';

/** Sends an email with a link to choose a new password. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { auth } = await supabase();
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
  noteLinkRequest('recovery', email);
}

/** Sends the email that confirms an address again; its link leads on to `next`. */
export async function requestConfirmation(email: string, next = '/'): Promise<void> {
  const { auth } = await supabase();
  const emailRedirectTo = location.origin + next;
  const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
  if (error) throw error;
  noteLinkRequest('signup', email);
}
