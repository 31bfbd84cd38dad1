import { expect, test } from 'vitest';
import { createQueryClient, type Db } from './database.ts';
import { titleAccess } from './read-title-access.ts';

/** A database that has the titles a and b, of which a is bought; it notes what is asked. */
function openWorld() {
  const asked: { movie_ids: string[]; series_ids: string[] }[] = [];
  const rpc = async (_name: string, ids: (typeof asked)[number]) => {
    asked.push(ids);
    const data = [
      { media_type: 'movie', media_id: 'a', access: 'bought', until: null },
      { media_type: 'series', media_id: 'b', access: null, until: null },
    ];
    return { data, error: null, status: 200 };
  };
  const client = createQueryClient(async () => ({ rpc }) as unknown as Db);
  return { client, asked };
}

test('all titles of a page are read by one query, and each gets its own answer', async () => {
  const { client, asked } = openWorld();
  const rights = await Promise.all([
    client.fetchQuery(titleAccess('mimose', 'movie', 'a')),
    client.fetchQuery(titleAccess('mimose', 'series', 'b')),
    client.fetchQuery(titleAccess('mimose', 'movie', 'hidden')),
  ]);
  expect(asked).toEqual([{ movie_ids: ['a', 'hidden'], series_ids: ['b'] }]);
  expect(rights).toEqual([
    expect.objectContaining({ access: 'bought' }),
    expect.objectContaining({ access: null }),
    null,
  ]);
});

test('more titles than one query answers for are read by several, of at most 100 each', async () => {
  const { client, asked } = openWorld();
  const ids = Array.from({ length: 150 }, (_, number) => `movie ${number}`);
  await Promise.all(ids.map((id) => client.fetchQuery(titleAccess('mimose', 'movie', id))));
  expect(asked.map(({ movie_ids }) => movie_ids.length)).toEqual([100, 50]);
});
