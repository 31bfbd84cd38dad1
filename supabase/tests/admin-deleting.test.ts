import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** Every commerce row, without the columns that are cleared when a title or a member is deleted. */
const money = (as: As) =>
  as('owner').query(
    `select (select jsonb_agg(to_jsonb(l) order by l.id) from ledger l) as ledger,
      (select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'amount', o.amount_minor, 'status', o.status) order by o.id)
        from orders o) as orders,
      (select jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'amount', p.amount, 'status', p.status) order by p.id)
        from user_purchases p) as purchases,
      (select count(*)::integer from subscriptions) as subscriptions`,
  );

const hoursWatched = async (as: As) =>
  (
    await as('admin').value<{ days: { seconds_watched: number }[]; top_titles: { title: string }[] }>(
      'select statistics(current_date, current_date)',
    )
  ).days[0]?.seconds_watched;

describe('a category in use', () => {
  const listed = (as: As, genre: string) =>
    as('visitor').value<number>('select count_titles(in_genre => $1)', genre);

  test(
    'can be deleted: its titles keep the genre and are found by it',
    inTransaction(async (as) => {
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      const before = await listed(as, 'drama');
      expect(before).toBeGreaterThan(1);
      expect(await as('editor').touches(`delete from movie_categories where name = 'Drama'`)).toBe(1);
      expect(await listed(as, 'drama')).toBe(before);
    }),
  );

  test(
    'takes its titles along when it is called something else',
    inTransaction(async (as) => {
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      await as('owner').query(
        `update movies set genre = '{Istwa,drama,DRAM}' where id = $1`,
        fixture['paid movie'],
      );
      const before = await listed(as, 'drama');
      await as('editor').query(`update movie_categories set name = 'Dram' where name = 'Drama'`);
      while (await as('owner').value('select private.rename_category_in_titles(100)'));
      expect(await listed(as, 'drama')).toBe(0);
      expect(await listed(as, 'dram')).toBe(before);
      const genre = await as('visitor').value(
        'select genre from movies where id = $1',
        fixture['paid movie'],
      );
      expect(genre).toEqual(['Istwa', 'Dram']);
    }),
  );
});

test(
  'a film that people watch, review, discuss and once rented can go: the money and the hours stay, and so does the talk',
  inTransaction(async (as) => {
    const film = fixture['movie nobody bought'];
    await as('kesner').query(`select mark_watched('movie', $1)`, film);
    await as('owner').query(
      `insert into watch_sessions (id, user_id, movie_id, seconds_watched) values (gen_random_uuid(), $1, $2, 900)`,
      idOf.kesner,
      film,
    );
    await as('mimose').query(
      `insert into reviews (movie_id, user_id, rating) values ($1, $2, 5)`,
      film,
      idOf.mimose,
    );
    await as('mimose').query(`insert into watchlist (movie_id, user_id) values ($1, $2)`, film, idOf.mimose);
    const topic = await as('tiJo').value<string>(`select title_discussion('movie', $1)`, film);
    await as('tiJo').query(`insert into forum_posts (topic_id, content) values ($1, 'Bèl fim')`, topic);
    await as('owner').query(
      `update featured_films set movie_id = $1 where id = $2`,
      film,
      fixture['featured film'],
    );
    const [books, hours] = [await money(as), await hoursWatched(as)];

    expect(await as('editor').touches('delete from movies where id = $1', film)).toBe(1);

    expect(await money(as)).toEqual(books);
    expect(await hoursWatched(as)).toBe(hours);
    expect(await as('mimose').touches('select from my_payments() where amount_minor = 300')).toBe(1);
    expect(await as('visitor').value('select content from forum_posts where topic_id = $1', topic)).toBe(
      'Bèl fim',
    );
    expect(
      await as('visitor').query(
        'select active, movie_id from featured_films where id = $1',
        fixture['featured film'],
      ),
    ).toEqual([{ active: true, movie_id: null }]);
    for (const left of ['reviews', 'watchlist', 'watch_progress'])
      expect(await as('owner').touches(`select from ${left} where movie_id = $1`, film), left).toBe(0);
    expect(
      await as('admin').query('select act, subject, label from audit_log order by id desc limit 2'),
    ).toContainEqual({ act: 'delete', subject: 'movies', label: 'Pousyè (movie)' });
  }),
);

describe('a series', () => {
  const series = fixture['paid series'];
  const episode = fixture['episode of the paid series'];
  const hasVideo = (as: As) =>
    as('owner').query('update episodes set has_video = true where id = $1', episode);

  test(
    'that members own keeps the episodes they can watch; one without a video can be deleted',
    inTransaction(async (as) => {
      await hasVideo(as);
      for (const person of ['editor', 'admin', 'service'] as const)
        expect(await as(person).refusal('delete from episodes where id = $1', episode)).toMatchObject({
          code: '23503',
          hint: 'episode_sold',
        });
      const empty = fixture['free episode of the paid series'];
      expect(await as('editor').touches('delete from episodes where id = $1', empty)).toBe(1);
      expect(await as('marlene').touches('select from episodes where id = $1', episode)).toBe(1);
    }),
  );

  test(
    'that nobody owns any more is deleted with its episodes, and the ledger stays',
    inTransaction(async (as) => {
      await hasVideo(as);
      await as('owner').query(`update user_purchases set status = 'refunded' where series_id = $1`, series);
      const books = await money(as);
      expect(await as('editor').touches('delete from series where id = $1', series)).toBe(1);
      expect(await as('owner').touches('select from episodes where series_id = $1', series)).toBe(0);
      expect(await money(as)).toEqual(books);
    }),
  );
});

test(
  'a member who bought, subscribed, wrote and reviewed can go: every money row stays, without the name',
  inTransaction(async (as) => {
    await as('owner').query(
      `insert into subscriptions (user_id, status, subscription_type, expires_at) values ($1, 'active', 'monthly', now() + interval '1 day')`,
      idOf.mimose,
    );
    const rating = () =>
      as('visitor').value('select review_count from movies where id = $1', fixture['paid movie']);
    const [books, talk, reviews] = [
      await money(as),
      await as('owner').value('select count(*)::integer from forum_posts'),
      await rating(),
    ];
    await as('owner').query('delete from auth.users where id = $1', idOf.mimose);
    expect(await money(as)).toEqual(books);
    expect(await as('owner').value('select count(*)::integer from forum_posts')).toBe(talk);
    expect(await rating()).toBe(Number(reviews) - 1);
    for (const table of [
      'orders',
      'user_purchases',
      'subscriptions',
      'forum_topics',
      'forum_posts',
      'watch_sessions',
    ])
      expect(await as('owner').touches(`select from ${table} where user_id = $1`, idOf.mimose), table).toBe(
        0,
      );
    expect(
      await as('visitor').query('select title, user_id from forum_topics where id = $1', fixture.topic),
    ).toEqual([{ title: 'Ki fim?', user_id: null }]);
  }),
);
