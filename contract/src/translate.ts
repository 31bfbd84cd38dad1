import type { Language } from './languages.ts';
import type { messages as english } from './messages/en.ts';

/** A message that depends on a number; both forms can contain `{count}`. */
export interface Plural {
  one: string;
  other: string;
}

/** Type of a translated area: the same keys as the English one, each in the same form. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};

/** All messages by area and key. Where the specification quotes a text, the English message is exactly that text. */
export type Messages = { readonly [Area in keyof typeof english]: Translation<(typeof english)[Area]> };

/** `area.key`, such as `identity.sign_in`. */
export type MessageKey = {
  [Area in keyof Messages & string]: `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages & string];

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  ht: () => import('./messages/ht.ts'),
  fr: () => import('./messages/fr.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};

/** Each language is a chunk of its own, loaded on demand. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).messages;
}

/** The message with its placeholders filled in. */
export function translate(
  messages: Messages,
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const dot = key.indexOf('.');
  const area = messages[key.slice(0, dot) as keyof Messages] as Record<string, string | Plural>;
  const message = selectForm(area[key.slice(dot + 1)] ?? key, language, values.count);
  if (!message.includes('{')) return message;
  return message.replaceAll(/\{(\w+)\}/g, (placeholder, at: string) => String(values[at] ?? placeholder));
}

/** Made once: that takes longer than many uses. Intl does not know Kreyòl; its nouns have no plural, so both forms are right. */
const pluralRules: Partial<Record<Language, Intl.PluralRules>> = {};

function selectForm(
  message: string | Plural,
  language: Language,
  count: string | number | undefined,
): string {
  if (typeof message === 'string') return message;
  pluralRules[language] ??= new Intl.PluralRules(language === 'ht' ? 'fr' : language);
  const category = pluralRules[language].select(Number(count));
  return category === 'one' ? message.one : message.other;
}
