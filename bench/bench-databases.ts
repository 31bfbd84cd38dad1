import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '../platform/src/database/database.ts';
import { openEmbedded } from '../platform/src/database/embedded.ts';
import { openPostgres } from '../platform/src/database/postgres.ts';
import { startPostgresServer } from '../tests/support/postgres-server.ts';

export type Measure<T> = (place: string, database: Database, url?: string) => Promise<T>;

/** Measures on PostgreSQL, then on the embedded database, each time in an empty database of the bench's own. */
export async function onBothDatabases<T>(measure: Measure<T>): Promise<T[]> {
  return [await onPostgres(measure), await onEmbedded(measure)];
}

export async function onPostgres<T>(measure: Measure<T>): Promise<T> {
  const server = await startPostgresServer();
  const name = `lakou_bench_${process.pid}`;
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  try {
    const [{ server_version: version } = { server_version: '' }] = (await owner.query('show server_version'))
      .rows;
    await owner.query(`create database ${name} template template0`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    const database = await openPostgres({ url: url.href });
    return await measure(`PostgreSQL ${version.split(' ')[0]}`, database, url.href).finally(() =>
      database.close(),
    );
  } finally {
    await owner.query(`drop database if exists ${name} with (force)`);
    await owner.end();
    await server.stop();
  }
}

export async function onEmbedded<T>(measure: Measure<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
  const database = await openEmbedded({ folder: join(folder, 'database') });
  try {
    return await measure('the embedded database', database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
