import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { DataError } from '#lib/database.ts';
import { saySendFailure } from './say-send-failure.ts';

const words = await loadMessages('en');
const refused = (message: string, hint: string | null) => new DataError(403, { message, code: 'X', hint });

test.each<[what: string, error: unknown, said: string]>([
  ['the server’s own words', refused('asleep', null), 'Failed to create topic: asleep'],
  ['a known reason', refused('x', 'text_too_long'), 'Failed to create topic: This text is too long'],
  [
    'a lost line',
    new TypeError('Failed to fetch'),
    'An unexpected error occurred: Network error. Please check your internet connection and try again.',
  ],
  ['any other mistake', new Error('the ink is dry'), 'An unexpected error occurred: the ink is dry'],
  ['something without words', {}, 'An unexpected error occurred'],
])('whoever opens a topic hears of %s', (_what, error, said) => {
  expect(saySendFailure(error, (key, values) => translate(words, 'en', key, values))).toBe(said);
});
