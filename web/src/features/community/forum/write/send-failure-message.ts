import { ApiError, isNetworkError } from '#lib/api-error.ts';
import { errorKeyMessage } from '#lib/error-message.ts';
import type { Translate } from '#lib/translations.tsx';

/** Why a topic was not created, in the specification's two forms: refused by the server, or unexpected. */
export function sendFailureMessage(error: unknown, t: Translate): string {
  if (isNetworkError(error)) return t('community.unexpected_message', { message: t('shell.network_error') });
  if (error instanceof ApiError) {
    const text = error.key ? errorKeyMessage(error.key, t) : error.message;
    return t('community.create_failed', { message: text === error.key ? error.message : text });
  }
  const message = error instanceof Error ? error.message : '';
  return message ? t('community.unexpected_message', { message }) : t('community.unexpected');
}
