import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type FolderLock, lockFolder, StartRefused } from '@lakou/platform/database';
import { type Config, directly, readConfig } from '../config.ts';
import { log } from '../log.ts';
import { supabaseFolder } from '../prepare-database.ts';
import { type Archive, type Manifest, openArchive } from './archive.ts';
import { moveAside, moveIn, refuseFull } from './place.ts';
import { restoreDatabase } from './restore-database.ts';
import { restoreBytes, restoreKeys } from './restore-files.ts';

/**
 * `npm run restore -- <file>`: what `npm run backup` put into the file, into an empty place. `--replace`: what is in
 * the data folder is moved aside first. The archive is read and checked from end to end before anything is touched.
 */
async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (!given) throw new StartRefused('Name a file: npm run restore -- /path/to/lakou.tar');
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  if (!existsSync(path)) throw new StartRefused(`${path} does not exist.`);
  const config = directly(readConfig(process.env));
  log.level = 'error';
  const archive = await openArchive(path);
  await refuseForeign(archive.manifest, config);
  await mkdir(config.dataFolder, { recursive: true });
  const lock = lockDatabase(config);
  try {
    await refuseFull(config, values.replace);
    const before = await bringIn(archive, config);
    console.log(`${config.dataFolder}: restored as of ${archive.manifest.made_at}. Start the server.`);
    if (before) console.log(`The previous data is in ${before}.`);
  } finally {
    lock?.release();
  }
}

/** Restored beside the data and moved in at the end: a failure before that changes nothing. */
async function bringIn(archive: Archive, config: Config): Promise<string | undefined> {
  const aside = join(config.dataFolder, `.restoring-${process.pid}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    await restoreKeys(archive, config, aside);
    await restoreBytes(archive, config, aside);
    await restoreDatabase(archive, config, aside);
    const before = await moveAside(config.dataFolder);
    await moveIn(aside, config.dataFolder);
    return before;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function refuseForeign(manifest: Manifest, config: Config): Promise<void> {
  const here = config.database.kind;
  if (manifest.database !== here) {
    const names = { embedded: 'the embedded database', postgres: 'a PostgreSQL server' };
    throw new StartRefused(
      `This archive was made of ${names[manifest.database]}, and the settings here name ${names[here]}: ${
        here === 'embedded' ? 'set' : 'unset'
      } DATABASE_URL.`,
    );
  }
  const known = new Set(
    (await readdir(join(supabaseFolder, 'migrations'))).map((file) => file.split('_')[0]),
  );
  const newer = manifest.migrations.find((version) => !known.has(version));
  if (newer) {
    throw new StartRefused(
      `This archive is newer than this program (it has the migration ${newer}): restore it with the newer version.`,
    );
  }
}

/** No server can run on the folder that is replaced. */
function lockDatabase(config: Config): FolderLock | undefined {
  const folder = join(config.dataFolder, 'database');
  return config.database.kind === 'embedded' && existsSync(folder) ? lockFolder(folder) : undefined;
}

try {
  await restore();
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
