import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { idOf, type Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const movie = fixture['free movie'];
const review = 'insert into reviews (movie_id, user_id, rating, review_text) values ($1, $2, $3, $4)';

describe('addresses', () => {
  const columns = [
    ['movies', 'thumbnail_url'],
    ['movies', 'banner_url'],
    ['movies', 'trailer_url'],
    ['series', 'thumbnail_url'],
    ['series', 'banner_url'],
    ['series', 'trailer_url'],
    ['episodes', 'thumbnail_url'],
    ['featured_films', 'banner_url'],
    ['featured_films', 'poster_url'],
    ['featured_films', 'trailer_url'],
    ['banners', 'image_url'],
    ['banners', 'link'],
  ] as const;

  test.each(columns)(
    'stored in %s.%s never run as a script and never lead to another host unseen',
    (table, column) =>
      inTransaction(async (as) => {
        for (const address of [
          'javascript:alert(1)',
          'JavaScript:alert(1)',
          ' javascript:alert(1)',
          'data:text/html,<script>alert(1)</script>',
          'vbscript:msgbox(1)',
          'file:///etc/passwd',
          '//elsewhere.test/a.jpg',
          '/\\elsewhere.test/a.jpg',
          'https:elsewhere',
          'https://',
          'a.jpg',
          'https://a.test/\njavascript:alert(1)',
        ]) {
          expect(
            (await as('editor').refusal(`update ${table} set ${column} = $1`, address)).code,
            address,
          ).toBe('23514');
        }
      })(),
  );

  const isPicture = (column: string) => !['trailer_url', 'link'].includes(column);

  test.each(columns)(
    'of our own objects lose host and port in %s.%s; other sites have no pictures here',
    (table, column) =>
      inTransaction(async (as) => {
        const object = '/storage/v1/object/public/artwork/a.jpg';
        const kept = async (address: string) => {
          await as('editor').query(`update ${table} set ${column} = $1`, address);
          return as('editor').value(`select ${column} from ${table} limit 1`);
        };
        expect(await kept(`http://127.0.0.1:4000${object}`)).toBe(object);
        expect(await kept(`https://lakou.test${object}`)).toBe(object);
        expect(await kept(object)).toBe(object);
        const elsewhere = 'https://elsewhere.test/b.jpg?x=1#y';
        if (isPicture(column)) await expect(kept(elsewhere)).rejects.toMatchObject({ code: '23514' });
        else expect(await kept(elsewhere)).toBe(elsewhere);
      })(),
  );

  test.each(['movies', 'episodes'])('video_url in %s is the path of an object, never an address', (table) =>
    inTransaction(async (as) => {
      for (const path of [
        'https://elsewhere.test/film.mp4',
        'http://127.0.0.1:4000/storage/v1/object/public/movies/a.mp4',
        '//elsewhere.test/film.mp4',
        '/movies/a.mp4',
        'movies/../secret.mp4',
        'movies/a b.mp4',
        '',
      ]) {
        const refusal = await as('editor').refusal(`update ${table} set video_url = $1`, path);
        expect(refusal.constraint, path).toBe('video_is_an_object_path');
      }
      expect(await as('editor').touches(`update ${table} set video_url = 'movies/a.mp4'`)).toBeGreaterThan(0);
      expect(await as('editor').touches(`update ${table} set video_url = null`)).toBeGreaterThan(0);
    })(),
  );
});

describe('limits of', () => {
  test.each([
    ['movies', 'title', '  ', 'title_present'],
    ['movies', 'title', 'x'.repeat(201), 'title_present'],
    ['movies', 'duration', 0, 'duration_in_minutes'],
    ['movies', 'purchase_price', -1, 'purchase_price_sane'],
    ['movies', 'rental_price', -1, 'rental_price_sane'],
    ['movies', 'language', 'klingon', 'language_known'],
    ['series', 'title', '', 'title_present'],
    ['series', 'purchase_price', 10000, 'purchase_price_sane'],
    ['episodes', 'episode_number', -1, 'numbers_sane'],
    ['movie_categories', 'name', ' ', 'name_present'],
    ['featured_films', 'rating', 5.1, 'rating_range'],
    ['featured_films', 'rating', -0.1, 'rating_range'],
    ['featured_films', 'release_year', 1800, 'release_year_sane'],
    ['banners', 'placement', 'everywhere', 'placement_known'],
  ])('%s.%s refuse %j', (table, column, value, constraint) =>
    inTransaction(async (as) => {
      expect((await as('editor').refusal(`update ${table} set ${column} = $1`, value)).constraint).toBe(
        constraint,
      );
    })(),
  );

  test(
    'names: two categories cannot share one, whatever the case',
    inTransaction(async (as) => {
      expect((await as('editor').refusal(`insert into movie_categories (name) values ('ISTWA')`)).code).toBe(
        '23505',
      );
    }),
  );

  test(
    'places: two episodes cannot share one, but can swap',
    inTransaction(async (as) => {
      const id = fixture['paid series'];
      const add = `insert into episodes (series_id, season_number, episode_number, title) values ($1, 1, 1, 'Ankò')`;
      expect((await as('editor').refusal(add, id)).constraint).toBe('one_episode_per_place');
      expect(
        await as('editor').touches(
          'update episodes set episode_number = 3 - episode_number where series_id = $1',
          id,
        ),
      ).toBe(2);
    }),
  );
});

describe('an editor', () => {
  test(
    'makes, changes, publishes and removes a film as the admin pages do',
    inTransaction(async (as) => {
      const id = await as('editor').value(
        `insert into movies (title, description, director, genre, release_date, duration, purchase_price, rental_price,
          is_purchasable, is_rentable, is_free)
        values ('Solèy', 'Yon fim', 'Mèt Raoul', '{Istwa}', '2024-01-01', 90, 9.99, 4.99, true, true, false) returning id`,
      );
      expect(await as('visitor').query('select from movies where id = $1', id), 'a draft').toHaveLength(0);
      await as('editor').query(
        `update movies set video_url = 'movies/' || id || '.mp4', published = true where id = $1`,
        id,
      );
      expect(await as('visitor').query('select rating, review_count from movies where id = $1', id)).toEqual([
        { rating: null, review_count: 0 },
      ]);
      expect(await as('editor').touches('delete from movies where id = $1', id)).toBe(1);
    }),
  );

  test.each([
    ['movies', 'review_count', 100],
    ['movies', 'review_total', 500],
    ['movies', 'created_at', '2030-01-01'],
    ['series', 'episode_count', 100],
    ['series', 'created_at', '2030-01-01'],
    ['episodes', 'created_at', '2030-01-01'],
    ['reviews', 'created_at', '2030-01-01'],
    ['reviews', 'user_id', idOf.editor],
    ['reviews', 'movie_id', movie],
  ])('cannot forge %s.%s', (table, column, value) =>
    inTransaction(async (as) => {
      for (const person of ['editor', 'admin'] as const) {
        expect((await as(person).refusal(`update ${table} set ${column} = $1`, value)).code).toBe('42501');
      }
    })(),
  );

  test(
    'who edits moves updated_at; a reader who reviews does not',
    inTransaction(async (as) => {
      await as('owner').query(
        `update movies set review_count = 1, review_total = 4, updated_at = '2020-01-01' where id = $1`,
        movie,
      );
      const year = () =>
        as('visitor').value('select extract(year from updated_at)::integer from movies where id = $1', movie);
      await as('mimose').query(review, movie, idOf.mimose, 5, null);
      expect(await year()).toBe(2020);
      await as('editor').query(`update movies set title = 'Lòt non' where id = $1`, movie);
      expect(await year()).toBeGreaterThan(2020);
    }),
  );
});

describe('reviews', () => {
  const rating = async (as: As, id = movie) => {
    const [row] = await as('visitor').query('select review_count, rating from movies where id = $1', id);
    return row;
  };

  test(
    'count and average are right after every insert, update and delete',
    inTransaction(async (as) => {
      expect(await rating(as)).toEqual({ review_count: 0, rating: null });
      await as('mimose').query(review, movie, idOf.mimose, 5, 'Bèl fim');
      await as('tiJo').query(review, movie, idOf.tiJo, 4, null);
      await as('kesner').query(review, movie, idOf.kesner, 4, null);
      expect(await rating(as)).toEqual({ review_count: 3, rating: '4.3' });
      await as('mimose').query(
        `update reviews set rating = 1, review_text = 'Mwen chanje lide', updated_at = now() where movie_id = $1 and user_id = $2`,
        movie,
        idOf.mimose,
      );
      expect(await rating(as)).toEqual({ review_count: 3, rating: '3.0' });
      await as('moderator').query(
        'delete from reviews where movie_id = $1 and user_id = $2',
        movie,
        idOf.kesner,
      );
      expect(await rating(as)).toEqual({ review_count: 2, rating: '2.5' });
      await as('mimose').query('delete from reviews where movie_id = $1', movie);
      await as('tiJo').query('delete from reviews where movie_id = $1', movie);
      expect(await rating(as)).toEqual({ review_count: 0, rating: null });
    }),
  );

  test(
    'one member, one review of a film',
    inTransaction(async (as) => {
      await as('mimose').query(review, movie, idOf.mimose, 5, null);
      expect((await as('mimose').refusal(review, movie, idOf.mimose, 4, null)).constraint).toBe(
        'one_review_per_member',
      );
      expect(await rating(as)).toEqual({ review_count: 1, rating: '5.0' });
    }),
  );

  test.each([
    ['no stars', 0, '23514'],
    ['six stars', 6, '23514'],
    ['half a star too much', 4.5, '22P02'],
    ['unsaid stars', null, '23502'],
  ])('%s are refused', (_what, stars, code) =>
    inTransaction(async (as) => {
      expect((await as('mimose').refusal(review, movie, idOf.mimose, stars, null)).code).toBe(code);
    })(),
  );

  test.each([
    ['in the name of another', movie, idOf.tiJo],
    ['in the name of nobody', movie, null],
    ['of a draft', fixture['free draft movie'], idOf.mimose],
    ['of a draft that an editor can see', fixture['free draft movie'], idOf.editor],
  ])('a review %s is refused', (_what, id, user) =>
    inTransaction(async (as) => {
      const person = user === idOf.editor ? 'editor' : 'mimose';
      expect((await as(person).refusal(review, id, user, 5, null)).code).toBe('42501');
    })(),
  );

  test(
    'of a film that is a draft again are seen by those who see the film',
    inTransaction(async (as) => {
      await as('editor').query('update movies set published = false where id = $1', fixture['paid movie']);
      const seen = 'select from reviews where id = $1';
      expect(await as('visitor').touches(seen, fixture.review)).toBe(0);
      expect(await as('tiJo').touches(seen, fixture.review)).toBe(0);
      expect(await as('marlene').touches(seen, fixture.review)).toBe(1);
      expect(await as('editor').touches(seen, fixture.review)).toBe(1);
    }),
  );
});

describe('the watchlist', () => {
  const add = 'insert into watchlist (user_id, movie_id, series_id) values ($1, $2, $3)';
  test(
    'holds each title once, and goes when the title goes',
    inTransaction(async (as) => {
      await as('tiJo').query(add, idOf.tiJo, movie, null);
      await as('tiJo').query(add, idOf.tiJo, null, fixture['free series']);
      expect((await as('tiJo').refusal(add, idOf.tiJo, movie, null)).constraint).toBe('movie_once');
      expect((await as('tiJo').refusal(add, idOf.tiJo, null, fixture['free series'])).constraint).toBe(
        'series_once',
      );
      await as('owner').query('delete from user_purchases where movie_id = $1', movie);
      await as('editor').query('delete from movies where id = $1', movie);
      expect(await as('tiJo').query('select movie_id, series_id from watchlist')).toEqual([
        { movie_id: null, series_id: fixture['free series'] },
      ]);
    }),
  );

  test.each([
    ['nothing', null, null, '42501'],
    ['two titles at once', movie, fixture['free series'], '23514'],
    ['a draft', fixture['paid draft movie'], null, '42501'],
    ['a draft series', null, fixture['paid draft series'], '42501'],
  ])('does not take %s', (_what, movieId, seriesId, code) =>
    inTransaction(async (as) => {
      expect((await as('tiJo').refusal(add, idOf.tiJo, movieId, seriesId)).code).toBe(code);
    })(),
  );
});

test(
  'a featured film points at one title, and outlives it',
  inTransaction(async (as) => {
    const feature = 'update featured_films set movie_id = $1, series_id = $2 where id = $3';
    const both = as('editor').refusal(feature, movie, fixture['free series'], fixture['featured film']);
    expect((await both).constraint).toBe('points_at_one_title');
    await as('editor').query(feature, movie, null, fixture['featured film']);
    await as('owner').query('delete from user_purchases where movie_id = $1', movie);
    await as('editor').query('delete from movies where id = $1', movie);
    expect(await as('visitor').query('select title, movie_id from featured_films')).toEqual([
      { title: 'Untitled Film', movie_id: null },
    ]);
  }),
);

test(
  'a featured film is seen by those who can see its title, and not at all when it was deleted unpublished',
  inTransaction(async (as) => {
    const seen = (person: Person) =>
      as(person).touches('select from featured_films where id = $1', fixture['featured film']);
    for (const kind of ['movie', 'series'] as const) {
      const draft = fixture[`paid draft ${kind}`];
      await as('owner').query('update featured_films set movie_id = null, series_id = null, active = true');
      await as('editor').query(`update featured_films set ${kind}_id = $1`, draft);
      const people: Person[] = ['visitor', 'tiJo', 'kesner', 'marlene', 'editor', 'admin'];
      expect(await Promise.all(people.map(seen)), kind).toEqual([0, 0, 0, 1, 1, 1]);
      const table = kind === 'movie' ? 'movies' : 'series';
      await as('editor').query(`update ${table} set published = true where id = $1`, draft);
      expect(await Promise.all(people.map(seen)), kind).toEqual([1, 1, 1, 1, 1, 1]);
      await as('owner').query(`update ${table} set published = false where id = $1`, draft);
      await as('owner').query(`delete from user_purchases where ${kind}_id = $1`, draft);
      await as('editor').query(`delete from ${table} where id = $1`, draft);
      expect(await Promise.all(people.map(seen)), kind).toEqual([0, 0, 0, 0, 1, 1]);
    }
  }),
);
