import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeMigratedSchema } from '../../scripts/describe-schema.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ demo: false });
});
afterAll(() => database.close());

test('supabase/schema.sql shows what the migrations build', async ({ skip }) => {
  const [server] = await database.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  // The embedded database prints them as newer ones do.
  if (server!.version < 16) skip('older servers print views of one table with its alias');
  const written = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8');
  const built = await describeMigratedSchema(database);
  expect(built, 'supabase/schema.sql is out of date: run "npm run db:schema" and commit it').toBe(written);
});
