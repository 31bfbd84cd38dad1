import { describe, expect, test } from 'vitest';
import { LANGUAGES, preferredLanguage } from './languages.ts';
import { loadMessages, type MessageKey, type Plural, translate } from './translate.ts';

type MessageTree = Record<string, Record<string, string | Plural>>;

const english = (await loadMessages('en')) as unknown as MessageTree;
const placeholdersOf = (message: string | Plural): string[] =>
  typeof message === 'string'
    ? [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort()
    : [...new Set([...placeholdersOf(message.one), ...placeholdersOf(message.other)])].sort();

describe.each(LANGUAGES)('the messages in %s', (language) => {
  test('have the same keys and placeholders as the English ones', async () => {
    const translations = (await loadMessages(language)) as unknown as MessageTree;
    expect(Object.keys(translations).sort()).toEqual(Object.keys(english).sort());
    for (const [area, messages] of Object.entries(english)) {
      expect(Object.keys(translations[area] ?? {}).sort(), area).toEqual(Object.keys(messages).sort());
      for (const [key, message] of Object.entries(messages)) {
        const translated = translations[area]?.[key] ?? '';
        expect(typeof translated, `${area}.${key}`).toBe(typeof message);
        expect(placeholdersOf(translated), `${area}.${key}`).toEqual(placeholdersOf(message));
        for (const text of typeof translated === 'string' ? [translated] : Object.values(translated))
          expect(text.trim(), `${area}.${key}`).not.toBe('');
      }
    }
  });
});

test.each([
  ['en', /\brooms?\b|by itself on/i],
  ['fr', /la première plateforme/i],
  ['ht', /premium|ou sove|\bangle\b/i],
  ['es', /\bvosotros\b|\bordenador\b|\bvídeo/i],
] as const)('the messages in %s use the words of docs/translating.md, not %s', async (language, avoided) => {
  const areas = Object.values((await loadMessages(language)) as unknown as MessageTree);
  const texts = areas.flatMap((messages) =>
    Object.values(messages).map((message) => JSON.stringify(message)),
  );
  expect(texts.filter((text) => avoided.test(text))).toEqual([]);
});

test('fills in placeholders and selects the plural form', async () => {
  const translations = {
    ...(await loadMessages('en')),
    ui: { replies: { one: '{count} reply', other: '{count} replies' }, hello: 'Bonjou, {name}' },
  } as never;
  expect(translate(translations, 'en', 'ui.replies' as MessageKey, { count: 1 })).toBe('1 reply');
  expect(translate(translations, 'en', 'ui.replies' as MessageKey, { count: 0 })).toBe('0 replies');
  expect(translate(translations, 'fr', 'ui.replies' as MessageKey, { count: 0 })).toBe('0 reply');
  expect(translate(translations, 'ht', 'ui.hello' as MessageKey, { name: '$& Marie' })).toBe(
    'Bonjou, $& Marie',
  );
});

test.each([
  ['ht-HT,fr;q=0.8,en;q=0.5', 'ht'],
  ['fr-CA', 'fr'],
  ['es-DO,es;q=0.9,fr;q=0.4', 'es'],
  ['pt-BR,es;q=0.6', 'es'],
  ['en;q=0.2, ht;q=0.7', 'ht'],
  ['ht;q=0, en', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [null, 'en'],
  [';;;q=,,', 'en'],
] as const)('Accept-Language %s selects %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
