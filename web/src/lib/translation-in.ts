import type { Json } from '@lakou/contract/database-types';
import type { Language } from '@lakou/contract/languages';

/** The text in a language, from a column with texts by language such as `title_translations`. */
export function translationIn(language: Language, texts: Json | undefined): string | undefined {
  if (!texts || typeof texts !== 'object' || Array.isArray(texts)) return undefined;
  const text = texts[language];
  return typeof text === 'string' && text ? text : undefined;
}

export interface Titled {
  title: string;
  title_translations?: Json;
}

/** The title with its name in a language, where it has one. */
export function translateTitle<Title extends Titled>(language: Language, title: Title): Title {
  const name = translationIn(language, title.title_translations);
  return name === undefined ? title : { ...title, title: name };
}
