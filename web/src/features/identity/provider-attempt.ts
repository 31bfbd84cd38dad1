import type { MessageKey } from '@lakou/contract/translate';

export type Provider = 'google' | 'facebook';
export type ProviderMode = 'sign_in' | 'sign_up';

/** What to say when signing in or up with a provider fails. */
export const PROVIDER_FAILED = {
  sign_in: { google: 'shell.google_login_failed', facebook: 'shell.facebook_login_failed' },
  sign_up: { google: 'shell.google_sign_up_failed', facebook: 'shell.facebook_sign_up_failed' },
} as const satisfies Record<ProviderMode, Record<Provider, MessageKey>>;

/** The button that was pressed, in sessionStorage: the provider redirects back without telling which it is. */
const KEY = 'lakou-provider';

export function rememberAttempt(mode: ProviderMode, provider: Provider): void {
  sessionStorage.setItem(KEY, `${mode} ${provider}`);
}

/** The message for the attempt that ended now; undefined if this tab made none. */
export function takeAttemptMessage(): MessageKey | undefined {
  const [mode, provider] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  sessionStorage.removeItem(KEY);
  const messages: Partial<Record<string, Partial<Record<string, MessageKey>>>> = PROVIDER_FAILED;
  return messages[mode ?? '']?.[provider ?? ''];
}
