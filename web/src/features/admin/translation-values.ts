import type { Json } from '@lakou/contract/database-types';
import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { translationIn } from '#lib/translation-in.ts';

/** Texts by language as a form holds them: the empty text where there is no translation. */
export type TranslationValues = Record<Language, string>;

export function toTranslationValues(texts: Json | undefined): TranslationValues {
  const entries = LANGUAGES.map((language) => [language, translationIn(language, texts) ?? '']);
  return Object.fromEntries(entries) as TranslationValues;
}

/** What the database keeps: the languages that have a text, without the one that the original is written in. */
export function toTranslations(
  values: TranslationValues,
  original?: string | null,
): Partial<Record<Language, string>> {
  const filled = Object.entries(values).map(([language, text]) => [language, text.trim()]);
  return Object.fromEntries(filled.filter(([language, text]) => text && language !== original));
}
