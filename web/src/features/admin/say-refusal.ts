import type { MessageKey } from '@lakou/contract/translate';
import { isNetworkFailure, sayFailure } from '#lib/failure.ts';
import type { Translate } from '#lib/translations.tsx';

/** Why it was refused, if that has a sentence; else, and when nobody answers, what the studio says of this deed. */
export function sayRefusal(error: unknown, t: Translate, otherwise: MessageKey): string {
  return isNetworkFailure(error) ? t(otherwise) : sayFailure(error, t, otherwise);
}
