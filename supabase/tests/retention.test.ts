import { RETENTION_DAYS } from '@lakou/contract/retention';
import { describe, expect, test } from 'vitest';
import { retentionHandlers } from '../../server/src/jobs/retention-handlers.ts';
import { fixture, general } from './support/fixtures.ts';
import { keptTables } from './support/kept-tables.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Rule {
  name: string;
  relation: string;
  time_column: string;
}
const rulesOf = (as: As) => as('owner').query<Rule>('select * from private.retention_rules order by name');

const lastOrder = '00000000-0000-4000-b000-0000000000ff';
/** Two rows of each table, as old as $1 says: `(now() - interval '…')`. */
const twoRows = (age: string): Record<string, string> => ({
  audit_log: `insert into audit_log (at, act, subject, subject_id) select ${age}, 'update', 'movies', n::text from generate_series(1, 2) n`,
  sandbox_sessions: `insert into private.sandbox_sessions (id, order_id, success_url, cancel_url, created_at)
    select 'open ' || o.id, o.id, '/', '/', ${age} from orders o where o.title = 'never paid' and o.created_at = ${age}`,
  sandbox_events: `insert into private.sandbox_events (session_id, event, created_at)
    select s.id, '{}', ${age} from private.sandbox_sessions s where s.created_at = ${age}`,
  checkouts: `insert into private.checkouts (order_id, url, expires_at)
    select o.id, 'https://pay.example', ${age} from orders o where o.title = 'never paid' and o.created_at = ${age}`,
  contact_messages: `insert into contact_messages (name, email, subject, message, created_at)
    select 'Mimose', 'mimose@example.test', 'Kesyon mwen', 'Mwen gen yon kesyon.', ${age} from generate_series(1, 2)`,
  daily_salts: `insert into private.daily_salts (day) select (${age})::date - n from generate_series(0, 1) n on conflict do nothing`,
  download_devices: `insert into private.download_devices (user_id, device_id, public_key, seen_at)
    select '${idOf.mimose}', gen_random_uuid(), repeat('A', 392), ${age} from generate_series(1, 2)`,
  deleted_rows: `insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents, deleted_at)
    select 'banners', gen_random_uuid(), 'Ansyen', '{}', '{}', ${age} from generate_series(1, 2)`,
  provider_entries: `insert into private.provider_entries (provider, reference, kind, amount_minor, currency, occurred_at)
    select 'stripe', gen_random_uuid(), 'payment', 100, 'USD', ${age} from generate_series(1, 2)`,
  gifts: `insert into private.gifts (recipient_name, from_name, language, created_at) select 'Manmi', 'Jean', 'ht', ${age} from generate_series(1, 2)`,
  media_jobs: `insert into media_jobs (movie_id, source_path, status, created_at)
    select '${fixture['free movie']}', 'a.mp4', s, ${age} from unnest('{done,failed}'::text[]) s`,
  media_workers: `insert into private.media_workers (id, state, seen_at) select gen_random_uuid(), 'off', ${age} from generate_series(1, 2)`,
  moderation_log: `insert into private.moderation_log (action, target_kind, created_at) select 'hide', 'post', ${age} from generate_series(1, 2)`,
  notifications: `insert into private.notifications (user_id, kind, topic_id, created_at)
    select u, 'mention', '${fixture.topic}', ${age} from unnest('{${idOf.tiJo},${idOf.kesner}}'::uuid[]) u on conflict do nothing`,
  trial_marks: `insert into private.trial_marks (mark, marked_at) select sha256(gen_random_uuid()::text::bytea), ${age} from generate_series(1, 2)`,
  outages: `insert into private.outages (part, began_at, ended_at) select 'mail', ${age}, ${age} from generate_series(1, 2)`,
  orders: `insert into orders (user_id, transaction_type, plan, title, amount_minor, status, created_at)
    select '${idOf.mimose}', 'subscription', 'monthly', 'never paid', 399, s, ${age} from unnest('{pending,failed}'::text[]) s`,
  rate_limits: `insert into private.rate_limits (action, who, window_start, times) select 'test', n::text, ${age}, 1 from generate_series(1, 2) n`,
  reports: `insert into private.reports (reporter_id, topic_id, post_id, reason, settled_at, outcome)
    select u, '${fixture.topic}', '${fixture.post}', 'spam', ${age}, 'dismissed' from unnest('{${idOf.nadine},${idOf.kesner}}'::uuid[]) u on conflict do nothing`,
  device_requests: `insert into private.device_requests (code_hash, secret_hash, user_agent, network, address_hash, created_at)
    select uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()), '', '', '', ${age} from generate_series(1, 2)`,
  playback_quality: `insert into private.playback_quality (day, dimension, value) select (${age})::date, 'country', c from unnest('{HT,US}'::text[]) c on conflict do nothing`,
  rolled_periods: `insert into private.rolled_periods (days, starts, slices) select d, (${age})::date, d / 4 from unnest('{8,64}'::integer[]) d on conflict do nothing`,
  text_versions: `insert into private.text_versions (topic_id, content, replaced_at) select '${fixture.topic}', 'Anvan', ${age} from generate_series(1, 2)`,
  topic_readers: `insert into private.topic_readers (topic_id, user_id, read_to)
    select '${fixture.topic}', u, ${age} from unnest('{${idOf.nadine},${idOf.guerda}}'::uuid[]) u on conflict do nothing`,
  topic_views: `insert into private.topic_views (topic_id, viewer, day) select '${fixture.topic}', 'v' || n, (${age})::date from generate_series(1, 2) n`,
  watch_rollups: `insert into private.watch_rollups (days, starts, title_id, seconds, visits, member_hashes)
    select 1, (${age})::date - n, '${fixture['free movie']}', 1, 1, '{}' from generate_series(0, 1) n on conflict do nothing`,
  watch_sessions: `insert into watch_sessions (id, movie_id, day, seconds_watched)
    select gen_random_uuid(), '${fixture['free movie']}', (${age})::date, 60 from generate_series(1, 2)`,
});

