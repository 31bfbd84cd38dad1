import type { Database, Identity } from '../platform/src/database/database.ts';
import { ADMIN, fillAdminWorld } from './admin-world.ts';
import { type Measure, onEmbedded, onPostgres } from './bench-databases.ts';
import { growthTable, measureInTurns } from './growth.ts';
import { titleNumber } from './search-world.ts';

/**
 * The studio's tables as they grow: the same questions at each size, on both databases, as an admin asks them. What
 * counts is the growth, not the figure: the last page of a hundred thousand rows must cost what the first page costs.
 */
const SIZES = (process.env.BENCH_ROWS ?? '1000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const PAGE = 25;
const admin: Identity = { role: 'authenticated', claims: { role: 'authenticated', sub: ADMIN } };

interface Asked {
  search?: string;
  filter?: string;
  sort?: string;
  page?: number;
}
type Question = (rows: number) => { sql: string; values: unknown[] };
const table =
  (name: string, asked: (rows: number) => Asked): Question =>
  (rows) => {
    const given = Object.entries(asked(rows));
    const blanks = given.map(([argument], n) => `${argument} => $${n + 1}`);
    return { sql: `select * from ${name}(${blanks.join(', ')})`, values: given.map(([, value]) => value) };
  };
const last = (rows: number) => Math.floor(rows / PAGE);

/** What every table is asked, with words that a few rows, many rows and none have. */
function tableQuestions(
  name: string,
  { rare, common, filter, sort }: { rare: string; common: string; filter: string; sort: string },
): Record<string, Question> {
  const asks: Record<string, (rows: number) => Asked> = {
    'first page': () => ({}),
    'page 40': () => ({ page: 40 }),
    'last page': (rows) => ({ page: last(rows) }),
    [`sorted by ${sort}`]: () => ({ sort }),
    [`sorted by ${sort}, last page`]: (rows) => ({ sort, page: last(rows) }),
    [`only ${filter}`]: () => ({ filter }),
    'search: a rare word': () => ({ search: rare }),
    'search: a common word': () => ({ search: common }),
    'search: two letters': () => ({ search: common.slice(0, 2) }),
    'search: nothing': () => ({ search: 'xqzwvk' }),
    [`search and only ${filter}`]: () => ({ search: common, filter }),
  };
  return Object.fromEntries(
    Object.entries(asks).map(([what, ask]) => [`${name}: ${what}`, table(`staff_${name}`, ask)]),
  );
}

const title = titleNumber(504).title;
const titles = { rare: title, common: 'kan', filter: 'draft', sort: 'title' };
const questions: Record<string, Question> = {
  'nothing but the round trip': () => ({ sql: 'select 1', values: [] }),
  ...tableQuestions('movies', titles),
  ...tableQuestions('series', titles),
  ...tableQuestions('members', { rare: 'moun504@', common: 'roseline', filter: 'subscribed', sort: 'email' }),
  ...tableQuestions('subscriptions', {
    rare: 'moun504@',
    common: 'roseline',
    filter: 'canceled',
    sort: 'expires',
  }),
  ...tableQuestions('messages', { rare: 'moun504@', common: 'kesyon 9', filter: 'open', sort: 'oldest' }),
  ...tableQuestions('acts', { rare: 'moun504@', common: 'admin', filter: 'members', sort: 'oldest' }),
  'media jobs: the newest': () => ({
    sql: 'select j.*, m.title from media_jobs j join movies m on m.id = j.movie_id order by j.created_at desc limit 50',
    values: [],
  }),
};

/** Every size in a database of its own, all open at once, so that a busy moment of the machine hits all of them. */
function measure(on: <T>(measure: Measure<T>) => Promise<T>): Promise<string> {
  const places: Place[] = [];
  const fillNext = (): Promise<string> =>
    on(async (place, database) => {
      const rows = SIZES[places.length] ?? 0;
      const started = performance.now();
      await fillAdminWorld(database, rows);
      console.error(`${place}: ${rows} rows in ${Math.round((performance.now() - started) / 1000)} s`);
      places.push({ rows, database });
      if (places.length < SIZES.length) return fillNext();
      const medians = await measureInTurns(places, asked, ROUNDS);
      return growthTable(`The studio's tables on ${place}`, medians, {
        sizes: SIZES,
        of: 'rows',
        rounds: ROUNDS,
      });
    });
  return fillNext();
}

interface Place {
  rows: number;
  database: Database;
}
const asked = Object.fromEntries(
  Object.entries(questions).map(([name, question]) => [
    name,
    ({ rows, database }: Place) => {
      const { sql, values } = question(rows);
      return database.query(sql, values, { as: admin });
    },
  ]),
);

console.log([await measure(onPostgres), await measure(onEmbedded)].join('\n'));
