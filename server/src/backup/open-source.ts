import { join } from 'node:path';
import { type EmbeddedDatabase, isEmbedded, StartRefused } from '@lakou/platform/database';
import { loadSigningKeys } from '@lakou/platform/keys';
import type { Config } from '../config.ts';
import { openConfiguredDatabase } from '../prepare-database.ts';
import { isReady, serverAddress } from '../server-address.ts';
import type { Dump } from './dump.ts';
import { describeEmbedded, RunningServer } from './dump-embedded.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { holdRemovals } from './hold-removals.ts';

/** Where a backup takes its dump from. Until it is closed, what the dump names stays in the stores. */
export interface Source {
  dump(folder: string): Promise<Dump>;
  close(): Promise<void>;
}

const HELD_SECONDS = 120;

export async function openSource(config: Config): Promise<Source> {
  if (config.database.kind === 'postgres') return openServer(config, config.database.url);
  const url = serverAddress(config);
  if (await isReady(url)) return openRunning(config, url);
  const database = await openAlone(config, url);
  // No other process can open it until it is closed, so nothing can be removed either.
  return {
    dump: async (folder) => describeEmbedded(await database.backup(), folder),
    close: () => database.close(),
  };
}

async function openServer(config: Config, url: string): Promise<Source> {
  const database = await openConfiguredDatabase(config);
  const release = await keepHolding((seconds) => holdRemovals(database, seconds));
  return {
    dump: (folder) => dumpPostgres(database, url, folder),
    async close() {
      await release();
      await database.close();
    },
  };
}

export async function openRunning(config: Config, url: string): Promise<Source> {
  const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const server = new RunningServer(url, keys.serviceKey);
  const release = await keepHolding((seconds) => server.holdRemovals(seconds));
  return {
    dump: async (folder) => describeEmbedded(join(config.dataFolder, 'backups', await server.dump()), folder),
    close: release,
  };
}

async function keepHolding(hold: (seconds: number) => Promise<void>): Promise<() => Promise<void>> {
  await hold(HELD_SECONDS);
  const timer = setInterval(() => void hold(HELD_SECONDS).catch(() => {}), (HELD_SECONDS / 3) * 1000);
  return async () => {
    clearInterval(timer);
    await hold(0);
  };
}

async function openAlone(config: Config, url: string): Promise<EmbeddedDatabase> {
  try {
    const database = await openConfiguredDatabase(config);
    if (isEmbedded(database)) return database;
    throw new Error('this is not the embedded database');
  } catch (error) {
    throw new StartRefused(
      `No server answers at ${url} (set HOST and PORT to where it runs), and: ${(error as Error).message}`,
    );
  }
}
