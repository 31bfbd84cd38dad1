import { expect, test } from 'vitest';
import { loadFaq } from '#texts/load-text.ts';
import { searchQuestions } from './prose-search.ts';

const found = async (language: 'en' | 'fr' | 'ht', typed: string) =>
  searchQuestions((await loadFaq(language)).groups, typed).flatMap(({ questions }) =>
    questions.map(({ id }) => id),
  );

test('a reader finds a question by any of its words, or by its answer', async () => {
  expect(await found('en', 'cancel')).toContain('cancel');
  expect(await found('en', 'STRIPE')).toEqual(['how-to-pay']);
  expect(await found('en', 'money back mistake')).toEqual(['refund']);
});

test('accents and apostrophes do not matter', async () => {
  expect(await found('fr', 'telecharger')).toContain('download');
  expect(await found('fr', "J'ai oublie")).toContain('forgot-password');
  expect(await found('ht', 'abonman')).toContain('plan-prices');
});

test('nothing typed hides nothing, and the label of a link is searched, not its address', async () => {
  expect(await found('en', '  ')).toHaveLength(24);
  expect(await found('en', '/contact')).toEqual([]);
});
