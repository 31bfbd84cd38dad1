import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '@lakou/platform/database';
import { type Config, directly, readConfig } from '../config.ts';
import { log } from '../log.ts';
import { ArchiveWriter, databaseEntry } from './archive.ts';
import type { Dump } from './dump.ts';
import { openSource } from './open-source.ts';
import { openStores } from './stores.ts';

/**
 * `npm run backup -- <file>`: database, objects, streams and keys in one file, while the server runs or not.
 * Uploads that are not finished are not in it.
 */
async function backUp(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (!given) throw new StartRefused('Name a file: npm run backup -- /path/to/lakou.tar');
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  if (existsSync(path)) throw new StartRefused(`${path} exists already; choose another name.`);
  if (!existsSync(dirname(path)))
    throw new StartRefused(`The folder ${dirname(path)} does not exist; create it first.`);
  const config = directly(readConfig(process.env));
  log.level = 'error';
  const folder = await mkdtemp(join(dirname(path), '.lakou-backup-'));
  const archive = await ArchiveWriter.create(path);
  const source = await openSource(config);
  try {
    const dump = await source.dump(folder);
    const missing = await addAll(archive, dump, config).finally(() => dump.remove());
    await archive.finish({ database: config.database.kind, migrations: dump.migrations });
    for (const name of missing) console.log(`  not in the stores, and so not in the archive: ${name}`);
    console.log(`${path}: the database, ${dump.objects.length} objects, ${dump.streams.length} streams.`);
    console.log('The file contains everything, password hashes and signing keys too: store it safely.');
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what rows name and no store has. */
async function addAll(archive: ArchiveWriter, dump: Dump, config: Config): Promise<string[]> {
  const missing: string[] = [];
  const stores = await openStores(config, config.dataFolder);
  for await (const { name, find, open } of stores.contents(dump)) {
    const found = await find();
    const bytes = found && (await open());
    if (bytes) await archive.add(name, found.size, bytes);
    else missing.push(name);
  }
  const { size } = await stat(dump.file);
  await archive.add(databaseEntry[config.database.kind], size, createReadStream(dump.file));
  const keys = config.jwtKeys
    ? Buffer.from(config.jwtKeys)
    : await readFile(join(config.dataFolder, 'keys.json'));
  await archive.add('keys.json', keys.length, keys);
  return missing;
}

try {
  await backUp();
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
