import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';

/** Makes the database what a fresh Supabase project is: roles, schemas, tables and helpers. Safe to call again. */
export async function installSchemas(database: Database): Promise<void> {
  await migrate(database, { folder: import.meta.dirname, record: 'platform' });
}

/**
 * Brings change recording in line with the tables of publication `supabase_realtime`. To be called after every
 * migration run: a migration only says `alter publication supabase_realtime add table …`, as on Supabase.
 */
export async function syncRealtime(database: Database): Promise<void> {
  await database.query('select realtime.sync_publication()');
}
