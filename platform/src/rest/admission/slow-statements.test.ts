import { expect, test } from 'vitest';
import { SlowStatements } from './slow-statements.ts';

const limits = { quickMs: 25, freeMs: 100, budgetMs: 10_000 };

test('a caller of cheap statements never has to wait', () => {
  const slow = new SlowStatements(limits, () => 0);
  for (let sent = 0; sent < 100_000; sent += 1) slow.add('a', 99);
  expect([slow.spentMs('a'), slow.waitSeconds('a')]).toEqual([0, 0]);
});

test('a caller of slow statements waits until enough is forgotten; others do not', () => {
  let now = 0;
  const slow = new SlowStatements(limits, () => now);
  for (let sent = 0; sent < 4; sent += 1) slow.add('a', 3_100);
  expect(slow.waitSeconds('a')).toBe(12);
  expect(slow.waitSeconds('b')).toBe(0);
  now = 12_001;
  expect(slow.waitSeconds('a')).toBe(0);
  now = 72_000;
  expect(slow.spentMs('a')).toBe(0);
});

test('a caller of statements that are not quick counts as slow for ten seconds', () => {
  let now = 0;
  const slow = new SlowStatements(limits, () => now);
  slow.add('a', 25);
  expect(slow.isSlow('a')).toBe(false);
  slow.add('a', 26);
  expect(slow.isSlow('a')).toBe(true);
  now = 10_000;
  expect([slow.isSlow('a'), slow.isSlow('a')]).toEqual([false, false]);
});

test('the number of remembered callers is bounded', () => {
  const slow = new SlowStatements(limits, () => 0);
  for (let caller = 0; caller <= 10_000; caller += 1) slow.add(String(caller), 600);
  expect([slow.spentMs('0'), slow.spentMs('1')]).toEqual([0, 500]);
});

test('on a busy machine, where everybody’s statements take long, only what takes much longer is slow', () => {
  const slow = new SlowStatements(limits, () => 0);
  for (const caller of ['a', 'b', 'c', 'd']) slow.add(caller, 20);
  for (let round = 0; round < 3; round += 1)
    for (const caller of ['a', 'b', 'c', 'd']) slow.add(caller, 20 + 30 * round);
  slow.add('a', 150);
  expect(slow.isSlow('a')).toBe(false);
  slow.add('a', 400);
  expect(slow.isSlow('a')).toBe(true);
});

test('somebody who sends only slow statements does not change what counts as slow', () => {
  const slow = new SlowStatements(limits, () => 0);
  for (const caller of ['b', 'c', 'd']) slow.add(caller, 5);
  for (let sent = 0; sent < 100; sent += 1) slow.add('a', 3_000);
  slow.add('a', 60);
  expect([slow.isSlow('a'), slow.waitSeconds('a') > 0]).toEqual([true, true]);
  slow.add('b', 30);
  expect(slow.isSlow('b')).toBe(true);
});
