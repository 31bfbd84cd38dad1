import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { installRoles, openEmbedded } from '@lakou/platform/database';
import type { Config } from '../config.ts';
import { openConfiguredDatabase } from '../prepare-database.ts';
import { type Archive, databaseEntry } from './archive.ts';
import { runPgRestore } from './postgres-programs.ts';

/** On PostgreSQL in one transaction. The embedded one is unpacked in `aside` and opened once as a check. */
export async function restoreDatabase(archive: Archive, config: Config, aside: string): Promise<void> {
  const file = join(aside, 'dump');
  await pipeline(archive.open(databaseEntry[config.database.kind]), createWriteStream(file, { mode: 0o600 }));
  if (config.database.kind === 'postgres') {
    const database = await openConfiguredDatabase(config);
    await installRoles(database).finally(() => database.close());
    await runPgRestore(config.database.url, file);
  } else {
    const database = await openEmbedded({ folder: join(aside, 'database'), template: file });
    await database.close();
  }
  await rm(file);
}
