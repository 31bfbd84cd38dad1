import type { Json } from '@lakou/contract/database-types';
import { expect, test } from 'vitest';
import { readMyData } from './read-my-data.ts';

test('pages are joined to one document: lists continue, also those of each table', async () => {
  const pages: Record<string, Json> = {
    null: {
      user_id: 'me',
      exported_at: '10:00',
      files: [],
      tables: { 'public.reviews': [1, 2], 'public.orders': [] },
      next: { source: 7, key: [2] },
    },
    '{"source":7,"key":[2]}': {
      user_id: 'me',
      exported_at: '10:01',
      tables: { 'public.reviews': [3], 'public.watchlist': [4] },
      next: { source: 9, key: [4] },
    },
    '{"source":9,"key":[4]}': { user_id: 'me', files: [5], next: null },
  };
  expect(await readMyData(async (after) => pages[JSON.stringify(after)] ?? null)).toEqual({
    user_id: 'me',
    exported_at: '10:00',
    files: [5],
    tables: { 'public.reviews': [1, 2, 3], 'public.orders': [], 'public.watchlist': [4] },
  });
});