/** Until nothing is due, in small batches, every rule in turn as the jobs do. */
async function purgeAll(as: As, rules: Rule[]): Promise<void> {
  await as('owner').query(
    `select private.roll_up_day(d.day) from (select distinct s.day from watch_sessions s where s.day < current_date) d`,
  );
  for (let turn = 0; turn < 4; turn++) {
    for (const { name } of rules) {
      while (await as('owner').value<boolean>('select private.purge_expired($1, 1)', name));
    }
  }
}

const countOf = (as: As, { relation, time_column }: Rule, condition: string) =>
  as('owner').value<number>(`select count(*)::integer from ${relation} where ${time_column} ${condition}`);

describe('retention', () => {
  test(
    'every table has a rule, or a reason why it needs none',
    inTransaction(async (as) => {
      const tables = await as('owner').query<{ name: string }>(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and not c.relispartition
            and n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'platform', 'supabase_migrations')`,
      );
      const listed = [...(await rulesOf(as)).map(({ relation }) => relation), ...Object.keys(keptTables)];
      expect(tables.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
    }),
  );

  test(
    'every rule has its job, and every job its rule',
    inTransaction(async (as) => {
      const jobs = (await rulesOf(as)).map(({ name }) => `purge_${name}`);
      expect(Object.keys(retentionHandlers).toSorted()).toEqual(
        [...jobs, 'purge_sessions', 'purge_account_events'].toSorted(),
      );
    }),
  );

  test(
    'a deployment without our server keeps rows as long as one with it',
    inTransaction(async (as) => {
      const days = await as('owner').value<object>(
        `select value from private.settings where key = 'retention_days'`,
      );
      expect(RETENTION_DAYS).toMatchObject(days);
      const settings = await as('owner').query<{ setting: string }>(
        'select distinct setting from private.retention_rules where setting is not null',
      );
      expect(Object.keys(days).toSorted()).toEqual(settings.map(({ setting }) => setting).toSorted());
    }),
  );

  test(
    'a purge finds what is due by an index',
    inTransaction(async (as) => {
      const unindexed = await as('owner').query(
        `select r.name from private.retention_rules r
          where not exists (
            select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            where i.indrelid = r.relation::regclass and a.attname = r.time_column)
          order by 1`,
      );
      // A row for each process, and one for every eight days.
      expect(unindexed).toEqual([{ name: 'media_workers' }, { name: 'rolled_periods' }]);
    }),
  );

  test(
    'after years nothing is left beyond its time, and what is younger stays',
    inTransaction(async (as) => {
      const rules = await rulesOf(as);
      // Parents before children.
      const first = ['orders', 'sandbox_sessions', 'daily_salts'];
      const order = [...first, ...rules.map(({ name }) => name).filter((name) => !first.includes(name))];
      for (const age of [`(now() - interval '4 years')`, `(now() - interval '5 minutes')`]) {
        const inserts = twoRows(age);
        for (const name of order) await as('owner').query(inserts[name] ?? `insert ${name}`);
      }
      const before = new Map<string, number>();
      for (const rule of rules) {
        expect(await countOf(as, rule, `< now() - interval '3 years'`), rule.name).toBeGreaterThan(0);
        before.set(rule.name, await countOf(as, rule, `>= now() - interval '1 day'`));
      }
      await purgeAll(as, rules);
      for (const rule of rules) {
        expect(await countOf(as, rule, `< now() - interval '3 years'`), rule.name).toBe(0);
        expect(await countOf(as, rule, `>= now() - interval '1 day'`), rule.name).toBe(before.get(rule.name));
      }
    }),
  );

  test(
    'an order that was paid is never deleted, nor what belongs to it',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into orders (id, user_id, transaction_type, plan, title, amount_minor, status, created_at)
          values ('${lastOrder}', '${idOf.mimose}', 'subscription', 'monthly', 'Lakou', 399, 'expired', now() - interval '9 years')`,
      );
      await as('owner').query(
        `insert into ledger (order_id, kind, amount_minor, currency, provider, provider_reference, occurred_at)
          values ('${lastOrder}', 'payment', 399, 'USD', 'test', 'old', now() - interval '9 years')`,
      );
      await as('owner').query(`select private.purge_expired('orders', 100)`);
      expect(await as('owner').touches('select from orders where id = $1', lastOrder)).toBe(1);
      expect(await as('owner').touches('select from ledger where order_id = $1', lastOrder)).toBe(1);
    }),
  );

  test(
    'sessions stay until their day is counted',
    inTransaction(async (as) => {
      await as('owner').query(twoRows(`(now() - interval '2 years')`).watch_sessions ?? '');
      const purge = () => as('owner').query(`select private.purge_expired('watch_sessions', 100)`);
      const left = () =>
        as('owner').touches(`select from watch_sessions where day < now() - interval '1 year'`);
      await purge();
      expect(await left()).toBe(2);
      await as('owner').query(`select private.roll_up_day((now() - interval '2 years')::date)`);
      await purge();
      expect(await left()).toBe(0);
      expect(
        await as('owner').value(
          `select seconds_watched from private.daily_statistics where day = (now() - interval '2 years')::date`,
        ),
      ).toBe(120);
      // A payment of that day is reported late: what was watched stays counted.
      await as('owner').query(`select private.roll_up_day((now() - interval '2 years')::date)`);
      expect(
        await as('owner').value(
          `select seconds_watched from private.daily_statistics where day = (now() - interval '2 years')::date`,
        ),
      ).toBe(120);
    }),
  );

  test.each([
    ['the audit log', 'audit_log', 'at', 'audit_append_only'],
    ['the moderation log', 'private.moderation_log', 'created_at', 'log_append_only'],
  ])('nobody, not even the owner, deletes an entry of %s before its time', (_log, table, column, hint) =>
    inTransaction(async (as) => {
      const name = table.replace('private.', '');
      await as('owner').query(twoRows(`(now() - interval '360 days')`)[name] ?? '');
      // Changing the settings cannot shorten it below a year.
      await as('owner').query(`update private.settings set value = '{}' where key = 'retention_days'`);
      expect((await as('owner').refusal(`delete from ${table}`)).hint).toBe(hint);
      expect((await as('owner').refusal(`truncate ${table}`)).hint).toBe(hint);
      expect(
        (await as('owner').refusal(`update ${table} set ${column} = now() - interval '9 years'`)).hint,
      ).toBe(hint);
    })(),
  );

  test(
    'the count of the audit log follows its purge',
    inTransaction(async (as) => {
      const counted = () =>
        as('owner').value<number>(
          `select coalesce(sum(rows), 0)::integer from private.row_counts where name = 'audit_log'`,
        );
      await as('owner').query(twoRows(`(now() - interval '4 years')`).audit_log ?? '');
      await as('owner').query('set constraints all immediate');
      const before = await counted();
      await as('owner').query(`select private.purge_expired('audit_log', 100)`);
      expect(await counted()).toBe(before - 2);
    }),
  );

  test(
    'a follower stays a follower, however long ago they read the topic',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into private.topic_readers (topic_id, user_id, following, read_to)
          values ($1, $2, true, now() - interval '9 years')
          on conflict on constraint topic_readers_pkey do update set following = true, read_to = excluded.read_to`,
        fixture.topic,
        idOf.nadine,
      );
      await as('owner').query(`select private.purge_expired('topic_readers', 100)`);
      expect(
        await as('owner').touches('select from private.topic_readers where user_id = $1', idOf.nadine),
      ).toBe(1);
    }),
  );
});

describe('words for the search', () => {
  const known = (as: As, word: string) =>
    as('owner').touches('select from private.search_words where word = $1', word);
  const purge = (as: As) => as('owner').query('select private.purge_search_words(10000)');

  test(
    'are forgotten when no title has them any more',
    inTransaction(async (as) => {
      const [one, other] = await as('owner').query<{ id: string }>(
        `insert into movies (title, published) values ('Kokoriko solèyman', true), ('Solèyman', true) returning id`,
      );
      expect([await known(as, 'kokoriko'), await known(as, 'soleyman')]).toEqual([1, 1]);
      await as('owner').query('delete from movies where id = $1', one?.id);
      await purge(as);
      expect([await known(as, 'kokoriko'), await known(as, 'soleyman')]).toEqual([0, 1]);
      await as('owner').query(`update movies set title = 'Lalin' where id = $1`, other?.id);
      await purge(as);
      expect([await known(as, 'soleyman'), await known(as, 'lalin')]).toEqual([0, 1]);
    }),
  );

  test(
    'of a topic stay while it is there',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into forum_topics (title, content, user_id, category_id) values ('Kokoriko', 'Bonjou tout moun', $1, $2)`,
        idOf.mimose,
        general,
      );
      await as('owner').query(
        `insert into private.words_to_check values ('kokoriko') on conflict do nothing`,
      );
      const before = await known(as, 'kokoriko');
      await purge(as);
      expect(await known(as, 'kokoriko')).toBe(before);
    }),
  );
});
