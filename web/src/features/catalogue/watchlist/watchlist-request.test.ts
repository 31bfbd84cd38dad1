import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { createQueryClient } from '#lib/database.ts';
import { watchlistPage } from './read-watchlist.ts';
import { watchlistAddress } from './watchlist-request.ts';

test('the request before the app is the one that the app sends', async () => {
  const sent: string[] = [];
  const headers: (string | null)[] = [];
  const database = new PostgrestClient('http://lakou.test/rest/v1', {
    fetch: async (input, init) => {
      sent.push(String(input));
      headers.push(new Headers(init?.headers).get('prefer'));
      return Response.json([]);
    },
  });
  const client = createQueryClient(async () => database);
  for (const page of [1, 3]) await client.fetchQuery(watchlistPage('member', page));
  expect(sent).toEqual([1, 3].map((page) => `http://lakou.test${watchlistAddress('member', page)}`));
  expect(headers).toEqual(['count=exact', 'count=exact']);
});
