import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import type { Contents, Dump } from './dump.ts';
import { readContents } from './dump.ts';
import { runPgDump } from './postgres-programs.ts';

/** pg_dump, of the very moment whose contents we read. */
export async function dumpPostgres(database: Database, url: string, folder: string): Promise<Dump> {
  const file = join(folder, 'database.dump');
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<Contents & { snapshot: string }>(
      `${readContents}, pg_export_snapshot() as snapshot`,
    );
    if (!row) throw new Error('the database does not say what is in it');
    const { snapshot, ...contents } = row;
    // The snapshot ends with this transaction, and an idle transaction is ended by the server.
    const keepAlive = setInterval(() => void transaction.query('select 1').catch(() => {}), 5_000);
    await runPgDump(url, snapshot, file).finally(() => clearInterval(keepAlive));
    return { ...contents, file, remove: () => rm(file, { force: true }) };
  });
}
