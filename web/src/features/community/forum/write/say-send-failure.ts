import { DataError } from '#lib/database.ts';
import { isNetworkFailure } from '#lib/failure.ts';
import { sentenceOf } from '#lib/form.tsx';
import type { Translate } from '#lib/translations.tsx';

/** Why a topic was not created: the server's no by its own words, anything else as what it is. */
export function saySendFailure(error: unknown, t: Translate): string {
  if (isNetworkFailure(error))
    return t('community.unexpected_message', { message: t('shell.network_error') });
  if (error instanceof DataError) {
    const sentence = error.hint ? sentenceOf(error.hint, t) : error.message;
    return t('community.create_failed', { message: sentence === error.hint ? error.message : sentence });
  }
  const message = error instanceof Error ? error.message : '';
  return message ? t('community.unexpected_message', { message }) : t('community.unexpected');
}
