import { watchTables } from '../caching/watch-tables.ts';
import { installSchemas, syncRealtime } from '../schemas/install-schemas.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * From an empty database, or an older one, to one that this version can serve: what Supabase would provide, then the
 * migrations of `folder`, then realtime for the published tables and notices of changes. Safe to call at every start and
 * from several processes.
 */
export async function prepareDatabase(
  database: Database,
  { migrations }: { migrations: string },
): Promise<void> {
  await installSchemas(database);
  await migrate(database, { folder: migrations, record: 'supabase' });
  await syncRealtime(database);
  await watchTables(database);
}
