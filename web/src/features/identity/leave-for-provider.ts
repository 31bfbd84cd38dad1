import { rememberMe } from '#lib/stored-session.ts';
import { supabase } from '#lib/supabase.ts';

type Provider = 'google' | 'facebook';

/** This house has not been told how to sign people in with that provider. */
export class ProviderDisabled extends Error {}

/**
 * Off to Google or Facebook, which send the person back to `landOn`. Whatever can fail is asked for before the page
 * is left: nobody ends up in front of a machine's answer.
 */
export async function leaveForProvider(
  provider: Provider,
  { landOn, remember }: { landOn: '/' | '/films'; remember: boolean },
): Promise<void> {
  const settings = await ask<{ external: Partial<Record<Provider, boolean>> }>('/auth/v1/settings');
  if (!settings?.external[provider]) throw new ProviderDisabled();
  rememberMe(remember);
  const { auth } = await supabase();
  const redirectTo = landOn === '/' ? location.origin : location.origin + landOn;
  const { data, error } = await auth.signInWithOAuth({
    provider,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const way = new URL(data.url);
  way.searchParams.set('skip_http_redirect', 'true');
  const answer = await ask<{ url: string }>(way.href);
  location.assign(answer?.url ?? data.url);
}

/** The answer, or nothing where the server sends on instead of answering, as GoTrue does. */
async function ask<Answer>(address: string): Promise<Answer | undefined> {
  const answer = await fetch(address, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return undefined;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new AuthRefusal(answer.status, body as Refused);
  return body as Answer;
}

interface Refused {
  msg?: string;
  message?: string;
  error_code?: string;
  code?: string | number;
}

/** As the auth client's own errors, for what is asked without it. */
class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, { msg, message, error_code, code }: Refused) {
    super(msg ?? message ?? '');
    this.status = status;
    this.code = error_code ?? (typeof code === 'string' ? code : undefined);
  }
}
