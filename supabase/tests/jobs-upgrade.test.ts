import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../platform/src/database/migrate.ts';
import { installSchemas } from '../../platform/src/schemas/install-schemas.ts';
import { openTestDatabase } from '../../tests/support/test-databases.ts';

const migrations = join(import.meta.dirname, '../migrations');
const before = mkdtempSync(join(tmpdir(), 'lakou-jobs-'));
afterAll(() => rmSync(before, { recursive: true, force: true }));

test('contact messages that were not emailed yet and release windows to come become jobs', async () => {
  await using database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  for (const file of readdirSync(migrations).filter((name) => name < '20261118'))
    copyFileSync(join(migrations, file), join(before, file));
  await migrate(database, { folder: before, record: 'supabase' });
  await database.query(
    `insert into contact_messages (name, email, subject, message)
      select 'Anaïse', 'anaise@example.test', subject, 'Kote fim mwen an?' from unnest('{A sent one,A waiting one}'::text[]) subject`,
  );
  await database.query(
    `update private.contact_mail m set mailed_at = now() from contact_messages c where c.id = m.message_id and c.subject = 'A sent one'`,
  );
  await database.query(`update private.contact_mail set tries = 3 where mailed_at is null`);
  await database.query(
    `insert into movies (title, publish_at, unpublish_at) values ('Minwi', '2030-01-01', '2031-01-01'), ('Midi', null, null)`,
  );
  await database.query(`insert into series (title, publish_at) values ('Solèy', '2030-01-01')`);

  await migrate(database, { folder: migrations, record: 'supabase' });
  const jobs = await database.query(
    `select j.kind, j.attempts, c.subject, case when j.kind = 'apply_release_windows' then extract(year from j.run_after)::int end as year
      from private.jobs j left join contact_messages c on c.id::text = j.payload ->> 'message_id'
      where j.kind in ('mail_contact_message', 'apply_release_windows') and j.repeat_every is null order by j.id`,
  );
  expect(jobs).toEqual([
    { kind: 'mail_contact_message', attempts: 3, subject: 'A waiting one', year: null },
    { kind: 'apply_release_windows', attempts: 0, subject: null, year: 2030 },
    { kind: 'apply_release_windows', attempts: 0, subject: null, year: 2031 },
  ]);
});
