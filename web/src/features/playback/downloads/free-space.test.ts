import { expect, test } from 'vitest';
import { freeSpace } from './free-space.ts';

test.each([
  [{ quota: 1_020_000, usage: 1_000_000 }, 20_000],
  [{ quota: 900, usage: 1000 }, 0],
  [{ quota: 10 * 2 ** 30 + 1234, usage: 1234 }, null],
  [{ usage: 1234 }, null],
  [{}, null],
])('an estimate of %j leaves %s bytes', (estimate, free) => {
  expect(freeSpace(estimate)).toBe(free);
});
