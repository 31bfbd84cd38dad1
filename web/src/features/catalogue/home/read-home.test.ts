import { expect, test } from 'vitest';
import { createQueryClient, type Db } from '#lib/database.ts';
import { heroFilms } from './read-home.ts';

/** A fake database that returns these rows for any query; other tables fail. */
function fakeDatabase(tables: Record<string, object[]>): Db {
  const from = (table: string) => {
    const rows = tables[table];
    const error = rows ? null : { message: 'no', code: 'X', hint: null };
    const response = Promise.resolve({ data: rows, error, status: rows ? 200 : 400 });
    const builder: object = new Proxy(response, {
      get: (target, name) => (name === 'then' ? target.then.bind(target) : () => builder),
    });
    return builder;
  };
  return { from } as unknown as Db;
}
const readHero = (tables: Record<string, object[]>) =>
  createQueryClient(async () => fakeDatabase(tables)).fetchQuery({ ...heroFilms(), retry: false });
const heroTitles = async (tables: Record<string, object[]>) =>
  (await readHero(tables)).map(({ title }) => title);

const featured = { title: 'Chwazi', movies: null, series: null, release_year: 2026 };
const film = { title: 'Dènye fim', release_date: null };

test('the hero shows the featured films, but none of a title that is not published; without any, or when they fail, the newest film', async () => {
  expect(await heroTitles({ featured_films: [featured], movies: [film] })).toEqual(['Chwazi']);
  expect(await heroTitles({ featured_films: [], movies: [film] })).toEqual(['Dènye fim']);
  const scheduled = { ...featured, title: 'Byento', movie_id: 'm' };
  expect(await heroTitles({ featured_films: [scheduled, featured], movies: [film] })).toEqual(['Chwazi']);
  expect(await heroTitles({ movies: [film] })).toEqual(['Dènye fim']);
  expect(await heroTitles({ featured_films: [], movies: [] })).toEqual([]);
  await expect(heroTitles({})).rejects.toThrow('no');
});

test('a featured film that points at a title has the rating and duration of the title, else those of its admin', async () => {
  const given = { ...featured, rating: 4.8, duration: '2h 30m' };
  const movie = { id: 'm', is_free: false, has_video: true, rating: 4.6, duration: 108 };
  const hero = await readHero({
    featured_films: [
      given,
      { ...given, movies: movie },
      { ...given, movies: { ...movie, rating: null, duration: null } },
      { ...given, series: { id: 's', is_free: false } },
      { ...given, duration: 'all night' },
    ],
  });
  expect(hero.map(({ rating, duration }) => [rating, duration])).toEqual([
    [4.8, 150],
    [4.6, 108],
    [null, 150],
    [null, 150],
    [4.8, 'all night'],
  ]);
});
