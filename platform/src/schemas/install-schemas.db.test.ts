import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas, syncRealtime } from './install-schemas.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase({ empty: true });
});
afterEach(() => database?.close());

const history = () =>
  database.query<{ version: string }>('select * from platform.migrations order by version');

describe('an empty database', () => {
  test('is installed once by several simultaneous processes, and later ones change nothing', async () => {
    await Promise.all([installSchemas(database), installSchemas(database), installSchemas(database)]);
    const first = await history();
    expect(first[0]).toMatchObject({ version: '0001', name: 'roles' });
    await installSchemas(database);
    expect(await history()).toEqual(first);
  });

  test('has a publication that migrations add their tables to', async () => {
    await installSchemas(database);
    await database.transaction((transaction) =>
      transaction.script(`
        create table public.forum (id integer primary key);
        alter publication supabase_realtime add table public.forum;
      `),
    );
    await syncRealtime(database);
    await database.query('insert into public.forum values (1)');
    expect(await database.query('select table_name, record from realtime.changes')).toEqual([
      { table_name: 'forum', record: { id: 1 } },
    ]);
  });
});

test('a database that already has another schema auth is refused with a message', async () => {
  await database.query('create schema auth');
  await expect(installSchemas(database)).rejects.toThrow('already has a schema "auth" or "storage"');
  expect((await history()).map(({ version }) => version)).toEqual(['0001']);
});
