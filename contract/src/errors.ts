import { en } from './messages/en.ts';
import { fr } from './messages/fr.ts';
import { ht } from './messages/ht.ts';

/**
 * Every failure a person can meet has one key. SQL raises it as the error's hint, HTTP carries it, a schema names it
 * as its message, and the screen says it in the reader's language.
 */
export type ErrorKey = keyof typeof en;

export const LANGUAGES = ['en', 'fr', 'ht'] as const;
export type Language = (typeof LANGUAGES)[number];

export const errorMessages: Record<Language, Record<ErrorKey, string>> = { en, fr, ht };

export function isErrorKey(key: unknown): key is ErrorKey {
  return typeof key === 'string' && Object.hasOwn(en, key);
}
