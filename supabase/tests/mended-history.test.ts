import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ demo: false });
});
afterAll(() => database[Symbol.asyncDispose]());

const history = () =>
  database.query(
    `select version, name, checksum from supabase_migrations.schema_migrations
       left join platform.migration_checksums using (version)
     where version <> '20261115002412' order by version`,
  );

test('a house of the version that had changed a migration and left out the next starts with this one', async () => {
  const before = await history();
  await database.query(
    `update platform.migration_checksums set checksum = '88beb561066ba36aadb58f6521f6aee7fe3d6fb603314a1d4575b7e0c05803bd'
     where version = '20261115002411'`,
  );
  await database.query(`delete from supabase_migrations.schema_migrations where version = '20261115002412'`);
  await database.query(`delete from platform.migration_checksums where version = '20261115002412'`);
  await prepareDatabase(database, { demo: false });
  expect(await history()).toEqual(before);
});

test('any other changed migration is refused as before', async () => {
  await database.query(
    `update platform.migration_checksums set checksum = 'another' where version = '20261115002411'`,
  );
  await expect(prepareDatabase(database, { demo: false })).rejects.toThrow('was changed after the database');
});
