import type { Language } from './languages.ts';
import type { words as english } from './messages/en.ts';

/** A sentence that changes with a number: `{count}` stands in both forms. */
export interface Plural {
  one: string;
  other: string;
}

/** What a translation of an area has to bring: the same keys, each in the same form. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};

/** Every sentence of the screens, by area and key. The English ones are the specification's, to the letter. */
export type Words = { readonly [Area in keyof typeof english]: Translation<(typeof english)[Area]> };

/** `area.key`, such as `identity.sign_in`. */
export type WordKey = {
  [Area in keyof Words & string]: `${Area}.${keyof Words[Area] & string}`;
}[keyof Words & string];

/** One chunk per language, loaded when it is spoken. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'fr') return (await import('./messages/fr.ts')).words;
  if (language === 'ht') return (await import('./messages/ht.ts')).words;
  return (await import('./messages/en.ts')).words;
}

/** The sentence with its blanks filled in. */
export function say(
  words: Words,
  language: Language,
  key: WordKey,
  blanks: Readonly<Record<string, string | number>> = {},
): string {
  const [area, name] = key.split('.') as [keyof Words, string];
  const message = (words[area] as Record<string, string | Plural>)[name] ?? key;
  return form(message, language, blanks.count).replaceAll(/\{(\w+)\}/g, (blank, at: string) =>
    String(blanks[at] ?? blank),
  );
}

function form(message: string | Plural, language: Language, count: string | number | undefined): string {
  if (typeof message === 'string') return message;
  // Kreyòl is unknown to Intl; its nouns do not change, so either form reads well.
  const category = new Intl.PluralRules(language === 'ht' ? 'fr' : language).select(Number(count));
  return category === 'one' ? message.one : message.other;
}
