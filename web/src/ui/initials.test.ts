import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Marie-Claire Dorvil', 'MD'],
  ['Émile Jean Baptiste', 'ÉB'],
  ['òlga', 'Ò'],
  ['ti_jan', 'T'],
  ['  @manno  ', 'M'],
  ['🎬', ''],
  ['', ''],
  [null, ''],
])('%j is shown as %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
