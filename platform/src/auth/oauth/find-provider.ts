import type { Auth } from '../auth.ts';
import { invalid } from '../errors.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import type { Provider, ProviderName } from './provider.ts';

/** The provider that a request names. The error text is GoTrue's; the sign-in page matches it. */
export function findProvider(
  { settings: { providers } }: Auth,
  name: string,
): { name: ProviderName; provider: Provider } {
  if (name === 'google' && providers.google) return { name, provider: google(providers.google) };
  if (name === 'facebook' && providers.facebook) return { name, provider: facebook(providers.facebook) };
  const known = name === 'google' || name === 'facebook';
  throw invalid(
    known
      ? 'Unsupported provider: provider is not enabled'
      : `Unsupported provider: Provider ${name.slice(0, 40)} could not be found`,
  );
}
