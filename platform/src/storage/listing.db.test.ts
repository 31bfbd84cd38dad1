import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas } from '../schemas/install-schemas.ts';
import { listPage, type PageOptions } from './list-page.ts';
import { listAllEntries, searchAllObjects } from './test-support/whole-lists.ts';

/** The same sequence of numbers in every run. */
let state = 7;
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};
const pick = <Item>(list: readonly Item[]): Item => list[random(list.length)] as Item;

/** Few and similar parts, so that folders and files meet in every way. */
const parts = ['a', 'A', 'ab', 'aB', 'a.txt', 'a-b', 'a b', 'B', 'b0', 'z', '0', '!'];
const readers = [{ role: 'service_role' }, { role: 'anon' }];

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  await database.transaction((transaction) =>
    transaction.script(`
      insert into storage.buckets (id, name) values ('desk', 'desk'), ('other', 'other'), ('few', 'few'), ('many', 'many');
      create policy "half of it is public" on storage.objects for select to anon
        using (bucket_id <> 'desk' or metadata @> '{"public": true}');`),
  );
  const names = new Set<string>();
  while (names.size < 400) names.add(Array.from({ length: 1 + random(4) }, () => pick(parts)).join('/'));
  for (const name of names) {
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata, created_at, updated_at) values ($1, $2, $3, $4, $5)`,
      [
        pick(['desk', 'desk', 'desk', 'other']),
        name,
        JSON.stringify({ public: random(2) === 0 }),
        new Date(random(50) * 1000),
        new Date(random(50) * 1000),
      ],
    );
  }
}, 120_000);
afterAll(() => database?.close());

const beginnings = ['', '', 'a', 'A', 'a/', 'A/a/', 'a/A/', 'ab/', 'nowhere/', '%'];

test('a folder lists the same entries as reading every object would', async () => {
  for (let round = 0; round < 150; round += 1) {
    const prefix = pick(beginnings.filter((text) => text === '' || text.endsWith('/')));
    const call = [
      prefix,
      'desk',
      1 + random(12),
      prefix.split('/').length,
      pick([0, 0, 1, 5, 30]),
      pick(['', '', 'a', 'A', 'AB', 'a/', 'b/a', '_']),
      pick(['name', 'name', 'created_at', 'updated_at']),
      pick(['asc', 'desc']),
    ];
    const options = { as: pick(readers) };
    const found = await database.query(
      'select name, id is null as is_folder from storage.search($1, $2, $3, $4, $5, $6, $7, $8)',
      call,
      options,
    );
    expect([call, found]).toEqual([call, await database.query(searchAllObjects, call, options)]);
  }
});

test('the pages of a list together are the same as reading every object', async () => {
  for (let round = 0; round < 30; round += 1) {
    const as = pick(readers);
    const wanted: Omit<PageOptions, 'cursor'> = {
      bucket: 'desk',
      prefix: pick(beginnings),
      limit: pick([1, 3, 50]),
      folders: random(3) > 0,
      column: pick(['name', 'name', 'created_at']),
      order: pick(['asc', 'desc']),
    };
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPage(database, as, { ...wanted, cursor });
      const entries = [...page.folders, ...page.objects].map(({ name }) => name);
      expect(entries.length).toBeLessThanOrEqual(wanted.limit);
      keys.push(...entries);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const all = await database.query<{ key: string }>(
      listAllEntries(wanted),
      [wanted.bucket, wanted.prefix, wanted.folders],
      { as },
    );
    expect([wanted, keys.toSorted()]).toEqual([wanted, all.map(({ key }) => key).toSorted()]);
    if (wanted.limit === 1) expect([wanted, keys]).toEqual([wanted, all.map(({ key }) => key)]);
  }
});

test('a page of a folder with fifty times as many entries reads no more', async (context) => {
  // The plans are the same there, and filling it takes long.
  if (database.kind === 'embedded') context.skip();
  for (const [bucket, entries] of Object.entries({ few: 200, many: 10_000 }))
    await database.query(
      `insert into storage.objects (bucket_id, name) select $1, replace(path, '%', n::text)
        from generate_series(1, $2::integer) n, unnest(array['files/%', 'folders/%/x', 'deep/a/b/c/%', 'mixed/%', 'mixed/%-/x']) path`,
      [bucket, entries],
    );
  await database.query('analyze storage.objects');
  const blocks = async (...values: string[]) => {
    const plan = await database.query<Record<string, string>>(
      'explain (analyze, buffers, timing off, costs off) select * from storage.search($1, $2, 20, sortorder => $3)',
      values,
      { as: { role: 'anon' } },
    );
    const [, hit, read] = /shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(JSON.stringify(plan)) ?? [];
    return Number(hit ?? 0) + Number(read ?? 0);
  };
  for (const order of ['asc', 'desc']) {
    for (const prefix of ['', 'files/', 'folders/', 'deep/', 'deep/a/b/c/', 'mixed/']) {
      // The first call fills the caches of the catalogue.
      await blocks(prefix, 'few', order);
      const few = await blocks(prefix, 'few', order);
      expect([prefix, order, (await blocks(prefix, 'many', order)) / few]).toEqual([
        prefix,
        order,
        expect.toSatisfy((ratio: number) => ratio < 3),
      ]);
    }
  }
});
