import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { setPageHeaders } from './pages.ts';

/** The headers of page 3 of 10 rows each. */
async function headers(found: number, total: number): Promise<[string | null, string | null]> {
  const app = new Hono().get('/', (context) => {
    setPageHeaders(context, '/list', { page: 3, perPage: 10 }, { found, total });
    return context.body(null);
  });
  const answer = await app.request('/');
  return [answer.headers.get('x-total-count'), answer.headers.get('link')];
}

test('an exact total is passed on, with links to the next and the last page', async () => {
  expect(await headers(11, 57)).toEqual([
    '57',
    '</list?page=4&per_page=10>; rel="next", </list?page=6&per_page=10>; rel="last"',
  ]);
});

test('a page that more rows follow has a next page, even if the estimated total is too low', async () => {
  expect(await headers(11, 12)).toEqual([
    '31',
    '</list?page=4&per_page=10>; rel="next", </list?page=4&per_page=10>; rel="last"',
  ]);
});

test('the last page knows the total, even if the estimate is too high', async () => {
  expect(await headers(4, 900)).toEqual(['24', '</list?page=3&per_page=10>; rel="last"']);
});

test('a page beyond the last one has the counted total', async () => {
  expect(await headers(0, 12)).toEqual(['12', '</list?page=2&per_page=10>; rel="last"']);
});
