import { expect, test } from 'vitest';
import { ReplicaLag } from './replica-lag.ts';

test('a replica that has everything has no lag, however long nobody has written', () => {
  const lag = new ReplicaLag();
  expect([lag.measure(0, 100, 100), lag.measure(60_000, 100, 100)]).toEqual([0, 0]);
});

test('the lag is the age of the oldest write that the replica lacks', () => {
  const lag = new ReplicaLag();
  expect(lag.measure(0, 100, 50)).toBe(0);
  expect(lag.measure(1_000, 200, 50)).toBe(1);
  expect(lag.measure(1_500, 300, 100)).toBe(0.5);
  expect(lag.measure(2_000, 300, 200)).toBe(0.5);
  expect(lag.measure(2_500, 300, 300)).toBe(0);
});
