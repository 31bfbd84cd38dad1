import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETUP_CODE_LENGTH } from '@lakou/contract/admin/limits';
import { createCode, normalizeCode } from '@lakou/contract/codes';
import {
  type Database,
  type OnAnswered,
  openDatabase,
  prepareDatabase as preparePlatformDatabase,
  StartRefused,
} from '@lakou/platform/database';
import { type Config, directly } from './config.ts';
import { log } from './log.ts';

export const supabaseFolder = join(import.meta.dirname, '../../supabase');

/** Opens the database of the settings. */
export function openConfiguredDatabase(config: Config, onAnswered?: OnAnswered): Promise<Database> {
  const report = (message: string) => log.warn(message);
  const { database, statementTimeoutMs: timeoutMs } = config;
  if (database.kind === 'postgres') {
    const { url, directUrl, replicaUrl, poolSize } = database;
    const direct = directUrl === url ? undefined : directUrl;
    return openDatabase({ url, directUrl: direct, replicaUrl, poolSize, timeoutMs, onAnswered, report });
  }
  const folder = join(config.dataFolder, 'database');
  const everyMs = database.backupHours * 3_600_000;
  const backups = { folder: join(config.dataFolder, 'backups'), everyMs, keep: database.backupsKept };
  // The demo's world can be made again.
  const synced = !config.demo;
  return openDatabase({ folder, synced, timeoutMs, onAnswered, report, ...(everyMs > 0 ? { backups } : {}) });
}

/** Migrations do not go through a pooler, which ends what takes long. */
export async function prepareConfiguredDatabase(database: Database, config: Config): Promise<void> {
  const { demo, database: at } = config;
  if (at.kind === 'embedded' || at.url === at.directUrl) return prepareDatabase(database, { demo });
  const direct = await openConfiguredDatabase(directly(config));
  await prepareDatabase(direct, { demo }).finally(() => direct.close());
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
    if (!first) return;
    for (const file of ['seed.sql', 'seed-translations.sql'])
      await transaction.script(readFileSync(join(supabaseFolder, file), 'utf8'));
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
  {
    adminSetup,
    streamsPerAccount,
    downloadDevicesPerAccount,
    downloadsPerDevice,
    rentalStarts,
    retentionDays,
  }: Pick<
    Config,
    | 'adminSetup'
    | 'streamsPerAccount'
    | 'downloadDevicesPerAccount'
    | 'downloadsPerDevice'
    | 'rentalStarts'
    | 'retentionDays'
  >,
): Promise<void> {
  await database.query(
    `insert into private.settings (key, value)
      values ('admin_setup', to_jsonb($1::text)), ('streams_per_account', to_jsonb($2::integer)), ('retention_days', $3::jsonb),
        ('download_devices_per_account', to_jsonb($4::integer)), ('downloads_per_device', to_jsonb($5::integer)),
        ('rental_starts', to_jsonb($6::text))
      on conflict (key) do update set value = excluded.value`,
    [
      adminSetup === 'reopen' ? 'code' : adminSetup,
      streamsPerAccount,
      JSON.stringify(retentionDays),
      downloadDevicesPerAccount,
      downloadsPerDevice,
      rentalStarts,
    ],
  );
  if (adminSetup === 'reopen') await database.query('select private.reopen_admin_setup()');
}

/**
 * A new code for the first admin, to be printed; undefined when none is needed. The database has its hash only, and a code of
 * an earlier start, or of another process, ends with it.
 */
export async function createAdminCode(
  database: Database,
  { adminSetup }: Pick<Config, 'adminSetup'>,
): Promise<string | undefined> {
  if (adminSetup !== 'code' && adminSetup !== 'reopen') return undefined;
  const code = createCode(SETUP_CODE_LENGTH, randomInt);
  const hash = createHash('sha256').update(normalizeCode(code)).digest('hex');
  const [row] = await database.query<{ stored: boolean }>(
    `select private.store_admin_code(decode($1, 'hex')) as stored`,
    [hash],
  );
  return row?.stored ? code : undefined;
}
