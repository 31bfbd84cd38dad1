import { expect, test } from 'vitest';
import { gourdesOf } from './gourdes.ts';

test.each([
  [499, 131.25, 655],
  [100, 131, 131],
  [100, 131.0001, 132],
  [49, 130.7, 65],
  [1, 1, 1],
])('%i cents at %d are %i gourdes, rounded up', (cents, rate, gourdes) => {
  expect(gourdesOf(cents, rate)).toBe(gourdes);
});
