import { expect, test } from 'vitest';
import { cacheSeconds } from './mount-delivery.ts';

test('nginx keeps an answer for less than it can be trusted', () => {
  for (const trustMs of [0, 1, 999, 1000, 1999, 2000, 2999, 4990, 5000, 60_000]) {
    const seconds = cacheSeconds(trustMs);
    // nginx keeps it until the last of these seconds is over.
    if (seconds > 0) expect((seconds + 1) * 1000).toBeLessThanOrEqual(trustMs);
    else expect(trustMs).toBeLessThan(2000);
  }
});
