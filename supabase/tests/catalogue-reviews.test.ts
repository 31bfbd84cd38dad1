import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { idOf, type Member } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const movie = fixture['free movie'];
const series = fixture['paid series'];

const add = (as: As, who: Member, rating: number, title: { movie?: string; series?: string }) =>
  as(who).value<string>(
    'insert into reviews (movie_id, series_id, rating) values ($1, $2, $3) returning id',
    title.movie ?? null,
    title.series ?? null,
    rating,
  );
const countsOf = async (as: As, table: 'movies' | 'series', id: string) =>
  (
    await as('visitor').query(
      `select review_count, rating, rating_counts::text as counts from ${table} where id = $1`,
      id,
    )
  )[0];

describe('the counts of stars', () => {
  test(
    'of a film and of a series follow every review that is written, changed and deleted',
    inTransaction(async (as) => {
      for (const [table, title] of [
        ['movies', { movie }],
        ['series', { series }],
      ] as const) {
        const id = 'movie' in title ? title.movie : title.series;
        const first = await add(as, 'mimose', 5, title);
        await add(as, 'tiJo', 5, title);
        await add(as, 'kesner', 2, title);
        expect(await countsOf(as, table, id)).toEqual({
          review_count: 3,
          rating: '4.0',
          counts: '{0,1,0,0,2}',
        });
        await as('mimose').query('update reviews set rating = 1 where id = $1', first);
        expect(await countsOf(as, table, id)).toEqual({
          review_count: 3,
          rating: '2.7',
          counts: '{1,1,0,0,1}',
        });
        await as('mimose').query('delete from reviews where id = $1', first);
        await as('moderator').query(
          `delete from reviews where ${table === 'movies' ? 'movie' : 'series'}_id = $1`,
          id,
        );
        expect(await countsOf(as, table, id)).toEqual({
          review_count: 0,
          rating: null,
          counts: '{0,0,0,0,0}',
        });
      }
    }),
  );
});

describe('a review of a series', () => {
  test(
    'is written once per member, of published series, and of one title',
    inTransaction(async (as) => {
      await add(as, 'mimose', 4, { series });
      const again = 'insert into reviews (movie_id, series_id, rating) values ($1, $2, 3)';
      expect((await as('mimose').refusal(again, null, series)).constraint).toBe(
        'one_series_review_per_member',
      );
      expect((await as('mimose').refusal(again, movie, fixture['free series'])).constraint).toBe('one_title');
      expect((await as('mimose').refusal(again, null, null)).code).toBe('42501');
      expect((await as('mimose').refusal(again, null, fixture['free draft series'])).code).toBe('42501');
      expect((await as('editor').refusal(again, null, fixture['free draft series'])).code).toBe('42501');
    }),
  );

  test(
    'is seen by those who see the series',
    inTransaction(async (as) => {
      const id = await add(as, 'mimose', 4, { series });
      await as('editor').query('update series set published = false where id = $1', series);
      const seen = 'select from reviews where id = $1';
      expect(await as('visitor').touches(seen, id)).toBe(0);
      expect(await as('tiJo').touches(seen, id)).toBe(0);
      expect(await as('marlene').touches(seen, id)).toBe(1);
    }),
  );
});

