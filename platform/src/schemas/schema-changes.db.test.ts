import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { installSchemas, syncRealtime } from './install-schemas.ts';

test('a role that cannot create event triggers installs the rest, and syncs by hand', async () => {
  await using database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  // Roles belong to the server, which other tests use too.
  const limited = `limited_${Date.now()}`;
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8');
  const schemaChanges = await read('0023_schema_changes.sql');
  const policyChanges = await read('0025_policy_changes.sql');
  await database.transaction(async (transaction) => {
    await transaction.script(`
      drop event trigger realtime_sync_publication;
      drop event trigger platform_schema_change;
      drop event trigger platform_schema_drop;
      drop event trigger platform_policy_change;
      drop function realtime.unsynced_tables(), realtime.on_publication_change(), platform.on_schema_change();
      create role ${limited};
      grant usage, create on schema realtime, platform to ${limited};
      alter function realtime.sync_publication() owner to ${limited};
      set local role ${limited};
      ${schemaChanges};
      ${policyChanges};
      reset role;
      grant ${limited} to current_user;
    `);
  });
  expect(await database.query('select from pg_event_trigger')).toEqual([]);
  await database.transaction((transaction) =>
    transaction.script(`create table public.topic (id integer primary key);
      alter publication supabase_realtime add table public.topic`),
  );
  await syncRealtime(database);
  await database.query('insert into public.topic values (1)');
  expect(await database.query('select table_name from realtime.changes')).toEqual([{ table_name: 'topic' }]);
  await database.transaction((transaction) =>
    transaction.script(`drop owned by ${limited} cascade; drop role ${limited}`),
  );
});
