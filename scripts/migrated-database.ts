import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, prepareDatabase } from '@lakou/platform/database';

const migrations = join(import.meta.dirname, '../supabase/migrations');

/** Runs `work` on a new embedded database that has all migrations and no rows of anybody. */
export async function withMigratedDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-schema-'));
  const database = await openDatabase({ folder: join(folder, 'database') });
  try {
    await prepareDatabase(database, { migrations });
    await work(database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
