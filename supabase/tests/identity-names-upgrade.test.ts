import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../platform/src/database/migrate.ts';
import { installSchemas } from '../../platform/src/schemas/install-schemas.ts';
import { openTestDatabase } from '../../tests/support/test-databases.ts';

const migrations = join(import.meta.dirname, '../migrations');
const parent = mkdtempSync(join(tmpdir(), 'lakou-names-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** A folder with the migrations that `wanted` keeps. */
function folderOf(name: string, wanted: (file: string) => boolean): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(migrations).filter(wanted))
    copyFileSync(join(migrations, file), join(folder, file));
  return folder;
}

test('members whose names were allowed before keep their accounts under readable names', async () => {
  await using database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  const rule = '20261117000300_identity_usernames.sql';
  await migrate(database, { folder: folderOf('before', (file) => file < rule), record: 'supabase' });
  const people: [username: string, first: string | null, last: string | null][] = [
    ['ti jo', 'Jo', 'Pyè'],
    ['ti\u200b jo', 'J\u202eo', 'Pyè'],
    ['ti  jo', 'Jo', null],
    ['José', null, null],
    ['m\u0430xo', 'M\u0430xo', null],
    ['\u3164\u3164', null, null],
    ['support', 'Lakou', 'Support'],
    ['boss', null, null],
    ['b0ss', null, null],
  ];
  for (const [n, [username, first, last]] of people.entries()) {
    const id = `00000000-0000-4000-a000-00000000000${n}`;
    await database.query(`insert into auth.users (id, email) values ($1::uuid, $2)`, [
      id,
      `p${n}@example.test`,
    ]);
    await database.query(
      'update private.profiles set username = $1, first_name = $2, last_name = $3 where id = $4::uuid',
      [username, first, last, id],
    );
  }
  await database.query(`insert into admin_users select id from private.profiles where username = 'boss'`);

  await migrate(database, { folder: migrations, record: 'supabase' });
  const now = await database.query<{ username: string; full_name: string | null }>(
    'select username, full_name from private.profiles order by id',
  );
  expect(now.map(({ username, full_name }) => [username, full_name])).toEqual([
    ['ti jo', 'Jo Pyè'],
    ['tijo', 'Jo Pyè'],
    ['tijo2', 'Jo'],
    ['José', null],
    ['mxo', null],
    ['member', null],
    ['support', 'Lakou Support'],
    ['boss', null],
    ['b0ss', null],
  ]);
  const reports = await database.query<{ reason: string }>(
    `select reason from audit_log where act = 'lookalike' order by id`,
  );
  expect(reports.map(({ reason }) => reason)).toEqual(['Looks like the name of boss', 'Has a reserved name']);
});
