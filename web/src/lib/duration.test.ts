import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from './duration.ts';

const messages = await loadMessages('en');

test.each([
  [48, '48 min'],
  [60, '1 h'],
  [108, '1 h 48 min'],
  [120, '2 h'],
])('%i minutes are written %s', (minutes, text) => {
  expect(formatDuration(minutes, (key, blanks) => translate(messages, 'en', key, blanks))).toBe(text);
});

test.each([
  ['2h 30m', 150],
  ['1 h 48 min', 108],
  ['95 min', 95],
  ['2H', 120],
  ['', null],
  ['two hours', null],
  ['3 episodes of 20m', null],
])('an admin who writes "%s" means %s minutes', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});
