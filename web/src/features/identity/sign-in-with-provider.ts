import { AuthRequestError } from '#lib/auth-request.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { supabase } from '#lib/supabase.ts';
import { offerWelcome } from '#lib/welcome.ts';
import { type Provider, type ProviderMode, rememberAttempt } from './provider-attempt.ts';

/** The provider is not configured on this server. */
export class ProviderDisabled extends Error {}

/**
 * Redirects to Google or Facebook, which send the user on to `next`, else to the home page, or after registering to the
 * films. Checks everything that can fail before leaving the page, so that nobody ends up on a raw JSON error.
 */
export async function signInWithProvider(
  provider: Provider,
  { mode, remember, next }: { mode: ProviderMode; remember: boolean; next: string | undefined },
): Promise<void> {
  const settings = await fetchJson<{ external: Partial<Record<Provider, boolean>> }>('/auth/v1/settings');
  if (!settings?.external[provider]) throw new ProviderDisabled();
  rememberMe(remember);
  const { auth } = await supabase();
  const redirectTo = location.origin + (next ?? (mode === 'sign_in' ? '' : '/films'));
  const { data, error } = await auth.signInWithOAuth({
    provider,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const authorizeUrl = new URL(data.url);
  authorizeUrl.searchParams.set('skip_http_redirect', 'true');
  const answer = await fetchJson<{ url: string }>(authorizeUrl.href);
  rememberAttempt(mode, provider);
  if (mode === 'sign_up') offerWelcome();
  location.assign(answer?.url ?? data.url);
}

/** The JSON response; undefined when the server redirects instead, as GoTrue does. */
async function fetchJson<Answer>(address: string): Promise<Answer | undefined> {
  const answer = await fetch(address, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return undefined;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new AuthRequestError(answer.status, body as { msg?: string });
  return body as Answer;
}