describe('a helpful vote', () => {
  const vote = 'insert into review_votes (review_id) values ($1)';
  const fold = async (as: As) => {
    while (await as('owner').value('select private.fold_review_votes(2)'));
  };
  const countOf = (as: As, id: string) =>
    as('visitor').value<number>('select helpful_count from reviews where id = $1', id);

  test(
    'counts once per member, can be taken back, and is no edit of the review',
    inTransaction(async (as) => {
      const id = await add(as, 'mimose', 5, { movie });
      const edited = () =>
        as('visitor').value('select updated_at = created_at from reviews where id = $1', id);
      await as('owner').query(
        `update reviews set helpful_count = 1, updated_at = created_at where id = $1`,
        id,
      );
      await as('owner').query(`update reviews set helpful_count = 0 where id = $1`, id);
      for (const who of ['tiJo', 'kesner', 'marlene'] as const) await as(who).query(vote, id);
      expect((await as('tiJo').refusal(vote, id)).code).toBe('23505');
      expect(await countOf(as, id)).toBe(0);
      await fold(as);
      expect(await countOf(as, id)).toBe(3);
      await as('tiJo').query('delete from review_votes where review_id = $1', id);
      await fold(as);
      expect(await countOf(as, id)).toBe(2);
      expect(await edited()).toBe(true);
      expect(await countsOf(as, 'movies', movie)).toMatchObject({ counts: '{0,0,0,0,1}' });
    }),
  );

  test.each([
    ['for their own review', 'mimose', fixture.review, idOf.mimose],
    ['in the name of another', 'tiJo', fixture.review, idOf.kesner],
    ['for a review that does not exist', 'tiJo', movie, idOf.tiJo],
  ] as const)('cannot be given %s', (_what, who, review, user) =>
    inTransaction(async (as) => {
      const sql = 'insert into review_votes (review_id, user_id) values ($1, $2)';
      expect((await as(who).refusal(sql, review, user)).code).toBe('42501');
    })(),
  );

  test(
    'cannot be given for a review of a draft, nor counted by hand',
    inTransaction(async (as) => {
      await as('editor').query('update movies set published = false where id = $1', fixture['paid movie']);
      expect((await as('tiJo').refusal(vote, fixture.review)).code).toBe('42501');
      const count = 'update reviews set helpful_count = 99 where id = $1';
      expect((await as('mimose').refusal(count, fixture.review)).code).toBe('42501');
      const born = 'insert into reviews (movie_id, rating, helpful_count) values ($1, 5, 99)';
      expect((await as('mimose').refusal(born, movie)).code).toBe('42501');
    }),
  );

  test(
    'is limited: one member cannot give more than 60 in five minutes, however they are sent',
    inTransaction(async (as) => {
      await as('owner').query(
        `with people as (
          insert into auth.users (id, email) select gen_random_uuid(), 'vwa-' || n || '@example.test' from generate_series(1, 61) n returning id)
        select from people`,
      );
      await as('owner').query(
        `insert into reviews (movie_id, user_id, rating)
          select $1, id, 3 from auth.users where email like 'vwa-%'`,
        movie,
      );
      const all = `insert into review_votes (review_id) select id from reviews where movie_id = '${movie}'`;
      expect(await as('tiJo').refusal(all)).toMatchObject({ code: 'PT429', hint: 'too_many_tries' });
      expect(await as('tiJo').touches(`${all} limit 60`)).toBe(60);
    }),
  );

  test(
    'goes with the review, and with the member who gave it',
    inTransaction(async (as) => {
      const id = await add(as, 'mimose', 5, { movie });
      for (const who of ['tiJo', 'kesner', 'marlene'] as const) await as(who).query(vote, id);
      await fold(as);
      await as('owner').query('delete from auth.users where id = $1', idOf.marlene);
      await fold(as);
      expect(await countOf(as, id)).toBe(2);
      await as('mimose').query('delete from reviews where id = $1', id);
      await fold(as);
      expect(await as('service').query('select from review_votes where review_id = $1', id)).toEqual([]);
      expect(await as('owner').query('select from private.pending_review_votes')).toEqual([]);
    }),
  );

  test(
    'for a review that is deleted before it is counted leaves nothing behind',
    inTransaction(async (as) => {
      const id = await add(as, 'mimose', 5, { movie });
      await as('tiJo').query(vote, id);
      await as('mimose').query('delete from reviews where id = $1', id);
      await fold(as);
      expect(await as('service').query('select from review_votes where review_id = $1', id)).toEqual([]);
    }),
  );
});
