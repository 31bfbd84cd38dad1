import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import type { Translate } from '#lib/translations.tsx';
import { clockTime, spokenTime } from './time-text.ts';

test('formats a time as m:ss or h:mm:ss', () => {
  expect([0, 9.9, 65, 3600, 3845, Number.NaN, -1].map(clockTime)).toEqual([
    '0:00',
    '0:09',
    '1:05',
    '1:00:00',
    '1:04:05',
    '0:00',
    '0:00',
  ]);
});

test('spells out a time for screen readers', async () => {
  const messages = await loadMessages('en');
  const t: Translate = (key, blanks) => translate(messages, 'en', key, blanks);
  expect(spokenTime(3845, t)).toBe('1 hour 4 minutes 5 seconds');
  expect(spokenTime(120, t)).toBe('2 minutes');
  expect(spokenTime(0, t)).toBe('0 seconds');
});
