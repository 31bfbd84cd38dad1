import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { agreeOnKeys } from '../../platform/src/tokens/agree-on-keys.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { startLakou } from '../support/lakou-process.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';

/* Faults as they happen, one by one, on an installation that is otherwise well. */

let postgres: OwnPostgres;
let url: string;
let database: Awaited<ReturnType<typeof openPostgres>>;
const folder = mkdtempSync(join(tmpdir(), 'lakou-doctor-faults-'));

beforeAll(async () => {
  postgres = await startOwnPostgres();
  url = await newDatabase(postgres, 'lakou_doctor_faults', 'migrated');
  database = await openPostgres({ url });
  const { thumbprint } = await loadSigningKeys({ folder });
  await agreeOnKeys(database, thumbprint);
  await database.query('create role doctor_limited login');
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const examine = (env: Record<string, string> = {}, ...args: string[]) =>
  runCommand('scripts/doctor/doctor.ts', args, { DATA_DIR: folder, DATABASE_URL: url, PORT: '1', ...env });

test('keys of another installation are not called well', async () => {
  const other = mkdtempSync(join(tmpdir(), 'lakou-doctor-other-'));
  await loadSigningKeys({ folder: other });
  const { code, said } = await examine({ DATA_DIR: other });
  rmSync(other, { recursive: true, force: true });
  expect(said).toContain('✓ keys      The signing keys can be read.');
  expect(said).toContain('✗ keys      This database was set up with other signing keys');
  expect(code).toBe(1);
}, 120_000);

test('a settings file that everybody can read is found', async () => {
  const ENV_FILE = join(folder, 'lakou.env');
  writeFileSync(ENV_FILE, '', { mode: 0o600 });
  expect((await examine({ ENV_FILE })).said).toContain(
    `✓ settings  Only its owner and group can read ${ENV_FILE}.`,
  );
  chmodSync(ENV_FILE, 0o644);
  expect((await examine({ ENV_FILE })).said).toContain(
    `✗ settings  Everybody on this machine can read ${ENV_FILE}`,
  );
}, 120_000);

test('a full disk and a missing ffmpeg are found', async () => {
  const { code, said } = await examine({
    INGEST_SPARE_DISK_MB: '100000000',
    FFMPEG_PATH: '/nowhere/ffmpeg',
  });
  expect(said).toMatch(/✗ folder {4}[\d,]+ MB are free where the data is/);
  expect(said).toMatch(
    /✗ ffmpeg {4}.*\/nowhere\/ffmpeg.*\n {4}→ Without ffmpeg uploaded films cannot be played\./,
  );
  expect(code).toBe(1);
  expect((await examine({ INGEST: 'off' })).said).toContain('This process encodes no films (INGEST=off).');
}, 120_000);

test('late background work and a newer database are found', async () => {
  await database.query(
    `insert into private.jobs (kind, run_after) values ('test_late', now() - interval '40 minutes')`,
  );
  await database.query(
    `insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`,
  );
  const { code, said } = await examine();
  expect(said).toMatch(/! database {2}Background work is late: test_late by 4\d minutes\./);
  expect(said).toContain(
    '✗ database  The database has run 1 migrations that this version does not have, such as 29990101000000.\n    → A newer version',
  );
  expect(code).toBe(1);
  await database.query(`delete from private.jobs where kind = 'test_late'`);
  await database.query(`delete from supabase_migrations.schema_migrations where version = '29990101000000'`);
}, 120_000);

test('a removed entry is found, and an audit log that was written again differs from the noted head', async () => {
  const entries = () =>
    database.query(`insert into public.audit_log (act, subject, subject_id)
      select 'update', 'movies', n::text from generate_series(1, 3) n`);
  const seal = () => database.query('select private.seal_audit_log(100)');
  await entries();
  await seal();
  const [, head = ''] = /Its head is (\d+:[\da-f]{64})/.exec((await examine()).said) ?? [];
  await entries();
  await seal();
  const same = await examine({}, '--audit-head', head);
  expect(same.said).toContain(`At position ${head.split(':')[0]} the audit log has the hash that was noted.`);
  expect(same.code).toBe(0);

  // As an owner of the tables can.
  await database.query('alter table public.audit_log disable trigger user');
  await database.query('delete from public.audit_log where id = (select min(id) from public.audit_log)');
  expect((await examine()).said).toContain(
    '✗ database  The audit log was changed outside of the program: entry_removed',
  );
  await database.query('delete from private.audit_seals');
  await database.query(
    `update private.audit_chain set trimmed_to = 0, trimmed_hash = '', sealed_to = 0, sealed_hash = ''`,
  );
  await database.query(`insert into private.unsealed_audit_entries
    select a.id, a.at, private.digest_audit_entry(a) from public.audit_log a`);
  await seal();
  await database.query('alter table public.audit_log enable always trigger note_unsealed_entry');
  await database.query('alter table public.audit_log enable always trigger audit_append_only');
  const again = await examine({}, '--audit-head', head);
  expect(again.said).toContain('✓ database  The audit log is an unbroken chain.');
  expect(again.said).toContain('the audit log has another hash than was noted: it was written again.');
  expect(again.code).toBe(1);
  const late = await examine({}, '--audit-head', `999:${head.split(':')[1]}`);
  expect(late.said).toContain('✗ database  The audit log ends at 5, before the noted position 999.');
}, 240_000);

test('a database user without the rights is told which, and how to get them', async () => {
  const limited = new URL(url);
  limited.username = 'doctor_limited';
  await database.query('grant usage on schema private, platform, supabase_migrations to doctor_limited');
  const { code, said } = await examine({ DATABASE_URL: limited.href });
  expect(said).toContain('✗ database  The database user doctor_limited may not create schemas');
  expect(said).toContain('grant create on database "lakou_doctor_faults" to "doctor_limited";');
  expect(said).toContain('may not act as anon, authenticated, service_role');
  expect(said).toMatch(/The database user doctor_limited does not own auth\./);
  expect(code).toBe(1);
}, 120_000);

test('a replica is asked how far it is; one that is promoted or away is named', async () => {
  const replica = await postgres.startReplica();
  const at = new URL(url);
  at.port = new URL(replica.url).port;
  const env = { DATABASE_REPLICA_URL: at.href };
  const onReplica = await openPostgres({ url: at.href });
  expect((await examine(env)).said).toContain('✓ database  The replica has everything that was written.');
  await onReplica.query('select pg_wal_replay_pause()');
  await database.query('create table public.written_meanwhile as select generate_series(1, 20000) as n');
  await database.query('drop table public.written_meanwhile');
  await database.query('checkpoint');
  expect((await examine(env)).said).toMatch(
    /! database {2}The replica is [\d.]+ MB behind.*\n {4}→ Its replay is paused/,
  );
  await onReplica.query('select pg_wal_replay_resume()');
  await onReplica.query('select pg_promote()');
  expect((await examine(env)).said).toContain(
    '✗ database  DATABASE_REPLICA_URL leads to a server that is no replica, or no longer.',
  );
  await onReplica.close();
  await replica.stop();
  expect((await examine(env)).said).toContain('! database  The replica does not answer:');
}, 240_000);

test('beside a running server a copy of the embedded database is examined, and nothing is left of it', async () => {
  const server = await startLakou({});
  const env = { DATA_DIR: server.dataFolder, DATABASE_URL: '', PORT: new URL(server.url).port };
  const { code, said } = await examine(env, '--objects');
  expect(said).toContain('✓ database  The running server gave a copy to examine.');
  expect(said).toContain('✓ keys      The signing keys are those of this database.');
  expect(said).toContain('✓ database  The schema is what the migrations build.');
  expect(said).toContain('✓ database  The audit log is an unbroken chain.');
  expect(said).toMatch(/✓ objects {3}All \d+ objects are there/);
  expect(said).not.toMatch(/^✗/m);
  expect(code).toBe(0);
  expect((await examine(env, '--objects', '--repair')).said).toContain('? objects   Nothing was repaired.');
  await server.stop();
}, 240_000);
