import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../platform/src/database/database.ts';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { migrate } from '../../platform/src/database/migrate.ts';
import { installSchemas } from '../../platform/src/schemas/install-schemas.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { supabaseFolder } from '../../server/src/prepare-database.ts';
import { startLakou, startRefused } from '../support/lakou-process.ts';
import { film } from '../support/shop.ts';
import { idOf } from '../support/test-server.ts';

const parent = mkdtempSync(join(tmpdir(), 'lakou-upgrade-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a data folder of the previous version is upgraded once without loss; one of a newer version is refused', async () => {
  const DATA_DIR = mkdtempSync(join(parent, 'data-'));
  const open = () => openEmbedded({ folder: join(DATA_DIR, 'database') });
  const old = await open();
  await makeOldWorld(old);
  const before = await everything(old);
  await old.close();
  const { anonKey } = await loadSigningKeys({ folder: DATA_DIR });

  const server = await startLakou({ DATA_DIR });
  const member = createClient(server.url, anonKey, { auth: { persistSession: false } });
  const signedIn = await member.auth.signInWithPassword({
    email: 'member@lakou.test',
    password: 'lakou-demo',
  });
  expect(signedIn.error).toBeNull();
  const orders = await member.from('orders').select('title, amount_minor');
  expect(orders.data).toEqual([{ title: 'Wout Mòn Nwa', amount_minor: 1299 }]);
  await server.stop();

  const now = await open();
  const after = await everything(now);
  expect(await migrations(now)).toEqual(files().map((file) => file.split('_')[0]));
  for (const [table, rows] of before) expect(lost(rows, after.get(table) ?? []), table).toEqual([]);
  await now.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'demen')`,
  );
  await now.close();
  const refused = await startRefused({ DATA_DIR });
  expect(refused.code).toBe(1);
  expect(refused.lines).toHaveLength(1);
  expect(refused.said).toContain('20991231000000_demen');
  expect(refused.said).toContain('newer than this program');
});

const files = () => readdirSync(join(supabaseFolder, 'migrations')).toSorted();

async function makeOldWorld(database: Database): Promise<void> {
  const folder = join(parent, 'migrations');
  mkdirSync(folder, { recursive: true });
  // The version before lacks the newest migration.
  for (const file of files().slice(0, -1))
    copyFileSync(join(supabaseFolder, 'migrations', file), join(folder, file));
  await installSchemas(database);
  await migrate(database, { folder, record: 'supabase' });
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into platform.settings (key, value) values ('demo_world', to_jsonb(now()))`,
    );
    await transaction.script(readFileSync(join(supabaseFolder, 'seed.sql'), 'utf8'));
    await transaction.query(
      `insert into public.orders (user_id, transaction_type, media_type, movie_id, title, amount_minor)
        values ($1, 'purchase', 'movie', $2, 'Wout Mòn Nwa', 1299)`,
      [idOf.member, film],
    );
  });
}

async function migrations(database: Database): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}

type Row = Record<string, unknown>;

/** All accounts and all rows of the product's tables. */
async function everything(database: Database): Promise<Map<string, Row[]>> {
  const tables = await database.query<{ name: string }>(
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' or (schemaname, tablename) in (('auth', 'users'), ('private', 'profiles'))`,
  );
  const all = new Map<string, Row[]>();
  for (const { name } of tables) {
    const rows = await database.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Rows that are missing or changed, apart from new columns, sign-in times, rehashed passwords and what follows from the demo's videos. */
function lost(before: Row[], after: Row[]): Row[] {
  const passing = new Set([
    'updated_at',
    'last_sign_in_at',
    'encrypted_password',
    'has_video',
    'sound_languages',
    'caption_languages',
  ]);
  const same = (row: Row, other: Row) =>
    Object.keys(row).every(
      (key) => passing.has(key) || JSON.stringify(row[key]) === JSON.stringify(other[key]),
    );
  return before.filter((row) => !after.some((other) => same(row, other)));
}
