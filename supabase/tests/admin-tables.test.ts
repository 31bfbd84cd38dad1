import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { everyClient, idOf, type Person } from './support/people.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Line {
  actor_id: string;
  act: string;
  subject: string;
  label: string;
  reason: string | null;
  change: Record<string, unknown>;
}
const lastLine = `select actor_id, act, subject, label, reason, change from audit_log order by id desc limit 1`;

describe('the audit log', () => {
  test(
    'has every act of staff with what it changed, and nothing of what members do',
    inTransaction(async (as) => {
      await as('editor').query(`update movies set title = 'Lanmè a' where id = $1`, fixture['paid movie']);
      const [line] = await as('admin').query<Line>(lastLine);
      expect(line).toMatchObject({
        actor_id: idOf.editor,
        act: 'update',
        subject: 'movies',
        label: 'Lanmè a',
      });
      expect(Object.keys(line?.change ?? {})).toEqual(['title']);
      const lines = () => as('admin').value<number>('select count(*)::int from audit_log');
      const before = await lines();
      // The admin's own review changes the film's counters: no action of staff.
      for (const person of ['mimose', 'admin'] as const) {
        await as(person).query(
          `insert into reviews (movie_id, user_id, rating) values ($1, $2, 5) on conflict do nothing`,
          fixture['free movie'],
          idOf[person],
        );
      }
      expect(await lines()).toBe(before);
      await as('moderator').query(`insert into forum_categories (name) values ('Mizik ak dans')`);
      await as('editor').query(
        `delete from movie_categories where id in (select id from movie_categories limit 1)`,
      );
      expect(await lines()).toBe(before + 2);
    }),
  );

  test(
    'cannot be changed by anybody, not even by the owner',
    inTransaction(async (as) => {
      for (const sql of [`update audit_log set act = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
        for (const person of ['admin', 'service', 'owner'] as const)
          expect((await as(person).refusal(sql)).code, `${person}: ${sql}`).toBe('42501');
      }
    }),
  );
});

describe("the studio's tables", () => {
  const calls: [sql: string, allowed: Person[]][] = [
    ['select * from admin_movies()', ['editor', 'admin']],
    ['select * from admin_series()', ['editor', 'admin']],
    ['select * from admin_members()', ['admin']],
    [`select admin_member('${idOf.mimose}')`, ['admin']],
    ['select * from admin_subscriptions()', ['accountant', 'admin']],
    ['select * from admin_exchange_rates()', ['accountant', 'admin']],
    [`select set_exchange_rate(131.5, '2026-11-01', 'BRH')`, ['accountant', 'admin']],
    [`select set_pass_price('day', 59)`, ['admin']],
    [`select set_trial_days('monthly', 14)`, ['admin']],
    [
      `select settle_payment_alert((select min(id) from payment_alerts), 'looked at it')`,
      ['accountant', 'admin'],
    ],
    ['select * from admin_messages()', ['admin']],
    ['select * from admin_audit_log()', ['admin']],
    ['select * from admin_deleted_rows()', ['admin']],
    ['select statistics(current_date - 6, current_date)', ['accountant', 'admin']],
    ['select admin_quality(current_date - 6, current_date)', ['admin']],
    [`select grant_subscription('${idOf.mimose}', 'monthly', now() + interval '1 day', 'a gift')`, ['admin']],
    [`select sign_out_member('${idOf.mimose}', 'lost phone')`, ['admin']],
    [`select end_subscription((select id from subscriptions limit 1), 'asked for it')`, ['admin']],
    [`select reorder_episodes('${fixture['paid series']}', 99, '{}')`, ['editor', 'admin']],
    [`select edit_titles('movie', array['${fixture['paid movie']}'::uuid], '{}')`, ['editor', 'admin']],
  ];
  test.each(calls)('%s is for those whose work it is, and for nobody else', (sql, allowed) =>
    inTransaction(async (as) => {
      for (const person of everyClient) {
        if (allowed.includes(person)) continue;
        expect((await as(person).refusal(sql)).code, person).toBe('42501');
      }
      if (/end_subscription|settle_payment_alert/.test(sql)) return;
      for (const person of allowed) await as(person).query(sql);
    })(),
  );

  test(
    'find, filter, sort and count',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (title, published) select 'Lanmè-' || n, n % 2 = 0 from generate_series(1, 60) n`,
      );
      const page = (args: string) =>
        as('editor').query<{ title: string; total: number }>(
          `select title, total::int from admin_movies(${args})`,
        );
      const all = await as('owner').value<number>('select count(*)::int from movies');
      const [first, ...others] = await page(`page_size => 100`);
      expect([first?.total, others.length + 1]).toEqual([all, all]);
      expect((await page(`search => 'LANME-', filter => 'draft'`))[0]?.total).toBe(30);
      expect((await page(`search => 'lanmè-6', sort => 'title'`)).map(({ title }) => title)).toEqual([
        'Lanmè-6',
        'Lanmè-60',
      ]);
      expect(await page(`search => '%'`)).toEqual([]);
      expect((await page(`search => 'lanme-', page => 3, page_size => 25`)).length).toBe(10);
      // The pages of the second half are read from the end; together they are all of it, each row once.
      for (const sort of ['title', 'title_desc', 'newest', 'oldest']) {
        const pages: string[] = [];
        for (let at = 1; at <= Math.ceil(all / 7) + 1; at += 1)
          pages.push(
            ...(await page(`page => ${at}, page_size => 7, sort => '${sort}'`)).map(({ title }) => title),
          );
        const whole = await page(`page_size => 100, sort => '${sort}'`);
        expect(pages, sort).toEqual(whole.map(({ title }) => title));
      }
      const found = await as('admin').query<{ username: string; email: string }>(
        `select username, email from admin_members(search => $1)`,
        'mimose@exam',
      );
      expect(found).toEqual([{ username: 'mimose', email: 'mimose@example.test' }]);
      const subscribed = await as('admin').query(
        `select username from admin_members(filter => 'subscribed')`,
      );
      expect(subscribed).toEqual([{ username: 'kesner' }]);
      expect(
        await as('admin').query(`select name from admin_messages(search => 'a ques', filter => 'open')`),
      ).toEqual([{ name: 'Mimose' }]);
      // So many members of one name that they are not looked up one by one.
      await as('owner').query(
        `insert into auth.users (id, email, aud, role) select gen_random_uuid(), 'fanmi' || n || '@example.test', 'authenticated', 'authenticated'
          from generate_series(1, 201) n`,
      );
      await as('owner').query(
        `insert into subscriptions (user_id, status, subscription_type, expires_at)
          select id, 'active', 'monthly', now() + interval '1 day' from auth.users where email = 'fanmi7@example.test'`,
      );
      const family = `select email from admin_subscriptions(search => 'fanmi', filter => 'active')`;
      expect(await as('accountant').query(family)).toEqual([{ email: 'fanmi7@example.test' }]);
      await as('editor').query(`update movies set title = 'Lanmè' where title = 'Lanmè-1'`);
      const acts = await as('admin').query(
        `select act, actor, label from admin_audit_log(search => 'edit', filter => 'movies')`,
      );
      expect(acts).toEqual([{ act: 'update', actor: 'editor', label: 'Lanmè' }]);
      expect(await as('admin').value(`select total::int from admin_members() limit 1`)).toBe(
        await as('owner').value('select count(*)::int from private.profiles'),
      );
    }),
  );

  test(
    'know a title by its present name and state',
    inTransaction(async (as) => {
      const found = (search: string, filter: string | null = null) =>
        as('editor').query<{ title: string }>(
          `select title from admin_movies($1, $2) union all select title from admin_series($1, $2)`,
          search,
          filter,
        );
      for (const table of ['movies', 'series']) {
        const id = await as('editor').value(
          `insert into ${table} (title) values ('Vwayaj Mirebalè') returning id`,
        );
        expect(await found('VWAYAJ mire', 'draft')).toEqual([{ title: 'Vwayaj Mirebalè' }]);
        await as('editor').query(
          `update ${table} set title = 'Chimen Mirebalè', published = true, is_free = true where id = $1`,
          id,
        );
        expect(await found('vwayaj')).toEqual([]);
        expect(await found('mirebale', 'draft')).toEqual([]);
        for (const filter of [null, 'published', 'free', 'no_video'])
          expect(await found('ebale', filter), `${filter}`).toEqual([{ title: 'Chimen Mirebalè' }]);
        await as('editor').query(`delete from ${table} where id = $1`, id);
        expect(await found('mirebale')).toEqual([]);
      }
    }),
  );

  test(
    'know a subscription by its member and its state',
    inTransaction(async (as) => {
      const found = (search: string, filter: string) =>
        as('accountant').query(`select status from admin_subscriptions($1, $2)`, search, filter);
      const subscribed = () =>
        as('admin').query(`select username from admin_members(search => 'kesn', filter => 'subscribed')`);
      expect(await found('kesner@', 'active')).toEqual([{ status: 'active' }]);
      expect(await subscribed()).toEqual([{ username: 'kesner' }]);
      await as('owner').query(`update private.profiles set last_name = 'Zefi' where id = $1`, idOf.kesner);
      await as('owner').query(`update subscriptions set status = 'canceled' where user_id = $1`, idOf.kesner);
      expect(await found('zef', 'active')).toEqual([]);
      expect(await found('zef', 'canceled')).toEqual([{ status: 'canceled' }]);
      expect(await subscribed()).toEqual([]);
      await as('owner').query(`delete from auth.users where id = $1`, idOf.kesner);
      expect(await found('zef', 'canceled')).toEqual([]);
    }),
  );

  test(
    'find the same by reading in order and by the trigram index',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into movies (title, published, created_at)
          select 'Lanmè ' || n || ' nan Okay%', n % 3 = 0, now() - n * interval '1 hour' from generate_series(1, 90) n`,
      );
      const asked = [
        `'lanmè 1'`,
        `'kay%'`,
        `'nme', 'draft'`,
        `'me 77 nan okay'`,
        `'9', null, 'oldest'`,
        `'nan okay', 'published', 'title_desc'`,
        `'%'`,
        `'xqzwvk'`,
      ];
      const answers = async (rows: number) => {
        // A large table is searched in other ways than a small one.
        await as('owner').query(`update private.row_count_shards set rows = $1 where name = 'movies'`, rows);
        return Promise.all(
          asked.map((args) => as('editor').query(`select title, total from admin_movies(${args})`)),
        );
      };
      const small = await answers(100);
      expect(small.map((rows) => rows.length)).toEqual([11, 25, 25, 1, 2, 25, 0, 0]);
      for (const rows of [2_001, 10_000_000]) expect(await answers(rows), `${rows}`).toEqual(small);
    }),
  );

  test(
    'put the episodes of a season in order, and refuse when the season has changed meanwhile',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into episodes (series_id, season_number, episode_number, title)
          select $1, 7, n, 'Epizòd ' || n from generate_series(1, 3) n`,
        fixture['paid series'],
      );
      const titles = () =>
        as('editor').query<{ id: string; title: string }>(
          `select id, title from episodes where series_id = $1 and season_number = 7 order by episode_number`,
          fixture['paid series'],
        );
      const [one, two, three] = (await titles()).map(({ id }) => id);
      const reorder = `select reorder_episodes($1, 7, $2)`;
      await as('editor').query(reorder, fixture['paid series'], [three, one, two]);
      expect((await titles()).map(({ title }) => title)).toEqual(['Epizòd 3', 'Epizòd 1', 'Epizòd 2']);
      for (const wrong of [
        [one, two],
        [one, one, two],
        [one, two, idOf.mimose],
      ])
        expect((await as('editor').refusal(reorder, fixture['paid series'], wrong)).hint).toBe(
          'list_changed',
        );
    }),
  );
});

