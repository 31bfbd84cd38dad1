import { en } from './errors/en.ts';
import { fr } from './errors/fr.ts';
import { ht } from './errors/ht.ts';
import type { Language } from './languages.ts';

/**
 * Every failure a person can meet has one key. SQL raises it as the error's hint, HTTP carries it, a schema names it
 * as its message, and the screen says it in the reader's language.
 */
export type ErrorKey = keyof typeof en;

export const errorMessages: Record<Language, Record<ErrorKey, string>> = { en, fr, ht };

export function isErrorKey(key: unknown): key is ErrorKey {
  return typeof key === 'string' && Object.hasOwn(en, key);
}
