import { describe, expect, test } from 'vitest';
import { FILTERS, type FilterName, LIST_ORDERS, ORDERS_OF } from '../../contract/src/catalogue/browse.ts';
import { MATCHES_MAX } from '../../contract/src/catalogue/limits.ts';
import { fixture } from './support/fixtures.ts';
import type { Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Browse extends Partial<Record<FilterName, string>> {
  of_kind?: string;
  in_genre?: string;
  containing?: string;
  list_order?: string;
  page?: number;
  page_size?: number;
}
function browse(as: As, filter: Browse, person: Person = 'visitor') {
  const given = { of_kind: 'movie', ...filter };
  const parameters = Object.keys(given).map((name, index) => `${name} => $${index + 1}`);
  return as(person).query<{ id: string; title: string; total: number }>(
    `select id, title, total from browse_titles(${parameters.join(', ')})`,
    ...Object.values(given),
  );
}
const names = async (as: As, filter: Browse) => (await browse(as, filter)).map(({ title }) => title);

/** [title, minutes, release date, genre, language, access] from the oldest to the newest. */
const films = [
  ['Zanmi', 120, '1987-03-01', '{Drama}', 'ht', 'free'],
  ['Àdye', 12, '2024-01-01', '{Drama,Comedy}', 'fr', 'sale'],
  ['bato', 90, '1965-01-01', '{Comedy}', 'ht', 'subscription'],
  ['Kafe', 40, '2021-01-01', '{}', null, 'sale'],
] as const;

async function addFilms(as: As): Promise<void> {
  await as('owner').query('delete from user_purchases');
  await as('owner').query('update orders set movie_id = null');
  await as('owner').query('delete from movies');
  for (const [index, [title, duration, release_date, genre, language, access]] of films.entries())
    await as('owner').query(
      `insert into movies (title, duration, release_date, genre, language, is_free, is_rentable, published, created_at)
        values ($1, $2, $3, $4, $5, $6 = 'free', $6 = 'sale', true, now() - interval '1 day' * $7)`,
      ...[title, duration, release_date, genre, language, access, 9 - index],
    );
}

describe('the list of films', () => {
  test.each([
    ['newest', ['Kafe', 'bato', 'Àdye', 'Zanmi']],
    ['title', ['Àdye', 'bato', 'Kafe', 'Zanmi']],
    ['year', ['Àdye', 'Kafe', 'Zanmi', 'bato']],
    ['shortest', ['Àdye', 'Kafe', 'bato', 'Zanmi']],
    ['best', ['bato', 'Zanmi', 'Kafe', 'Àdye']],
    ['cheapest', []],
  ])('in the order "%s"', (list_order, expected) =>
    inTransaction(async (as) => {
      await addFilms(as);
      await as('owner').query(`update movies set review_count = 40, review_total = 188 where title = 'bato'`);
      // One review of five stars is less than forty of 4.7.
      await as('owner').query(`update movies set review_count = 1, review_total = 5 where title = 'Zanmi'`);
      expect(await names(as, { list_order })).toEqual(expected);
    })(),
  );

  test.each<[Browse, string[]]>([
    [{ access: 'free' }, ['Zanmi']],
    [{ access: 'subscription' }, ['Kafe', 'bato', 'Àdye']],
    [{ access: 'sale' }, ['Kafe', 'Àdye']],
    [{ decade: '2020' }, ['Kafe', 'Àdye']],
    [{ decade: '2020', list_order: 'year' }, ['Àdye', 'Kafe']],
    [{ decade: '1980', list_order: 'year' }, ['Zanmi']],
    [{ decade: 'older', list_order: 'year' }, ['bato']],
    [{ length: 'short', list_order: 'shortest' }, ['Àdye']],
    [{ length: 'medium', list_order: 'shortest' }, ['Kafe', 'bato']],
    [{ length: 'long', list_order: 'shortest' }, ['Zanmi']],
    [{ sound: 'ht' }, ['bato', 'Zanmi']],
    [{ captions: 'fr' }, []],
    [{ in_genre: 'COMEDY', list_order: 'title' }, ['Àdye', 'bato']],
    [{ in_genre: 'drama', access: 'sale', decade: '2020', length: 'short', sound: 'fr' }, ['Àdye']],
    [{ in_genre: 'drama', access: 'sale', decade: '1980' }, []],
    [{ containing: 'bat', access: 'subscription' }, ['bato']],
    [{ containing: 'bat', access: 'free' }, []],
    [{ in_genre: '%', access: 'free' }, []],
    [{ access: 'stolen' }, []],
    [{ access: `free' or true --` }, []],
  ])('filtered by %j', (filter, expected) =>
    inTransaction(async (as) => {
      await addFilms(as);
      const found = await browse(as, filter);
      expect(found.map(({ title }) => title)).toEqual(expected);
      expect(found.every(({ total }) => total === expected.length)).toBe(true);
    })(),
  );

  test(
    'follows the sound, captions and size of the stream that plays',
    inTransaction(async (as) => {
      await addFilms(as);
      const film = (audio: string, captions: string) =>
        JSON.stringify({
          duration: 60,
          audio: [{ language: audio }],
          subtitles: [{ language: captions }],
          rungs: [{ bytes: 99_000_000 }],
        });
      await as('owner').query(
        `insert into private.streams (movie_id, film, status) select id, $1, 'whole' from movies where title = 'Kafe'`,
        film('en', 'fr-CA'),
      );
      expect(await names(as, { sound: 'en' })).toEqual(['Kafe']);
      expect(await names(as, { captions: 'fr' })).toEqual(['Kafe']);
      expect(await names(as, { size: 'small' })).toEqual(['Kafe']);
      await as('owner').query(`update private.streams set film = $1`, film('es', 'en'));
      expect(await names(as, { sound: 'en' })).toEqual([]);
      expect(await names(as, { sound: 'es', captions: 'en' })).toEqual(['Kafe']);
      await as('owner').query(`update private.streams set status = 'replaced', replaced_at = now()`);
      expect(await names(as, { sound: 'es' })).toEqual([]);
    }),
  );

  test(
    'shows no draft to anybody, whatever the filter and order',
    inTransaction(async (as) => {
      await addFilms(as);
      await as('editor').query(`update movies set published = false where title = 'Zanmi'`);
      for (const person of ['visitor', 'mimose', 'admin'] as const) {
        expect(await browse(as, { access: 'free' }, person)).toEqual([]);
        for (const list_order of LIST_ORDERS)
          expect((await browse(as, { list_order }, person)).map(({ title }) => title)).not.toContain('Zanmi');
      }
      await as('editor').query(`delete from movies where title = 'bato'`);
      expect(await names(as, { access: 'subscription' })).toEqual(['Kafe', 'Àdye']);
    }),
  );

  test(
    'is read along its order when many match and from the index when few do, and both are complete',
    inTransaction(async (as) => {
      await addFilms(as);
      await as('owner').query(
        `insert into movies (title, published, is_free, language, release_date, created_at)
          select 'Fim ' || n, true, n % 2 = 0, case when n % 700 = 0 then 'es' else 'ht' end, '1995-01-01', now() - interval '1 year' - n * interval '1 hour'
          from generate_series(1, 2100) n`,
      );
      const many = await browse(as, { access: 'free', list_order: 'title' });
      expect([many.length, many[0]?.total]).toEqual([24, MATCHES_MAX]);
      expect(await names(as, { sound: 'es' })).toEqual(['Fim 700', 'Fim 1400', 'Fim 2100']);
      expect(await names(as, { sound: 'es', access: 'free', list_order: 'year' })).toHaveLength(3);
      expect(await names(as, { in_genre: 'drama', list_order: 'year' })).toEqual(['Àdye', 'Zanmi']);
      const pages = [];
      for (let page = 1; page <= 21; page += 1) pages.push(await browse(as, { access: 'free', page }));
      expect(pages.map(({ length }) => length)).toEqual([...Array(20).fill(24), 0]);
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(MATCHES_MAX);
      expect(await browse(as, { page_size: 100_000, list_order: 'title' })).toHaveLength(100);
    }),
  );

  test(
    'keeps a category together while it is being renamed',
    inTransaction(async (as) => {
      await addFilms(as);
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      await as('editor').query(`update movie_categories set name = 'Dram' where name = 'Drama'`);
      expect(await names(as, { in_genre: 'dram', list_order: 'title' })).toEqual(['Àdye', 'Zanmi']);
      await as('owner').query('select private.rename_category_in_titles(100) from generate_series(1, 4)');
      expect(await names(as, { in_genre: 'dram', list_order: 'title' })).toEqual(['Àdye', 'Zanmi']);
      expect(await names(as, { in_genre: 'drama', list_order: 'title' })).toEqual([]);
    }),
  );
});

test(
  'the list of series has the languages of its episodes, and every order that it offers',
  inTransaction(async (as) => {
    await as('owner').query(
      `insert into private.streams (episode_id, film, status) values ($1, '{"subtitles":[{"language":"es"}]}', 'whole')`,
      fixture['episode of the paid series'],
    );
    const found = await browse(as, { of_kind: 'series', captions: 'es' });
    expect(found.map(({ id }) => id)).toEqual([fixture['paid series']]);
    for (const list_order of ORDERS_OF.series)
      expect(await browse(as, { of_kind: 'series', list_order })).toHaveLength(3);
  }),
);

test(
  'every value that the contract offers is a facet',
  inTransaction(async (as) => {
    const facets = await as('owner').value<string>(
      `select pg_get_viewdef('private.list_positions')
        || pg_get_functiondef('private.list_film_accessibility'::regproc)`,
    );
    for (const [name, values] of Object.entries(FILTERS))
      for (const value of values)
        if (/^\d+$/.test(value)) expect(facets).toContain(`'${name}:'`);
        else if (/^..$/.test(value) || name === 'accessibility') expect(facets).toContain(`'${value}'`);
        else expect(facets).toContain(`${name}:${value}`);
  }),
);

describe('genres', () => {
  test(
    'editors choose them from the categories; what a title already has stays',
    inTransaction(async (as) => {
      const film = fixture['free movie'];
      for (const table of ['movies', 'series']) {
        const refused = await as('editor').refusal(
          `insert into ${table} (title, genre) values ('Nouvo', '{Istwa,Istwoa}')`,
        );
        expect(refused).toMatchObject({ code: '23514', hint: 'genre_unknown' });
        await as('editor').query(`insert into ${table} (title, genre) values ('Nouvo', '{istwa}')`);
      }
      await as('owner').query(`update movies set genre = '{Ansyen}' where id = $1`, film);
      const set = `update movies set genre = $2 where id = $1`;
      expect(await as('editor').touches(set, film, '{Ansyen,Istwa}')).toBe(1);
      expect((await as('editor').refusal(set, film, '{Ansyen,Istwa,Ankò}')).hint).toBe('genre_unknown');
      expect(await as('editor').touches(set, film, '{Istwa}')).toBe(1);
      expect((await as('editor').refusal(set, film, '{Ansyen}')).hint).toBe('genre_unknown');
    }),
  );
});
