import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas } from './install-schemas.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  await database.transaction((transaction) =>
    transaction.script(`
      insert into storage.buckets (id, name, public) values ('artwork', 'artwork', true), ('movies', 'movies', false);
      insert into storage.objects (bucket_id, name, owner_id, created_at) values
        ('artwork', 'a.png', 'manno', '2026-01-03'), ('artwork', 'b.png', 'manno', '2026-01-01'),
        ('artwork', 'Sodo/1.png', 'manno', '2026-01-02'), ('artwork', 'Sodo/deep/2.png', 'manno', '2026-01-02'),
        ('artwork', '100%/x.png', 'manno', '2026-01-02'), ('movies', 'a.mp4', 'nobody', '2026-01-02');
      create policy "artwork is public" on storage.objects for select to anon using (bucket_id = 'artwork');
    `),
  );
});
afterAll(() => database?.close());

const one = async (expression: string, settings: Record<string, string> = {}) => {
  const [row] = await database.query<{ value: unknown }>(`select ${expression} as value`, [], {
    as: { role: 'anon', settings },
  });
  return row?.value;
};

describe('a path is split as on Supabase', () => {
  test.each([
    [`storage.foldername('a/b/c.png')`, ['a', 'b']],
    [`storage.foldername('c.png')`, []],
    [`storage.filename('a/b/c.png')`, 'c.png'],
    [`storage.extension('a/b.c/d.tar.gz')`, 'gz'],
    [`storage.extension('README')`, 'README'],
  ])('%s', async (expression, expected) => {
    expect(await one(expression)).toEqual(expected);
  });
});

describe('a policy can read the operation of the storage API', () => {
  const uploading = { 'storage.operation': 'storage.object.upload' };
  test.each<[string, Record<string, string>, boolean]>([
    [`storage.allow_only_operation('object.upload')`, uploading, true],
    [`storage.allow_only_operation('storage.object.upload')`, uploading, true],
    [`storage.allow_any_operation(array['object.list', 'object.upload'])`, uploading, true],
    [`storage.allow_only_operation('object.list')`, uploading, false],
    [`storage.allow_any_operation(array['', null])`, { 'storage.operation': '' }, false],
    [`storage.allow_any_operation(array['object.upload'])`, {}, false],
  ])('%s', async (expression, settings, expected) => {
    expect(await one(expression, settings)).toBe(expected);
  });
});

describe('a folder is listed', () => {
  const list = async (call: string) => {
    const rows = await database.query<{ name: string; id: string | null }>(
      `select name, id from storage.search(${call})`,
      [],
      {
        as: { role: 'anon' },
      },
    );
    return rows.map(({ name, id }) => (id === null ? `${name}/` : name));
  };
  test.each([
    ['folders first, by name', `'', 'artwork'`, ['100%/', 'Sodo/', 'a.png', 'b.png']],
    ['downwards', `'', 'artwork', sortorder => 'desc'`, ['Sodo/', '100%/', 'b.png', 'a.png']],
    ['by date', `'', 'artwork', sortcolumn => 'created_at'`, ['100%/', 'Sodo/', 'b.png', 'a.png']],
    ['one level down', `'Sodo/', 'artwork', levels => 2`, ['deep/', '1.png']],
    ['in pages', `'', 'artwork', 2, 1, 1`, ['Sodo/', 'a.png']],
    ['by the beginning of a name, whatever its case', `'', 'artwork', search => 'so'`, ['Sodo/']],
    ['with signs that mean nothing special', `'', 'artwork', search => '%'`, []],
    ['only as far as the policies allow', `'', 'movies'`, []],
  ])('%s', async (_, call, expected) => {
    expect(await list(call)).toEqual(expected);
  });
});

describe('a stored file', () => {
  test('cannot be removed by a plain delete, not even by the server', async () => {
    const remove = (settings: Record<string, string>) =>
      database.query(`delete from storage.objects where name = 'a.mp4' returning name`, [], {
        as: { role: 'service_role', settings },
      });
    await expect(remove({})).rejects.toMatchObject({ code: '42501' });
    expect(await remove({ 'storage.allow_delete_query': 'true' })).toEqual([{ name: 'a.mp4' }]);
  });

  test('has the time of its last change', async () => {
    const [row] = await database.query<{ fresh: boolean }>(
      `update storage.objects set metadata = '{"size": 7}' where name = 'b.png' returning updated_at > created_at as fresh`,
    );
    expect(row?.fresh).toBe(true);
    expect(await database.query('select * from storage.get_size_by_bucket() where size is not null')).toEqual(
      [{ size: expect.anything(), bucket_id: 'artwork' }],
    );
  });

  test('has a unique name in its bucket', async () => {
    await expect(
      database.query(`insert into storage.objects (bucket_id, name) values ('artwork', 'a.png')`),
    ).rejects.toMatchObject({ code: '23505' });
  });
});
