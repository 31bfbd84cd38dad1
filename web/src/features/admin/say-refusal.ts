import type { WordKey } from '@lakou/contract/words';
import { isNetworkFailure, sayFailure } from '../../lib/failure.ts';
import type { Say } from '../../lib/words.tsx';

/** Why it was refused, if that has a sentence; else, and when nobody answers, what the studio says of this deed. */
export function sayRefusal(error: unknown, t: Say, otherwise: WordKey): string {
  return isNetworkFailure(error) ? t(otherwise) : sayFailure(error, t, otherwise);
}
