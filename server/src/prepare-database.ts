import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database/database';
import { StartRefused } from '@lakou/platform/database/errors';
import { migrate } from '@lakou/platform/database/migrate';
import { openDatabase } from '@lakou/platform/database/open-database';
import { installSchemas, syncRealtime } from '@lakou/platform/schemas/install-schemas';
import type { Config } from './config.ts';
import { log } from './log.ts';

export const supabaseFolder = join(import.meta.dirname, '../../supabase');

/** The database that the settings name. */
export function openConfiguredDatabase(config: Config): Promise<Database> {
  const report = (sentence: string) => log.warn(sentence);
  const { database, statementTimeoutMs: timeoutMs } = config;
  if (database.kind === 'postgres') {
    return openDatabase({ url: database.url, poolSize: database.poolSize, timeoutMs, report });
  }
  const folder = join(config.dataFolder, 'database');
  const everyMs = database.backupHours * 3_600_000;
  const backups = { folder: join(config.dataFolder, 'backups'), everyMs, keep: database.backupsKept };
  return openDatabase({ folder, timeoutMs, report, ...(everyMs > 0 ? { backups } : {}) });
}

/** From an empty database, or an older one, to one that this code can serve. Safe to call at every start. */
export async function prepareDatabase(database: Database, options: { demo: boolean }): Promise<void> {
  await installSchemas(database);
  await migrate(database, { folder: join(supabaseFolder, 'migrations'), record: 'supabase' });
  await syncRealtime(database);
  await (options.demo ? seedDemoWorld(database) : refuseDemoWorld(database));
}

async function seedDemoWorld(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    // Whoever writes this row first seeds; a second process waits here and then finds it written.
    const [first] = await transaction.query(
      `insert into platform.settings (key, value) values ('demo_world', to_jsonb(now())) on conflict do nothing returning key`,
    );
    if (first) await transaction.script(readFileSync(join(supabaseFolder, 'seed.sql'), 'utf8'));
  });
}

/** The demo's accounts have a published password: they must never be reachable in production. */
async function refuseDemoWorld(database: Database): Promise<void> {
  const [seeded] = await database.query(`select from platform.settings where key = 'demo_world'`);
  if (seeded) {
    throw new StartRefused(
      'This database holds the demo world with its published passwords; production needs a database of its own.',
    );
  }
}

/** Writes down for SQL what the environment says. */
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

/** Two processes on one database must accept each other's tokens. */
export async function agreeOnKeys(database: Database, thumbprint: string): Promise<void> {
  await database.query(
    `insert into platform.settings (key, value) values ('signing_key', to_jsonb($1::text)) on conflict do nothing`,
    [thumbprint],
  );
  const [row] = await database.query<{ value: string }>(
    `select value #>> '{}' as value from platform.settings where key = 'signing_key'`,
  );
  if (row?.value !== thumbprint) {
    throw new StartRefused(
      'This database was set up with other signing keys; bring its keys.json into DATA_DIR, or set JWT_KEYS to that file’s content.',
    );
  }
}
