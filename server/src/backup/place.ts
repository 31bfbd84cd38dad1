import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '@lakou/platform/database';
import type { Config } from '../config.ts';
import { openConfiguredDatabase } from '../prepare-database.ts';
import { openStores } from './stores.ts';

/** What a restore brings; everything else in the data folder stays where it is. */
const RESTORED = ['database', 'storage', 'streams', 'keys.json'];

/** A PostgreSQL database must be empty even with `--replace`: nothing in it can be moved aside. */
export async function refuseFull(config: Config, replace: boolean): Promise<void> {
  if (config.database.kind === 'postgres') await refuseFullServer(config);
  if (replace) return;
  const there = RESTORED.filter((name) => existsSync(join(config.dataFolder, name)));
  if (there.length > 0) {
    throw new StartRefused(
      `${config.dataFolder} is not empty (${there.join(', ')}): choose another DATA_DIR, or say --replace to have what is there moved aside.`,
    );
  }
  if (!config.s3) return;
  const { objects } = await openStores(config, config.dataFolder);
  for await (const { bucket } of objects.list()) {
    throw new StartRefused(
      `The S3 bucket ${config.s3.bucket} is not empty (it has objects of ${bucket}): choose another S3_BUCKET, or say --replace to keep what is there beside what is restored.`,
    );
  }
}

async function refuseFullServer(config: Config): Promise<void> {
  const database = await openConfiguredDatabase(config);
  const full = await database
    .query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%' limit 1`,
    )
    .finally(() => database.close());
  if (full.length > 0) {
    throw new StartRefused(
      'The database at DATABASE_URL is not empty: make a new one (createdb), and set DATABASE_URL to it.',
    );
  }
}

/** Returns the folder with the previous data; undefined when there was none. */
export async function moveAside(folder: string): Promise<string | undefined> {
  const there = RESTORED.filter((name) => existsSync(join(folder, name)));
  if (there.length === 0) return undefined;
  const before = join(folder, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(before, { mode: 0o700 });
  for (const name of there) await rename(join(folder, name), join(before, name));
  return before;
}

export async function moveIn(aside: string, folder: string): Promise<void> {
  for (const name of await readdir(aside)) {
    if (RESTORED.includes(name)) await rename(join(aside, name), join(folder, name));
  }
}
