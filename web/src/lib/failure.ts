import type { MessageKey } from '@lakou/contract/translate';
import { DataError } from './database.ts';
import { sentenceOf } from './form.tsx';
import type { Translate } from './translations.tsx';

/** Nobody answered: the browser's own words for it differ. */
export function isNetworkFailure(error: unknown): boolean {
  const {
    name = '',
    message = '',
    status,
  } = (error ?? {}) as { name?: string; message?: string; status?: number };
  return (
    (name === 'AuthRetryableFetchError' && !(status && status >= 500)) ||
    /failed to fetch|networkerror|load failed|network request failed/i.test(message)
  );
}

/** What to tell a person: the network's sentence, the sentence of the error's key, or the one given for the rest. */
export function sayFailure(error: unknown, t: Translate, otherwise: MessageKey): string {
  if (isNetworkFailure(error)) return t('shell.network_error');
  if (error instanceof DataError && error.hint) {
    const sentence = sentenceOf(error.hint, t);
    if (sentence !== error.hint) return sentence;
  }
  return t(otherwise);
}
