import { expect, test } from 'vitest';
import { createQueryClient, type Db } from '#lib/database.ts';
import { heroFilms } from './home-reads.ts';

/** A database with these rows, whatever is asked of each table; a table without rows cannot be read. */
function holding(tables: Record<string, object[]>): Db {
  const from = (table: string) => {
    const rows = tables[table];
    const error = rows ? null : { message: 'no', code: 'X', hint: null };
    const answer = Promise.resolve({ data: rows, error, status: rows ? 200 : 400 });
    const asked: object = new Proxy(answer, {
      get: (target, name) => (name === 'then' ? target.then.bind(target) : () => asked),
    });
    return asked;
  };
  return { from } as unknown as Db;
}
const shown = async (tables: Record<string, object[]>) =>
  (await createQueryClient(async () => holding(tables)).fetchQuery({ ...heroFilms(), retry: false })).map(
    ({ title }) => title,
  );

const featured = { title: 'Chwazi', movies: null, series: null, release_year: 2026 };
const film = { title: 'Dènye fim', release_date: null };

test('the hero shows the featured films; without any, or when they fail, the newest film', async () => {
  expect(await shown({ featured_films: [featured], movies: [film] })).toEqual(['Chwazi']);
  expect(await shown({ featured_films: [], movies: [film] })).toEqual(['Dènye fim']);
  expect(await shown({ movies: [film] })).toEqual(['Dènye fim']);
  expect(await shown({ featured_films: [], movies: [] })).toEqual([]);
  await expect(shown({})).rejects.toThrow('no');
});
