import { expect, test } from 'vitest';
import { relativeAge } from './relative-age.ts';

const MINUTE = 60_000;

test.each([
  [-5000, { unit: 'moments', count: 0 }],
  [59_999, { unit: 'moments', count: 0 }],
  [2 * MINUTE, { unit: 'minutes', count: 2 }],
  [59 * MINUTE + 59_999, { unit: 'minutes', count: 59 }],
  [60 * MINUTE, { unit: 'hours', count: 1 }],
  [24 * 60 * MINUTE, { unit: 'days', count: 1 }],
  [7 * 24 * 60 * MINUTE - 1, { unit: 'days', count: 6 }],
  [7 * 24 * 60 * MINUTE, null],
])('an age of %d ms', (milliseconds, age) => {
  expect(relativeAge(milliseconds)).toEqual(age);
});
