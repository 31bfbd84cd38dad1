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

/** Which pages a set of messages is for: home needs the fewest, the admin area all. */
export type MessageScope = 'home' | 'everyone' | 'admin';

/** Of the catalogue home has only what it shows. */
type SomeMessages = { readonly [Area in keyof Messages]?: Partial<Messages[Area]> };

const loaders: Record<Language, Record<MessageScope, () => Promise<{ messages: SomeMessages }>>> = {
  ht: {
    home: () => import('./messages/ht-home.ts'),
    everyone: () => import('./messages/ht-everyone.ts'),
    admin: () => import('./messages/ht.ts'),
  },
  fr: {
    home: () => import('./messages/fr-home.ts'),
    everyone: () => import('./messages/fr-everyone.ts'),
    admin: () => import('./messages/fr.ts'),
  },
  en: {
    home: () => import('./messages/en-home.ts'),
    everyone: () => import('./messages/en-everyone.ts'),
    admin: () => import('./messages/en.ts'),
  },
  es: {
    home: () => import('./messages/es-home.ts'),
    everyone: () => import('./messages/es-everyone.ts'),
    admin: () => import('./messages/es.ts'),
  },
};

/** Each language and scope is a chunk of its own, loaded on demand. Areas beyond the scope are missing. */
export async function loadMessages(language: Language, scope: MessageScope = 'admin'): Promise<Messages> {
  return (await loaders[language][scope]()).messages as Messages;
}

/** The message with its placeholders filled in. */
export function translate(
  messages: Messages,
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const dot = key.indexOf('.');
  const area = messages[key.slice(0, dot) as keyof Messages] as Record<string, string | Plural> | undefined;
  const message = selectForm(area?.[key.slice(dot + 1)] ?? key, language, values.count);
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
