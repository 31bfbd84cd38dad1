import type { Database } from '../platform/src/database/database.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { dropIndexes } from './drop-indexes.ts';

/** A catalogue with a realistic distribution: few words are common, most are rare, new ones appear as it grows. */
const GENRES = [
  'Drama',
  'Comedy',
  'Romance',
  'Documentary',
  'Music',
  'Fantasy',
  'Thriller',
  'Family',
  'History',
];
const SMALL_WORDS = ['la', 'yon', 'nan', 'ti', 'pou', 'le', 'de', 'the', 'a', 'ak', 'pa', 'san'];
const ONSETS = ['b', 'ch', 'd', 'f', 'g', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'y', 'z'];
const VOWELS = ['a', 'e', 'è', 'i', 'o', 'ò', 'ou', 'an', 'en', 'on'];
const ROWS_AT_ONCE = 5_000;

/** A seeded generator: every run measures the same data. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The word with this number, always the same one: two to four syllables. */
export function wordNumber(number: number): string {
  const dice = seeded(number * 7_919 + 13);
  dice();
  const syllable = () =>
    `${ONSETS[Math.floor(dice() * ONSETS.length)]}${VOWELS[Math.floor(dice() * VOWELS.length)]}`;
  return Array.from({ length: 2 + Math.floor(dice() * 3) }, syllable).join('');
}

export interface BenchTitle {
  number: number;
  title: string;
  description: string;
  credit: string;
  actors: string[];
  genre: string[];
  topic: string;
}

/** The title with this number, always the same one. */
export function titleNumber(number: number): BenchTitle {
  const dice = seeded(number * 104_729 + 1_804);
  dice();
  /** Small numbers often, large ones rarely, like words of a language: the commonest is in every twentieth description. */
  const rare = (many: number) => Math.floor(40 * (many / 40) ** dice()) - 40;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T;
  const word = () => (dice() < 0.25 ? pick(SMALL_WORDS) : wordNumber(rare(60_000)));
  const sentence = (count: number) => capital(Array.from({ length: count }, word).join(' '));
  const person = () => `${capital(wordNumber(rare(800)))} ${capital(wordNumber(2_000 + rare(20_000)))}`;
  return {
    number,
    title: sentence(2 + Math.floor(dice() * 4)),
    description: `${sentence(20)}.`,
    credit: person(),
    actors: [person(), person()],
    genre: [...new Set([pick(GENRES), pick(GENRES)])],
    topic: sentence(5),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Inserts this many titles: nine films per series, and a topic for every ten of both. */
export async function fillSearchWorld(database: Database, titles: number): Promise<void> {
  await prepareDatabase(database, { demo: false });
  const run = (text: string, values: string[] = []) =>
    database.run([{ text, values }], { timeoutMs: 600_000 });
  // Bulk inserts run without triggers; the result is the same.
  const remakeIndexes = await dropIndexes(database, [
    'private.search_words',
    'private.search_entries',
    'private.search_suffixes',
    'private.genre_titles',
  ]);
  for (const { table } of KINDS) await run(`alter table ${table} disable trigger user`);
  for (let start = 0; start < titles; start += ROWS_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(ROWS_AT_ONCE, titles - start) },
      (_, index) => start + index,
    );
    const rows = [JSON.stringify(numbers.map(titleNumber))];
    for (const { table, columns, values, which } of KINDS)
      await run(
        `insert into ${table} (${columns}, created_at) select ${values}, ${CREATED} from ${GIVEN} where ${which}`,
        rows,
      );
    for (const { table, kind } of KINDS)
      await run(
        `select private.index_titles('${kind}', array_agg(t.id)) from ${table} t
        where t.created_at in (select ${CREATED} from ${GIVEN})`,
        rows,
      );
  }
  for (const { table } of KINDS) await run(`alter table ${table} enable trigger user`);
  await remakeIndexes();
  await run('analyze');
}

const GIVEN = `json_to_recordset($1) as r (number integer, title text, description text, credit text, actors text[],
  genre text[], topic text)`;
const CREATED = `timestamptz '2000-01-01' + r.number * interval '1 hour'`;
const COLUMNS = 'title, description, thumbnail_url, release_date, genre, actors, published, is_free';
const VALUES = `r.title, r.description, '/posters/' || r.number || '.webp', date '1980-01-01' + r.number % 15000, r.genre,
  r.actors, true, r.number % 5 = 0`;
const KINDS = [
  {
    kind: 'movie',
    table: 'public.movies',
    columns: `director, ${COLUMNS}`,
    values: `r.credit, ${VALUES}`,
    which: 'r.number % 10 > 0',
  },
  {
    kind: 'series',
    table: 'public.series',
    columns: `creator, ${COLUMNS}`,
    values: `r.credit, ${VALUES}`,
    which: 'r.number % 10 = 0',
  },
  {
    kind: 'topic',
    table: 'public.forum_topics',
    columns: 'title, content',
    values: `r.topic, 'What do you think?'`,
    which: 'r.number % 10 = 0',
  },
];
