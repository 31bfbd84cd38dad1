import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './database.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what was read for a page on the server is not held back by any timer', async () => {
  vi.useFakeTimers();
  const queries = createQueryClient(() => Promise.reject(new Error('not called')));
  await queries.prefetchQuery({ queryKey: ['film'], queryFn: async () => 'Wout Mòn Nwa' });
  expect(queries.getQueryData(['film'])).toBe('Wout Mòn Nwa');
  expect(vi.getTimerCount()).toBe(0);
});
