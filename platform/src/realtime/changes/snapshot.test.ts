import { expect, test } from 'vitest';
import { Snapshot } from './snapshot.ts';

test('a snapshot includes what had ended, not what was running or had not begun', () => {
  const snapshot = new Snapshot('100:105:101,103');
  const includes = ['99', '100', '101', '102', '103', '104', '105', '18446744073709551615'].map((number) =>
    snapshot.includes(number),
  );
  expect(includes).toEqual([true, true, false, true, false, true, false, false]);
  expect([snapshot.running, snapshot.end]).toEqual([['101', '103'], '105']);
  expect(['100', '101', '105'].map((number) => snapshot.isRunning(number))).toEqual([false, true, false]);
});

test('reads a snapshot without running transactions', () => {
  const snapshot = new Snapshot('7:7:');
  expect([snapshot.includes('6'), snapshot.includes('7')]).toEqual([true, false]);
  expect(snapshot.running).toEqual([]);
});

test('what ran at a snapshot has ended when nothing as old runs any more', () => {
  const snapshot = new Snapshot('100:105:101,103');
  const later = ['100:105:101,103', '103:109:103', '105:109:105', '107:107:'];
  expect(later.map((text) => snapshot.hasEndedBy(new Snapshot(text)))).toEqual([false, false, true, true]);
  expect(new Snapshot('7:7:').hasEndedBy(new Snapshot('7:7:'))).toBe(true);
});
