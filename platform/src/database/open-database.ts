import type { Database } from './database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

export type DatabaseOptions = EmbeddedOptions | PostgresOptions;

/** A PostgreSQL server when there is a `url`, else the embedded database in `folder`. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return 'url' in options ? openPostgres(options) : openEmbedded(options);
}
