import type { Language } from './languages.ts';
import type { messages as english } from './messages/en.ts';

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
export type Messages = { readonly [Area in keyof typeof english]: Translation<(typeof english)[Area]> };

/** `area.key`, such as `identity.sign_in`. */
export type MessageKey = {
  [Area in keyof Messages & string]: `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages & string];

/** One chunk per language, loaded when it is spoken. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'fr') return (await import('./messages/fr.ts')).messages;
  if (language === 'ht') return (await import('./messages/ht.ts')).messages;
  return (await import('./messages/en.ts')).messages;
}

/** The sentence with its blanks filled in. */
export function translate(
  messages: Messages,
  language: Language,
  key: MessageKey,
  blanks: Readonly<Record<string, string | number>> = {},
): string {
  const [area, name] = key.split('.') as [keyof Messages, string];
  const message = (messages[area] as Record<string, string | Plural>)[name] ?? key;
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
