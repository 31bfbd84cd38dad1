import type { ErrorKey } from '@lakou/contract/errors';
import type { MessageKey } from '@lakou/contract/translate';
import { ApiError, isNetworkError } from './api-error.ts';
import type { Translate } from './translations.tsx';

/** The message of an error key in the reader's language; the key itself where it is not in the catalogue. */
export function errorKeyMessage(key: string, t: Translate): string {
  const message = t(`errors.${key as ErrorKey}`);
  return message === `errors.${key}` ? key : message;
}

/**
 * What to show for a failure: the network's message, that of the error's key, the server's own where the key has none in
 * this language, or the fallback.
 */
export function errorMessage(error: unknown, t: Translate, fallback: MessageKey): string {
  if (isNetworkError(error)) return t('shell.network_error');
  if (error instanceof ApiError && error.key) {
    const message = errorKeyMessage(error.key, t);
    if (message !== error.key) return message;
    if (isOwnKey(error.key) && error.message) return error.message;
  }
  return t(fallback);
}

/** PostgreSQL's own hints are sentences about SQL. */
const isOwnKey = (key: string): boolean => /^[a-z0-9_]+$/.test(key);
