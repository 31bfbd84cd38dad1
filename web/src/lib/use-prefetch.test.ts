import { afterEach, expect, test, vi } from 'vitest';
import { canPrefetch } from './use-prefetch.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ effectiveType: '4g', saveData: false }, true],
  [undefined, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
])('on a connection of %o, reading ahead is welcome: %s', (connection, welcome) => {
  vi.stubGlobal('navigator', { connection });
  expect(canPrefetch()).toBe(welcome);
});