describe('many titles at once', () => {
  const edit = 'select edit_titles($1, $2, $3)';

  test(
    'an editor prices, schedules, categorises and features them, and other columns stay',
    inTransaction(async (as) => {
      const films = await as('owner').query<{ id: string; description: string }>(
        `insert into movies (title, description, banner_url, genre)
          select 'Fim ' || n, 'Istwa ' || n, '/demo/a.webp', array['Drama'] from generate_series(1, 10) n returning id, description`,
      );
      const ids = films.map(({ id }) => id);
      await as('owner').query(`insert into movie_categories (name) values ('Rapid')`);
      const change = {
        is_purchasable: true,
        purchase_price: 7.5,
        publish_at: '2999-01-01T00:00:00Z',
        add_category: 'Rapid',
        remove_category: 'Drama',
        featured: true,
      };
      expect(await as('editor').value(edit, 'movie', ids, change)).toBe(10);
      const rows = await as('owner').query(
        `select description, purchase_price::float as price, rental_price, is_purchasable, is_free, genre,
            publish_at is not null as scheduled, published from movies where id = any($1) order by created_at, id`,
        ids,
      );
      expect(rows).toHaveLength(10);
      for (const row of rows)
        expect(row).toMatchObject({
          ...{ price: 7.5, rental_price: null, is_purchasable: true, is_free: false, genre: ['Rapid'] },
          ...{ scheduled: true, published: false, description: expect.stringMatching(/^Istwa/) },
        });
      const featured = `select count(*)::int from featured_films where active and movie_id = any($1)`;
      expect(await as('owner').value(featured, ids)).toBe(10);
      await as('editor').value(edit, 'movie', ids, { featured: false });
      expect(await as('owner').value(featured, ids)).toBe(0);
      await as('editor').value(edit, 'movie', ids, { featured: true });
      expect(
        await as('owner').value(`select count(*)::int from featured_films where movie_id = any($1)`, ids),
      ).toBe(10);
    }),
  );

  test(
    'nothing is changed when one of them cannot be, or the change is not known',
    inTransaction(async (as) => {
      const ids = [fixture['paid movie'], fixture['free movie']];
      const refused = async (...input: unknown[]) => (await as('editor').refusal(edit, ...input)).hint;
      expect(await refused('movie', ids, { featured: true, purchase_price: 1 })).toBe('banner_needed');
      expect(await refused('movie', ids, { add_category: 'Pa gen sa' })).toBe('category_unknown');
      expect(await refused('movie', ids, { review_total: 500 })).toBe('bulk_edit_invalid');
      expect(await refused('movie', [], {})).toBe('bulk_edit_invalid');
      expect(await refused('movie', Array(101).fill(ids[0]), {})).toBe('bulk_edit_invalid');
      expect(await refused('profiles', ids, {})).toBe('bulk_edit_invalid');
      expect((await as('editor').refusal(edit, 'movie', ids, { purchase_price: -1 })).code).toBe('23514');
      expect(await as('owner').value('select count(*)::int from movies where purchase_price = 1')).toBe(0);
    }),
  );

  test(
    'a film that is to be published when ready is a draft until its video can be played',
    inTransaction(async (as) => {
      const id = await as('editor').value(
        `insert into movies (title, publish_when_ready) values ('Byento', true) returning id`,
      );
      const state = () =>
        as('owner').query('select published, publish_when_ready from movies where id = $1', id);
      expect(await state()).toEqual([{ published: false, publish_when_ready: true }]);
      await as('owner').query('update movies set has_video = true where id = $1', id);
      expect(await state()).toEqual([{ published: true, publish_when_ready: false }]);
    }),
  );
});

