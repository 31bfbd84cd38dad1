import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { formatTimeLeft } from './time-left.ts';
import type { Translate } from './translations.tsx';

const messages = await loadMessages('en');
const t: Translate = (key, blanks) => translate(messages, 'en', key, blanks);
const now = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['2026-12-17T12:00:00Z', '48 h from the first play'],
  ['2026-11-18T12:00:00Z', '72 h left'],
  ['2026-11-17T12:00:00Z', '48 h left'],
  ['2026-11-15T13:59:59Z', '1 h left'],
  ['2026-11-15T12:59:59Z', '59 min left'],
  ['2026-11-15T12:00:01Z', '1 min left'],
  ['2026-11-15T12:00:00Z', null],
  ['2026-11-15T11:00:00Z', null],
])('a rental until %s shows %o', (until, text) => {
  expect(formatTimeLeft(until, now, t)).toBe(text);
});
