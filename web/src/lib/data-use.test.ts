import { expect, test } from 'vitest';
import { megabytesPerHour } from './data-use.ts';

test('rounds megabytes per hour to readable steps', () => {
  expect([48_000, 145_000, 365_000, 1_100_000, 4_500_000].map(megabytesPerHour)).toEqual([
    20, 65, 160, 500, 2050,
  ]);
});