describe('an admin', () => {
  test(
    'grants a subscription with a reason, and ends it',
    inTransaction(async (as) => {
      const grant = `select grant_subscription($1, 'yearly', now() + interval '30 days', $2)`;
      expect((await as('admin').refusal(grant, idOf.tiJo, ' ')).hint).toBe('reason_needed');
      const id = await as('admin').value<string>(grant, idOf.tiJo, 'won the quiz');
      expect(await as('tiJo').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(true);
      expect((await as('admin').query<Line>(lastLine))[0]).toMatchObject({
        act: 'grant_subscription',
        subject: 'members',
        reason: 'won the quiz',
      });
      await as('admin').query(`select end_subscription($1, 'a mistake')`, id);
      expect(await as('tiJo').value(`select can_watch('movie', $1)`, fixture['paid movie'])).toBe(false);
    }),
  );

  test(
    'cannot end here what the payment provider would charge again',
    inTransaction(async (as) => {
      await as('owner').query(
        `update subscriptions set provider = 'stripe', provider_reference = 'sub_1' where user_id = $1`,
        idOf.kesner,
      );
      const id = await as('owner').value(`select id from subscriptions where user_id = $1`, idOf.kesner);
      expect((await as('admin').refusal(`select end_subscription($1, 'why not')`, id)).hint).toBe(
        'subscription_renews',
      );
    }),
  );
});

test(
  'a title appears and disappears at its hour',
  inTransaction(async (as) => {
    const film = await as('editor').value(
      `insert into movies (title, publish_at, unpublish_at) values ('Minwi', now() - interval '1 minute', now() + interval '1 day') returning id`,
    );
    const seen = () => as('visitor').touches('select from movies where id = $1', film);
    expect(await seen()).toBe(0);
    await as('owner').query('select private.apply_release_windows()');
    expect(await seen()).toBe(1);
    await as('owner').query(
      `update movies set unpublish_at = now() - interval '1 second' where id = $1`,
      film,
    );
    await as('owner').query('select private.apply_release_windows()');
    expect(await seen()).toBe(0);
    expect(
      await as('owner').query('select publish_at, unpublish_at from movies where id = $1', film),
    ).toEqual([{ publish_at: null, unpublish_at: null }]);
  }),
);

test(
  'the numbers are right: who watched, for how long, what came in',
  inTransaction(async (as) => {
    await as('owner').query('delete from watch_sessions');
    await as('owner').query(
      `insert into watch_sessions (id, user_id, movie_id, day, seconds_watched) values
        (gen_random_uuid(), $1, $2, current_date, 600), (gen_random_uuid(), $1, $2, current_date, 300),
        (gen_random_uuid(), null, $2, current_date - 1, 60)`,
      idOf.kesner,
      fixture['free movie'],
    );
    const numbers = await as('accountant').value<{
      days: { members_watching: number; visits_watching: number; seconds_watched: number; revenue: object }[];
      top_titles: { id: string; seconds_watched: number; members: number; visits: number }[];
    }>('select statistics(current_date - 1, current_date)');
    expect(numbers.days).toMatchObject([
      { members_watching: 0, visits_watching: 1, seconds_watched: 60 },
      { members_watching: 1, visits_watching: 0, seconds_watched: 900 },
    ]);
    expect(numbers.top_titles[0]).toMatchObject({
      id: fixture['free movie'],
      seconds_watched: 960,
      members: 1,
      visits: 1,
    });
    const today = await as('owner').query(
      `select currency, sum(amount_minor)::int as amount from ledger where occurred_at >= current_date group by 1`,
    );
    expect(numbers.days[1]?.revenue).toEqual(Object.fromEntries(today.map((row) => Object.values(row))));
    expect((await as('admin').refusal(`select statistics(current_date, current_date - 1)`)).hint).toBe(
      'date_invalid',
    );
  }),
);
