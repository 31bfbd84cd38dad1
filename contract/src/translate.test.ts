import { describe, expect, test } from 'vitest';
import { LANGUAGES, preferredLanguage } from './languages.ts';
import { loadMessages, type MessageKey, type Plural, translate } from './translate.ts';

type Sentences = Record<string, Record<string, string | Plural>>;

const english = (await loadMessages('en')) as unknown as Sentences;
const blanksOf = (message: string | Plural): string[] =>
  typeof message === 'string'
    ? [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort()
    : [...new Set([...blanksOf(message.one), ...blanksOf(message.other)])].sort();

describe.each(LANGUAGES)('the catalogue in %s', (language) => {
  test('says everything the English one says, with the same blanks', async () => {
    const words = (await loadMessages(language)) as unknown as Sentences;
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [area, messages] of Object.entries(english)) {
      expect(Object.keys(words[area] ?? {}).sort(), area).toEqual(Object.keys(messages).sort());
      for (const [key, message] of Object.entries(messages)) {
        const translated = words[area]?.[key] ?? '';
        expect(typeof translated, `${area}.${key}`).toBe(typeof message);
        expect(blanksOf(translated), `${area}.${key}`).toEqual(blanksOf(message));
        for (const text of typeof translated === 'string' ? [translated] : Object.values(translated))
          expect(text.trim(), `${area}.${key}`).not.toBe('');
      }
    }
  });
});

test('a sentence is filled in, and follows its number', async () => {
  const words = {
    ...(await loadMessages('en')),
    ui: { replies: { one: '{count} reply', other: '{count} replies' }, hello: 'Bonjou, {name}' },
  } as never;
  expect(translate(words, 'en', 'ui.replies' as MessageKey, { count: 1 })).toBe('1 reply');
  expect(translate(words, 'en', 'ui.replies' as MessageKey, { count: 0 })).toBe('0 replies');
  expect(translate(words, 'fr', 'ui.replies' as MessageKey, { count: 0 })).toBe('0 reply');
  expect(translate(words, 'ht', 'ui.hello' as MessageKey, { name: '$& Marie' })).toBe('Bonjou, $& Marie');
});

test.each([
  ['ht-HT,fr;q=0.8,en;q=0.5', 'ht'],
  ['fr-CA', 'fr'],
  ['es-DO,es;q=0.9,fr;q=0.4', 'fr'],
  ['en;q=0.2, ht;q=0.7', 'ht'],
  ['ht;q=0, en', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [null, 'en'],
  [';;;q=,,', 'en'],
] as const)('somebody whose browser asks for %s is spoken to in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
