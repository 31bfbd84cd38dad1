import type { Database, Identity } from '../platform/src/database/database.ts';
import { ADMIN, fillAdminWorld } from './admin-world.ts';
import { type Measure, onEmbedded, onPostgres } from './bench-databases.ts';
import { growthTable, measureInTurns } from './growth.ts';
import { titleNumber } from './search-world.ts';

/**
 * The admin tables as they grow: the same queries at each size, on both databases, as an admin sends them. What
 * counts is the growth, not the figure: the last page of a hundred thousand rows must cost what the first page costs.
 */
const SIZES = (process.env.BENCH_ROWS ?? '1000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const PAGE = 25;
const admin: Identity = { role: 'authenticated', claims: { role: 'authenticated', sub: ADMIN } };

interface Arguments {
  search?: string;
  filter?: string;
  sort?: string;
  page?: number;
}
type Query = (rows: number) => { sql: string; values: unknown[] };
const table =
  (name: string, build: (rows: number) => Arguments): Query =>
  (rows) => {
    const given = Object.entries(build(rows));
    const blanks = given.map(([argument], n) => `${argument} => $${n + 1}`);
    return { sql: `select * from ${name}(${blanks.join(', ')})`, values: given.map(([, value]) => value) };
  };
const last = (rows: number) => Math.floor(rows / PAGE);

/** The queries of every table, with words that a few rows, many rows and none contain. */
function tableQueries(
  name: string,
  { rare, common, filter, sort }: { rare: string; common: string; filter: string; sort: string },
): Record<string, Query> {
  const variants: Record<string, (rows: number) => Arguments> = {
    'first page': () => ({}),
    'page 40': () => ({ page: 40 }),
    'last page': (rows) => ({ page: last(rows) }),
    [`sorted by ${sort}`]: () => ({ sort }),
    [`sorted by ${sort}, last page`]: (rows) => ({ sort, page: last(rows) }),
    [`only ${filter}`]: () => ({ filter }),
    'search: a rare word': () => ({ search: rare }),
    'search: a common word': () => ({ search: common }),
    'search: two characters': () => ({ search: common.slice(0, 2) }),
    'search: nothing': () => ({ search: 'xqzwvk' }),
    [`search and only ${filter}`]: () => ({ search: common, filter }),
  };
  return Object.fromEntries(
    Object.entries(variants).map(([what, build]) => [`${name}: ${what}`, table(`admin_${name}`, build)]),
  );
}

const title = titleNumber(504).title;
const titles = { rare: title, common: 'kan', filter: 'draft', sort: 'title' };
const queries: Record<string, Query> = {
  'nothing but the round trip': () => ({ sql: 'select 1', values: [] }),
  ...tableQueries('movies', titles),
  ...tableQueries('series', titles),
  ...tableQueries('members', { rare: 'moun504@', common: 'roseline', filter: 'subscribed', sort: 'email' }),
  ...tableQueries('subscriptions', {
    rare: 'moun504@',
    common: 'roseline',
    filter: 'canceled',
    sort: 'expires',
  }),
  ...tableQueries('messages', { rare: 'moun504@', common: 'kesyon 9', filter: 'open', sort: 'oldest' }),
  ...tableQueries('audit_log', { rare: 'moun504@', common: 'admin', filter: 'members', sort: 'oldest' }),
  'media jobs: the newest': () => ({
    sql: 'select j.*, m.title from media_jobs j join movies m on m.id = j.movie_id order by j.created_at desc limit 50',
    values: [],
  }),
};

/** One database per size, all open at once and measured in turns, so that a busy moment of the machine hits all. */
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
  Object.entries(queries).map(([name, question]) => [
    name,
    ({ rows, database }: Place) => {
      const { sql, values } = question(rows);
      return database.query(sql, values, { as: admin });
    },
  ]),
);

console.log([await measure(onPostgres), await measure(onEmbedded)].join('\n'));
