import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';

/** Creates the roles, schemas, tables and functions of a new Supabase project. Safe to call again. */
export async function installSchemas(database: Database): Promise<void> {
  await migrate(database, { folder: import.meta.dirname, record: 'platform' });
}

/** Roles belong to the cluster, so a dump of a database references but does not contain them. */
export async function installRoles(database: Database): Promise<void> {
  const roles = await readFile(join(import.meta.dirname, '0001_roles.sql'), 'utf8');
  await database.transaction((transaction) => transaction.script(roles));
}

/**
 * Records changes of the tables in publication `supabase_realtime`. Call it after every migration run: a migration only
 * runs `alter publication supabase_realtime add table …`, as on Supabase.
 */
export async function syncRealtime(database: Database): Promise<void> {
  await database.query('select realtime.sync_publication()');
}
