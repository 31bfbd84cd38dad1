import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';

/** Makes the database what a fresh Supabase project is: roles, schemas, tables and helpers. Safe to call again. */
export async function installSchemas(database: Database): Promise<void> {
  await migrate(database, { folder: import.meta.dirname, record: 'platform' });
}

/** Roles belong to the cluster: a dump of a database speaks of them, but does not bring them. */
export async function installRoles(database: Database): Promise<void> {
  const roles = await readFile(join(import.meta.dirname, '0001_roles.sql'), 'utf8');
  await database.transaction((transaction) => transaction.script(roles));
}

/**
 * Brings change recording in line with the tables of publication `supabase_realtime`. To be called after every
 * migration run: a migration only says `alter publication supabase_realtime add table …`, as on Supabase.
 */
export async function syncRealtime(database: Database): Promise<void> {
  await database.query('select realtime.sync_publication()');
}
