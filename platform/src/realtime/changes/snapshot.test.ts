import { expect, test } from 'vitest';
import { Snapshot } from './snapshot.ts';

test('a snapshot includes what had ended, not what was running or had not begun', () => {
  const snapshot = new Snapshot('100:105:101,103');
  const includes = ['99', '100', '101', '102', '103', '104', '105', '18446744073709551615'].map((number) =>
    snapshot.includes(number),
  );
  expect(includes).toEqual([true, true, false, true, false, true, false, false]);
});

test('reads a snapshot without running transactions', () => {
  const snapshot = new Snapshot('7:7:');
  expect([snapshot.includes('6'), snapshot.includes('7')]).toEqual([true, false]);
});
