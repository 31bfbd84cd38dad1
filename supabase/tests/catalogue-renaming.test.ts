import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const rename = (as: As, from: string, to: string) =>
  as('editor').query('update movie_categories set name = $2 where name = $1', from, to);
/** One batch of the job: true when there is more to do. */
const batch = (as: As, size: number) =>
  as('owner').value<boolean>('select private.rename_category_in_titles($1)', size);
const finish = async (as: As, size = 3) => {
  while (await batch(as, size));
};
const listed = async (as: As, genre: string, containing: string | null = null) => {
  const rows = await as('visitor').query<{ id: string; total: number }>(
    'select id, total from list_titles(in_genre => $1, containing => $2)',
    genre,
    containing,
  );
  expect(rows.map(({ total }) => total)).toEqual(rows.map(() => rows.length));
  return rows.map(({ id }) => id);
};
const genres = (as: As) =>
  as('owner').query(
    `select title, genre from movies union all select title, genre from series
      union all select title, genre from featured_films order by title`,
  );

describe('an editor renames a category', () => {
  test(
    'the request changes no title; the job does, drafts and featured films included',
    inTransaction(async (as) => {
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      await as('owner').query(`update featured_films set genre = '{drama}'`);
      const before = await genres(as);
      await rename(as, 'Drama', 'Dram');
      expect(await genres(as)).toEqual(before);
      expect(await as('owner').touches(`select from private.jobs where kind = 'rename_category'`)).toBe(1);
      await finish(as);
      expect(new Set((await genres(as)).map(({ genre }) => String(genre)))).toEqual(new Set(['Dram']));
    }),
  );

  test(
    'its titles stay in its list, each once, under both names until the job has ended',
    inTransaction(async (as) => {
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      await as('owner').query(
        `update movies set genre = '{Istwa,drama,DRAM}' where id = $1`,
        fixture['paid movie'],
      );
      const titles = await listed(as, 'drama');
      const withWord = await listed(as, 'drama', 'lanmè');
      expect(withWord.length).toBeGreaterThan(1);
      await rename(as, 'Drama', 'Dram');
      do {
        for (const name of ['drama', 'Dram']) {
          expect(await listed(as, name)).toEqual(titles);
          expect(await listed(as, name, 'lanmè')).toEqual(withWord);
        }
        const found = await as('visitor').query<{ id: string }>(`select id from search('dram', 20)`);
        expect(new Set(found.map(({ id }) => id))).toEqual(new Set(titles));
      } while (await batch(as, 1));
      expect(await listed(as, 'drama')).toEqual([]);
      expect(await listed(as, 'dram')).toEqual(titles);
    }),
  );

  const histories: [string, [string, string][]][] = [
    ['twice', [['Drama', 'Dram'], ['Dram', 'Teyat']]],
    ['back and forth', [['Drama', 'Dram'], ['Dram', 'Drama']]],
    ['to another case', [['Drama', 'DRAMA']]],
    ['and gives the name to another', [['Drama', 'Dram'], ['Istwa', 'Drama'], ['Drama', 'Listwa']]],
    ['and swaps two', [['Drama', 'x'], ['Istwa', 'Drama'], ['x', 'Istwa']]],
  ]; // biome-ignore format: a table
  test.each(histories)('%s: the titles end as if each rename had ended before the next', (_name, steps) =>
    inTransaction(async (as) => {
      await as('owner').query(`insert into movie_categories (name) values ('Drama')`);
      await as('owner').query(`update movies set genre = '{Istwa,drama}' where published`);
      await as('owner').query(`update series set genre = '{ISTWA,Dram}' where published`);
      await as('owner').query('savepoint one_by_one');
      for (const [from, to] of steps) {
        await rename(as, from, to);
        await finish(as, 100);
      }
      const wanted = await genres(as);
      for (const size of [1, 2, 4]) {
        await as('owner').query('rollback to savepoint one_by_one');
        for (const [from, to] of steps) {
          await rename(as, from, to);
          await batch(as, size);
          // A process that dies in a batch leaves nothing of it.
          await as('owner').query('savepoint before_batch');
          await batch(as, size);
          await as('owner').query('rollback to savepoint before_batch');
        }
        await finish(as, size);
        expect(await genres(as)).toEqual(wanted);
      }
    })(),
  );
});
