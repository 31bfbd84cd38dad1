import { en } from './errors/en.ts';
import { es } from './errors/es.ts';
import { fr } from './errors/fr.ts';
import { ht } from './errors/ht.ts';
import type { Language } from './languages.ts';

/**
 * Every failure that users can see has one key. SQL raises it as the error's hint, HTTP responses and zod schemas carry
 * it, and screens show its message in the reader's language.
 */
export type ErrorKey = keyof typeof en;

export const errorMessages: Record<Language, Record<ErrorKey, string>> = { ht, fr, en, es };

export function isErrorKey(key: unknown): key is ErrorKey {
  return typeof key === 'string' && Object.hasOwn(en, key);
}

/** What every function and route of ours answers with a status of 400 or more. Details may stand beside these. */
export interface ErrorAnswer {
  /** An ErrorKey where a person can meet the failure; otherwise a key for programs, such as `method_not_allowed`. */
  error: string;
  /** In English, for programs and logs. Screens translate the key. */
  message: string;
  request_id?: string;
}
