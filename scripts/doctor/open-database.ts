import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openEmbedded } from '@lakou/platform/database';
import type { SigningKeys } from '@lakou/platform/keys';
import { openRunning } from '../../server/src/backup/open-source.ts';
import { type Config, directly } from '../../server/src/config.ts';
import { openConfiguredDatabase } from '../../server/src/prepare-database.ts';
import { type Finding, fault, unknown, well } from './finding.ts';

interface Opened {
  database?: Database;
  /** Of the embedded database of a running server, which has it to itself. */
  isCopy?: boolean;
  close?: () => Promise<void>;
  found: Finding[];
}

/** `runningAt`: where a server answers. */
export async function openDatabase(
  config: Config,
  { keys, runningAt }: { keys: SigningKeys | undefined; runningAt: string | undefined },
): Promise<Opened> {
  const isEmbedded = config.database.kind === 'embedded';
  if (isEmbedded && !existsSync(join(config.dataFolder, 'database')))
    return { found: [unknown('There is none yet.', 'The first start makes it.')] };
  if (isEmbedded && runningAt && !keys)
    return {
      found: [unknown('The running server has it to itself.', 'Without signing keys it gives no copy.')],
    };
  if (isEmbedded && runningAt) return openCopy(config, runningAt);
  try {
    // Without the backups that a server makes.
    const database = await openConfiguredDatabase({
      ...directly(config),
      database: withoutBackups(directly(config).database),
    });
    return { database, close: () => database.close(), found: [] };
  } catch (error) {
    const advice = isEmbedded
      ? 'Does a server use it at another HOST and PORT? Otherwise restore the last backup.'
      : 'Compare DATABASE_URL, and whether it runs.';
    return { found: [fault(`Cannot be opened: ${(error as Error).message}`, advice)] };
  }
}

const withoutBackups = (database: Config['database']): Config['database'] =>
  database.kind === 'embedded' ? { ...database, backupHours: 0 } : database;

/** A dump that the server makes, as for `npm run backup`; needs the service key, which is in the data folder. */
async function openCopy(config: Config, url: string): Promise<Opened> {
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'lakou-doctor-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const source = await openRunning(config, url);
    undo.push(() => source.close());
    const dump = await source.dump(folder);
    undo.push(() => dump.remove());
    const database = await openEmbedded({ folder: join(folder, 'database'), template: dump.file });
    undo.push(() => database.close());
    return { database, isCopy: true, close, found: [well('The running server gave a copy to examine.')] };
  } catch (error) {
    await close();
    return {
      found: [
        fault(
          `The running server gives no copy to examine: ${(error as Error).message}`,
          'Are DATA_DIR and keys.json those of that server? Otherwise stop it, and examine again.',
        ),
      ],
    };
  }
}
