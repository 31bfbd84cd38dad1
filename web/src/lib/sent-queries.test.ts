import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { receiveQueries, sentQueries } from './sent-queries.ts';

const copy = (data: unknown): unknown => {
  const sender = new QueryClient();
  sender.setQueryData(['any'], data);
  const receiver = new QueryClient();
  receiveQueries(receiver, JSON.parse(JSON.stringify(sentQueries(sender))), 1000);
  expect(receiver.getQueryState(['any'])?.dataUpdatedAt).toBe(1000);
  return receiver.getQueryData(['any']);
};

test('the browser gets what the server has read', () => {
  const row = fc.record({
    id: fc.uuid(),
    title: fc.string(),
    genre: fc.array(fc.string()),
    rating: fc.double(),
  });
  const data = fc.oneof(fc.array(row), fc.jsonValue(), fc.record({ posts: fc.array(row), total: fc.nat() }));
  fc.assert(
    fc.property(data, (value) => {
      const text = JSON.stringify(value);
      // A value of a post or title cannot be an object with such a name: columns have names of PostgreSQL.
      fc.pre(!text.includes('#') && !text.includes('__proto__'));
      expect(copy(value)).toEqual(JSON.parse(text));
    }),
  );
});

test('rows are sent with the names of their columns once', () => {
  const rows = Array.from({ length: 20 }, (_, number) => ({ number, author_full_name: null }));
  const client = new QueryClient();
  client.setQueryData(['posts'], { rows });
  expect(JSON.stringify(sentQueries(client)).match(/author_full_name/g)).toHaveLength(1);
});

test('what is the same in all rows is sent once', () => {
  const rows = Array.from({ length: 20 }, (_, number) => ({ number, genre: ['Drama'], language: 'Kreyòl' }));
  const client = new QueryClient();
  client.setQueryData(['titles'], rows);
  expect(JSON.stringify(sentQueries(client)).match(/Kreyòl/g)).toHaveLength(1);
  expect(copy(rows)).toEqual(rows);
});

test('what an earlier row or another column has is not sent again', () => {
  const [ann, joe] = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002'];
  const rows = [ann, joe, ann, joe, ann].map((user_id, number) => ({
    number,
    user_id,
    created_at: `2026-11-0${number + 1}T00:00:00Z`,
    updated_at: `2026-11-0${number + 1}T00:00:00Z`,
  }));
  const client = new QueryClient();
  client.setQueryData(['posts'], rows);
  const sent = JSON.stringify(sentQueries(client));
  expect(sent.match(/a0000000/g)).toHaveLength(2);
  expect(sent.match(/2026-11-03/g)).toHaveLength(1);
  expect(copy(rows)).toEqual(rows);
});

test('a query that failed or waits is not sent', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('away')) });
  expect(sentQueries(client)).toEqual([]);
});
