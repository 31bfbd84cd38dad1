import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { createQueryClient } from '#lib/database.ts';
import { orderAddress } from './order-request.ts';
import { orderById } from './read-orders.ts';

test('the request before the app is the one that the app sends, and takes the same rows', async () => {
  const id = 'f1000000-0000-4000-8000-000000000001';
  const sent: string[] = [];
  const database = new PostgrestClient('http://lakou.test/rest/v1', {
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json([{ id }]);
    },
  });
  const client = createQueryClient(async () => database);
  expect(await client.fetchQuery(orderById(id, 'member'))).toEqual({ id });
  expect(sent).toEqual([`http://lakou.test${orderAddress(id, 'member')}`]);
});
