import type { MessageKey } from '@lakou/contract/translate';
import { isNetworkError } from '#lib/api-error.ts';
import { errorMessage } from '#lib/error-message.ts';
import type { Translate } from '#lib/translations.tsx';

/** The message for the error's own key; without one, and when the network fails, the fallback. */
export function describeAdminError(error: unknown, t: Translate, fallback: MessageKey): string {
  return isNetworkError(error) ? t(fallback) : errorMessage(error, t, fallback);
}
