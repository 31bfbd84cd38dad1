import type { Database } from './database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { ReplicatedDatabase } from './replicated-database.ts';

interface ServerOptions extends PostgresOptions {
  /** Of a streaming replica, which takes reads. */
  replicaUrl?: string | undefined;
}

export type DatabaseOptions = EmbeddedOptions | ServerOptions;

/** A PostgreSQL server when there is a `url`, else the embedded database in `folder`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!('url' in options)) return openEmbedded(options);
  const { url, directUrl, replicaUrl, timeoutMs, poolSize, onAnswered, report = () => {} } = options;
  const primary = await openPostgres(options);
  if (replicaUrl === undefined) return primary;
  try {
    const observer = await openPostgres({ url: directUrl ?? url, poolSize: 1 });
    const openReplica = () => openPostgres({ url: replicaUrl, timeoutMs, poolSize, onAnswered });
    return new ReplicatedDatabase({ primary, observer, openReplica, report });
  } catch (error) {
    await primary.close();
    throw error;
  }
}
