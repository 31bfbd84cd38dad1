import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tests/support/lakou-process.ts';
import { newDatabase, startOwnPostgres } from '../../tests/support/postgres-server.ts';
import { prepareOldRevision } from './old-revision.ts';
import { fillWorld, untilSettled } from './world.ts';

export interface Sides {
  before: Side;
  now: Side;
}

export interface Side {
  name: 'before' | 'now';
  url: string;
  pid: number;
  databaseUrl: string;
  /** Everything the server has printed. */
  output(): string;
}
type StartLakou = typeof import('../../tests/support/lakou-process.ts').startLakou;

/** The old revision and this one on one PostgreSQL, each with its own database of the same world, each as `npm start` runs it. */
export async function withBothServers(
  work: (sides: Sides) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const folders = { before: prepareOldRevision(), now: root };
  const files = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
  const postgres = await startOwnPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' });
  const stops: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const start = async (name: Side['name']): Promise<Side> => {
    const { startLakou } = (await import(
      pathToFileURL(join(folders[name], 'tests/support/lakou-process.ts')).href
    )) as { startLakou: StartLakou };
    const databaseUrl = await newDatabase(postgres, `bench_${name}`);
    const own: Record<string, string> =
      name === 'now' && process.env.WEB_BUILD ? { WEB_BUILD: process.env.WEB_BUILD } : {};
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(files, name),
      LOG_LEVEL: 'warn',
      INGEST: 'off',
      STATEMENT_TIMEOUT_MS: '60000',
      ...own,
      ...env,
    };
    console.error(`  filling the world of ${name}`);
    // Its first start makes the schema and the demo.
    await (await startLakou(settings, { measured: true })).stop();
    await fillWorld(databaseUrl);
    const lakou = await startLakou(settings, { measured: true });
    stops.unshift(() => lakou.stop());
    await untilSettled(databaseUrl);
    return { name, url: lakou.url, pid: lakou.child.pid ?? 0, databaseUrl, output: lakou.output };
  };
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0)) await stop();
    rmSync(files, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  try {
    await work({ before: await start('before'), now: await start('now') });
  } finally {
    await stopAll();
  }
}
