import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseTypes } from '../../scripts/database-types.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("contract's database types are those of the migrations (npm run types writes them)", async () => {
  const written = readFileSync(join(import.meta.dirname, '../../contract/src/database-types.ts'), 'utf8');
  expect(written).toBe(await databaseTypes(database));
});
