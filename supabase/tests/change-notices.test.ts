import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readSources, type Sources } from '../../platform/src/caching/sources.ts';
import { watchTables } from '../../platform/src/caching/watch-tables.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

let database: TestDatabase;
let sources: Sources;

beforeAll(async () => {
  database = await openTestDatabase();
  sources = await readSources(database);
});
afterAll(() => database.close());

const named = async (text: string) => (await database.query<{ name: string }>(text)).map(({ name }) => name);
const watched = () =>
  named(`select tgrelid::regclass::text as name from pg_trigger
    where tgfoid in ('platform.notify_change'::regproc, 'platform.collect_change'::regproc) group by 1 having count(*) = 4 order by 1`);

test('changes of every table that visitors can read, directly or behind something, are notified', async () => {
  const readable = await named(`select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_any_column_privilege('anon', c.oid, 'select')`);
  expect(readable.length).toBeGreaterThan(5);
  const all = await watched();
  expect(readable.filter((name) => !all.includes(name))).toEqual([]);
  const wanted = sources.wanted().map((name) => name.replace(/^public\./, ''));
  expect(all).toEqual(wanted.toSorted());
  expect(wanted).toEqual(
    expect.arrayContaining(['private.profiles', 'private.forum_blocks', 'private.search_entries']),
  );
});

test('what members do all the time is not notified', async () => {
  const all = await watched();
  const busy = await named(`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relname ~ '^(watch_|playback_|topic_view|topic_reader|rate_limit|notification|job|daily_)'`);
  expect(busy.length).toBeGreaterThan(5);
  expect(all.filter((name) => busy.includes(name))).toEqual([]);
});

test('of all that visitors can read, only this is not known to its tables: it asks for the time, or writes', () => {
  expect(sources.unknown()).toEqual([
    'public.can_watch',
    'public.claim_device_session',
    'public.increment_topic_view',
    'public.list_title_access',
    'public.next_episode',
    'public.read_code',
    'public.request_device_code',
    'public.start_playback',
  ]);
});

test('only what asks who is signed in is declared to be constant for visitors', async () => {
  const declared = await named(`select objoid::regproc::text as name from pg_description
      where classoid = 'pg_proc'::regclass and description like '%(constant for visitors)%'
    union all select objoid::regclass::text from pg_description
      where classoid = 'pg_class'::regclass and description like '%(constant for visitors)%' order by name`);
  expect(declared).toEqual(['private.has_role', 'private.is_fully_signed_in', 'private.my_paid_titles']);
  const [asVisitor] = await database.transaction(async (transaction) => {
    await transaction.query(`select set_config('request.jwt.claims', '{"role":"anon"}', true)`);
    return transaction.query(`select private.has_role('admin', 'editor') as has_role,
      private.is_fully_signed_in() as is_signed_in, (select count(*)::int from private.my_paid_titles) as titles`);
  });
  expect(asVisitor).toEqual({ has_role: false, is_signed_in: false, titles: 0 });
});

test('functions declare rows only of tables that they read, by columns that notices carry', async () => {
  const declared = await database.query<{ name: string; rows: string }>(
    `select objoid::regproc::text as name, substring(description from '\\(rows: ([^)]*)\\)') as rows from pg_description
      where classoid = 'pg_proc'::regclass and description like '%(rows: %' order by 1`,
  );
  expect(declared.map(({ name }) => name)).toEqual([
    'forum_topic',
    'latest_replies',
    'similar_titles',
    'title_topic_id',
    'topic_page',
  ]);
  for (const { name, rows } of declared) {
    for (const [, table = '', column = ''] of rows.matchAll(/(\w+\.\w+)\.(\w+) = \w+/g)) {
      expect(sources.tablesOf(`public.${name}`)).toContain(table);
      const [trigger] = await database.query<{ sent: string }>(
        `select encode(tgargs, 'escape') as sent from pg_trigger where tgrelid = $1::regclass and tgname = 'notify_update'`,
        [table],
      );
      expect(trigger?.sent.split('\\000')).toContain(column);
    }
  }
});

test('nothing is kept from a new table until its changes are notified', async () => {
  await database.transaction((transaction) =>
    transaction.script(
      'create table public.novelties (id int primary key); grant select on public.novelties to anon',
    ),
  );
  const before = await readSources(database);
  expect(before.wanted()).toContain('public.novelties');
  expect(before.tablesOf('public.novelties')).toBeUndefined();
  await watchTables(database);
  expect((await readSources(database)).tablesOf('public.novelties')).toEqual(['public.novelties']);
  await database.transaction((transaction) => transaction.script('drop table public.novelties'));
});

test('a notice names the rows when they are few, and is sent after the commit only', async () => {
  const received: unknown[] = [];
  const stop = await database.listen('table_changes', (payload) => received.push(JSON.parse(payload)));
  const undone = database.transaction(async (transaction) => {
    await transaction.query('delete from public.banners');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await database.query('update public.banners set active = active where false');
  const [post] = await database.query<{ id: string; topic_id: string; user_id: string }>(
    `update public.forum_posts set edited_at = now() where id = (select min(id::text)::uuid from public.forum_posts)
      returning id, topic_id, user_id`,
  );
  await database.query('update public.movies set updated_at = updated_at');
  await database.query('truncate public.banners');
  const rows = { id: [post?.id], topic_id: [post?.topic_id], user_id: [post?.user_id] };
  await vi.waitFor(() => expect(received).toContainEqual({ table: 'public.banners' }), 20_000);
  expect(received).toEqual([
    { table: 'public.forum_posts', rows },
    { table: 'public.movies' },
    { table: 'public.banners' },
  ]);
  await stop();
});

test('a sign-up sends no notice itself, so that none waits for another; the next ping sends it', async () => {
  const received: { table?: string; rows?: { id: string[] }; mark?: number }[] = [];
  const stop = await database.listen('table_changes', (payload) => received.push(JSON.parse(payload)));
  const ofProfiles = () => received.filter(({ table }) => table === 'private.profiles');
  const mark = async (number: number) => {
    await database.query(`select pg_notify('table_changes', $1)`, [JSON.stringify({ mark: number })]);
    await vi.waitFor(() => expect(received).toContainEqual({ mark: number }), 20_000);
  };
  const signUp = (people: number) =>
    database.query<{ id: string }>(
      `insert into auth.users (id, email) select id, id || '@lakou.test' from (select gen_random_uuid() as id from generate_series(1, $1)) n
        returning id`,
      [people],
    );
  await database.query('select platform.send_collected_notices()');
  await mark(1);
  received.length = 0;

  const [one] = await signUp(1);
  const undone = database.transaction(async (transaction) => {
    await transaction.query(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'undone@lakou.test')`,
    );
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await mark(2);
  expect(ofProfiles()).toEqual([]);
  await database.query('select platform.send_collected_notices()');
  await mark(3);
  expect(ofProfiles()).toEqual([{ table: 'private.profiles', rows: { id: [one?.id] } }]);

  await signUp(101);
  await database.query('select platform.send_collected_notices()');
  await database.query('select platform.send_collected_notices()');
  await mark(4);
  expect(ofProfiles().slice(1)).toEqual([{ table: 'private.profiles' }]);
  await stop();
});
