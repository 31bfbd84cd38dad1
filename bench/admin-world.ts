import type { Database } from '../platform/src/database/database.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { dropIndexes } from './drop-indexes.ts';
import { titleNumber } from './search-world.ts';

const ROWS_AT_ONCE = 5_000;
const memberId = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(1048576 + ${n}), 12, '0'))::uuid`;
/** The admin who sends the queries. */
export const ADMIN = '00000000-0000-4000-8000-000000100000';

const NAMES = [
  'Roseline',
  'Jean',
  'Marie',
  'Wilner',
  'Guerda',
  'Frantz',
  'Nadine',
  'Kesner',
  'Solange',
  'Dieudonné',
];
const GIVEN = `json_to_recordset($1) as r (number integer, title text, credit text)`;
const CREATED = `timestamptz '2015-01-01' + r.number * interval '1 hour'`;
const FILLED = [
  'public.movies',
  'public.series',
  'auth.users',
  'private.profiles',
  'public.subscriptions',
  'public.contact_messages',
  'public.audit_log',
  'public.media_jobs',
];

/** Fills each admin table with this many rows. */
export async function fillAdminWorld(database: Database, rows: number): Promise<void> {
  await prepareDatabase(database, { demo: false });
  const run = (text: string, values: string[] = []) =>
    database.run([{ text, values }], { timeoutMs: 600_000 });
  // Bulk inserts run without triggers; the result is the same.
  for (const table of FILLED) await run(`alter table ${table} disable trigger user`);
  const remakeIndexes = await dropIndexes(database, [
    'private.title_directory',
    'private.member_directory',
    'private.subscription_directory',
    'public.contact_messages',
  ]);
  await run(`insert into auth.users (id, email) values ('${ADMIN}', 'admin@lakou.test')`);
  await run(`insert into private.profiles (id, username) values ('${ADMIN}', 'admin')`);
  for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - start) }, (_, n) => start + n);
    const given = [JSON.stringify(numbers.map((n) => ({ ...titleNumber(n), number: n })))];
    for (const table of ['movies', 'series'])
      await run(
        `insert into public.${table} (title, published, is_free, is_purchasable, created_at)
          select r.title, r.number % 10 > 0, r.number % 5 = 0, r.number % 2 = 0, ${CREATED} from ${GIVEN}`,
        given,
      );
    await run(
      `insert into auth.users (id, email, created_at)
        select ${memberId('1 + r.number')}, 'moun' || r.number || '@example.test', ${CREATED} from ${GIVEN}`,
      given,
    );
  }
  const all = `generate_series(0, ${rows - 1}) n`;
  const created = CREATED.replace('r.number', 'n');
  await run(
    `insert into private.profiles (id, username, first_name, last_name, full_name, created_at)
      select ${memberId('1 + n')}, 'moun' || n, name, 'Pyè ' || n, name || ' Pyè ' || n, ${created}
      from ${all}, lateral (select (array['${NAMES.join("','")}'])[1 + n % ${NAMES.length}] as name) x`,
  );
  await run(
    `insert into private.member_directory (id, email, words, created_at)
      select p.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
      from private.profiles p join auth.users u on u.id = p.id`,
  );
  await run('insert into private.title_directory select * from private.listable_titles');
  await run(
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at, created_at)
      select ${memberId('1 + n')}, (array['active', 'canceled', 'past_due', 'expired'])[1 + n % 4],
        (array['monthly', 'yearly'])[1 + n % 2], ${created} + interval '20 years', ${created} from ${all}`,
  );
  await run('insert into private.subscription_directory select * from private.listable_subscriptions');
  await run(
    `update private.member_directory d set subscribed_until = s.expires_at
      from public.subscriptions s where s.user_id = d.id and s.status = 'active'`,
  );
  await run(
    `insert into public.contact_messages (name, email, subject, message, handled_at, created_at)
      select 'Moun ' || n, 'moun' || n || '@example.test', 'Kesyon ' || n, repeat('Kote fim mwen an? ', 10),
        case when n % 3 > 0 then now() end, ${created} from ${all}`,
  );
  await remakeIndexes();
  await run(
    `insert into public.audit_log (at, actor_id, act, subject, subject_id, label, change)
      select ${created}, '${ADMIN}', 'update', (array['movies', 'series', 'members'])[1 + n % 3], n::text, 'Fim ' || n, '{"title":["a","b"]}' from ${all}`,
  );
  await run(
    `insert into public.media_jobs (movie_id, source_path, status, created_at)
      select m.id, 'movies/x.mp4', 'done', m.created_at from public.movies m`,
  );
  for (const table of FILLED) await run(`alter table ${table} enable trigger user`);
  await run(`insert into public.admin_users (user_id) values ('${ADMIN}')`);
  await run('select private.recount_rows()');
  // Autovacuum would do this a while later.
  await run('vacuum analyze').catch(() => run('analyze'));
}
