import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { agreeOnKeys } from '../../platform/src/tokens/agree-on-keys.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';

let postgres: PostgresServer;
let url: string;
let database: Awaited<ReturnType<typeof openPostgres>>;
const folder = mkdtempSync(join(tmpdir(), 'lakou-doctor-'));

beforeAll(async () => {
  postgres = await startPostgresServer();
  url = await newDatabase(postgres, 'lakou_doctor', 'migrated');
  database = await openPostgres({ url });
  const { thumbprint } = await loadSigningKeys({ folder });
  await agreeOnKeys(database, thumbprint);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const examine = (env: Record<string, string> = {}, ...args: string[]) =>
  runCommand('scripts/doctor/doctor.ts', args, { DATA_DIR: folder, DATABASE_URL: url, PORT: '1', ...env });

test('an installation without faults is called well', async () => {
  const { code, said } = await examine();
  expect(said).toContain('✓ keys      The signing keys can be read.');
  expect(said).toContain('✓ keys      The signing keys are those of this database.');
  expect(said).toContain('✓ database  The database user postgres has the rights that Lakou needs.');
  expect(said).toContain('? clock     This machine’s clock was not compared with another clock.');
  expect(said).toContain('✓ database  The schema is what the migrations build.');
  expect(said).toContain('✓ database  Background work is on time, and none has failed.');
  expect(said).toContain('? server    None answers at http://127.0.0.1:1.');
  expect(said).not.toMatch(/^✗/m);
  expect(code).toBe(0);
});

test('a wrong setting is named, and the rest is not tried', async () => {
  const { code, said } = await examine({ DATABASE_POOL: 'many' });
  expect(said).toMatch(/✗ settings .*DATABASE_POOL/);
  expect(said).not.toContain('database ');
  expect(code).toBe(1);
});

test('faults of database, keys, mail and objects are found, with what to do', async () => {
  const file = join(folder, 'keys.json');
  chmodSync(file, 0o644);
  await database.query('alter table public.movies add column by_hand text');
  await database.query(`insert into private.jobs (kind, status, failed_at) values ('test', 'failed', now())`);
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ('artwork', 'gone.avif', '1', '{"size": 5}')`,
  );
  const { code, said } = await examine({ SMTP_URL: 'smtp://127.0.0.1:1' }, '--objects');
  expect(said).toContain(`✗ keys      Others on this machine can read ${file}.\n    → chmod 600`);
  expect(said).toMatch(/✗ database {2}The schema is not what the migrations build: .*movies/);
  expect(said).toContain('! database  Background work has failed for good: test (1).\n    → See /admin');
  expect(said).toMatch(/✗ mail .*does not accept us/);
  expect(said).toMatch(/✗ objects .*artwork\/gone\.avif/);
  expect(code).toBe(1);
  writeFileSync(file, 'not keys');
  expect((await examine()).said).toContain('✗ keys      The signing keys cannot be read');
});

test('a database that is behind is not blamed for its schema', async () => {
  await database.query(`delete from supabase_migrations.schema_migrations
    where version = (select max(version) from supabase_migrations.schema_migrations)`);
  const { said } = await examine();
  expect(said).toContain('! database  1 migrations have not run');
  expect(said).not.toContain('The schema is');
});
