import type { Database, Identity } from '../platform/src/database/database.ts';
import { type Measure, onEmbedded, onPostgres } from './bench-databases.ts';
import { type Growth, growthTable, measureInTurns } from './growth.ts';
import { fillSearchWorld, titleNumber } from './search-world.ts';

/**
 * Search and lists as the catalogue grows: the same queries at each size, on both databases, as a visitor
 * sends them. What counts is the growth, not the figure.
 */
const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const visitor: Identity = { role: 'anon', claims: { role: 'anon' } };

// These two are there at every size.
const film = titleNumber(504);
const other = titleNumber(513);
const [first = '', second = ''] = film.title.split(' ');
const lastWord = film.title.split(' ').at(-1) ?? '';
const described = film.description.toLowerCase().split(/[ .]+/);
/** Swaps two neighbouring characters. */
const slip = (word: string) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4);

const search = (query: string) => ({ sql: 'select * from search($1)', values: [query] });
const list = (kind: string | null, genre: string | null, words: string | null, page = 1) => ({
  sql: 'select * from list_titles($1, $2, $3, $4)',
  values: [kind, genre, words, page],
});
const questions: Record<string, { sql: string; values: unknown[] }> = {
  'nothing but the round trip': { sql: 'select 1', values: [] },
  'search: one character': search('k'),
  'search: a word of many titles': search('la'),
  'search: the beginning of many words': search('kan'),
  'search: a genre': search('drama'),
  'search: a whole title': search(film.title),
  'search: two of its words, turned round': search(`${lastWord} ${first}`),
  'search: a title with two typos': search(`${slip(first)} ${slip(second)}`),
  'search: a director': search(other.credit),
  'search: words of a description': search([described[4], described[8], described[11]].join(' ')),
  'search: what nothing is called': search('xqzwvk'),
  'search: twelve words': search(described.slice(0, 12).join(' ')),
  'list: films, page 1': list('movie', null, null),
  'list: films, page 30': list('movie', null, null, 30),
  'list: a genre': list('movie', 'drama', null),
  'list: a category, films and series': list(null, 'Comedy', null),
  'list: containing a rare word': list('movie', null, film.title),
  'list: containing a common word': list('movie', null, 'la'),
  'list: a genre containing a beginning': list('movie', 'Drama', 'kan'),
  'list: containing what is nowhere': list('movie', null, 'xqzwvk'),
};

/** One database per size, all open at once and measured in turns, so that a busy moment of the machine hits all. */
function measure(
  on: <T>(measure: Measure<T>) => Promise<T>,
  whenFilled: (work: () => Promise<Growth>) => Promise<Growth>,
): Promise<string> {
  const databases: Database[] = [];
  const fillNext = (): Promise<string> =>
    on(async (place, database) => {
      const size = SIZES[databases.length] ?? 0;
      const started = performance.now();
      await fillSearchWorld(database, size);
      console.error(`${place}: ${size} titles in ${Math.round((performance.now() - started) / 1000)} s`);
      databases.push(database);
      if (databases.length < SIZES.length) return fillNext();
      const medians = await whenFilled(() => measureInTurns(databases, asked, ROUNDS));
      return growthTable(`Search and lists on ${place}`, medians, {
        sizes: SIZES,
        of: 'titles',
        rounds: ROUNDS,
      });
    });
  return fillNext();
}

const asked = Object.fromEntries(
  Object.entries(questions).map(([name, { sql, values }]) => [
    name,
    (database: Database) => database.query(sql, values, { as: visitor }),
  ]),
);

// Both are filled at the same time, on a core each, and measured one after the other.
const [postgresAsked, embeddedFilled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
const tables = await Promise.all([
  measure(onPostgres, async (work) => {
    await embeddedFilled.promise;
    return work().finally(postgresAsked.resolve);
  }),
  measure(onEmbedded, async (work) => {
    embeddedFilled.resolve();
    await postgresAsked.promise;
    return work();
  }),
]);
console.log(tables.join('\n'));
