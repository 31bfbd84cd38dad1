import type { Database } from '../database/database.ts';
import { readSources } from './sources.ts';

/** Has every change notified of the tables from which visitors' answers are made. Call it after every migration run. */
export async function watchTables(database: Database, schemas?: readonly string[]): Promise<void> {
  const sources = await readSources(database, schemas && { schemas });
  const tables = sources.wanted().map(quoted);
  await database.query('select platform.watch_tables($1::text[]::regclass[])', [tables]);
}

function quoted(name: string): string {
  const [schema = '', ...rest] = name.split('.');
  return [schema, rest.join('.')].map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}
