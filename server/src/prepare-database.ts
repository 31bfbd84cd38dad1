import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Database,
  openDatabase,
  prepareDatabase as preparePlatformDatabase,
  StartRefused,
} from '@lakou/platform/database';
import type { Config } from './config.ts';
import { log } from './log.ts';

export const supabaseFolder = join(import.meta.dirname, '../../supabase');

/** Opens the database of the settings. */
export function openConfiguredDatabase(config: Config): Promise<Database> {
  const report = (message: string) => log.warn(message);
  const { database, statementTimeoutMs: timeoutMs } = config;
  if (database.kind === 'postgres') {
    return openDatabase({ url: database.url, poolSize: database.poolSize, timeoutMs, report });
  }
  const folder = join(config.dataFolder, 'database');
  const everyMs = database.backupHours * 3_600_000;
  const backups = { folder: join(config.dataFolder, 'backups'), everyMs, keep: database.backupsKept };
  return openDatabase({ folder, timeoutMs, report, ...(everyMs > 0 ? { backups } : {}) });
}

/** Schemas, migrations and, in the demo, its rows. Safe to call at every start and from several processes. */
export async function prepareDatabase(database: Database, options: { demo: boolean }): Promise<void> {
  await preparePlatformDatabase(database, { migrations: join(supabaseFolder, 'migrations') });
  await (options.demo ? seedDemoRows(database) : refuseDemoRows(database));
}

async function seedDemoRows(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    // The process that inserts this row seeds; a second one waits here until the first commits.
    const [first] = await transaction.query(
      `insert into platform.settings (key, value) values ('demo_world', to_jsonb(now())) on conflict do nothing returning key`,
    );
    if (first) await transaction.script(readFileSync(join(supabaseFolder, 'seed.sql'), 'utf8'));
  });
}

/** The demo's accounts have a published password, so production must not start on their database. */
async function refuseDemoRows(database: Database): Promise<void> {
  const [seeded] = await database.query(`select from platform.settings where key = 'demo_world'`);
  if (seeded) {
    throw new StartRefused(
      'This database holds the demo world with its published passwords; production needs a database of its own.',
    );
  }
}

/** Settings of the environment that SQL functions read. */
export async function storeSettings(
  database: Database,
  settings: { adminSetup: 'open' | 'closed'; streamsPerAccount: number },
): Promise<void> {
  await database.query(
    `insert into private.settings (key, value)
      values ('admin_setup', to_jsonb($1::text)), ('streams_per_account', to_jsonb($2::integer))
      on conflict (key) do update set value = excluded.value`,
    [settings.adminSetup, settings.streamsPerAccount],
  );
}
