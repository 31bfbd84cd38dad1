import { Client } from 'pg';
import { openDatabase } from '../../platform/src/public/database.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { wordNumber } from '../search-world.ts';
import { catalogueStatements } from './catalogue.ts';
import { commerceStatements } from './commerce.ts';
import { communityStatements } from './community.ts';
import { derivedStatements, LAST_STATEMENTS } from './derived.ts';
import { fileStatements } from './files.ts';
import { HELPERS } from './ids.ts';
import { memberStatements } from './members.ts';
import { playbackStatements } from './playback.ts';
import { type Counts, countsAt } from './size.ts';

const WORDS = 20_000;

/**
 * Fills an empty PostgreSQL database with the demo and, beside it, a world of this part of the large one. Needs a superuser:
 * rows are inserted without triggers, and what these would have derived is computed at once afterwards.
 */
export async function fillBigWorld(
  url: string,
  scale: number,
  report: (line: string) => void = () => {},
): Promise<void> {
  const database = await openDatabase({ url });
  await prepareDatabase(database, { demo: true });
  await database.close();
  await addBigWorld(url, countsAt(scale), report);
}

/** The same for a database that has the schema and the demo already. */
export async function addBigWorld(
  url: string,
  counts: Counts,
  report: (line: string) => void = () => {},
): Promise<void> {
  const [first, second] = [await openLoader(url, report), await openLoader(url, report)];
  try {
    const indexes = await dropIndexes(first.client);
    await Promise.all([
      first.run([memberStatements, playbackStatements].flatMap((statements) => statements(counts))),
      second.run(
        [catalogueStatements, fileStatements, communityStatements, commerceStatements].flatMap((statements) =>
          statements(counts),
        ),
      ),
    ]);
    await first.run(derivedStatements(counts));
    await Promise.all([
      first.run(indexes.filter((_, n) => n % 2 === 0)),
      second.run(indexes.filter((_, n) => n % 2 === 1)),
    ]);
    await first.run(['analyze', ...LAST_STATEMENTS, 'vacuum (analyze)']);
  } finally {
    await Promise.all([first.client.end(), second.client.end()]);
  }
}

interface Loader {
  client: Client;
  run(statements: readonly string[]): Promise<void>;
}

async function openLoader(url: string, report: (line: string) => void): Promise<Loader> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '512MB'; ${HELPERS}`);
  await fillWords(client);
  return {
    client,
    async run(statements) {
      for (const text of statements) {
        const started = performance.now();
        await client.query(text);
        const seconds = (performance.now() - started) / 1000;
        if (seconds > 1)
          report(`${seconds.toFixed(1)} s: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 70)}`);
      }
    },
  };
}

async function fillWords(client: Client): Promise<void> {
  const words = Array.from({ length: WORDS }, (_, n) => wordNumber(n));
  await client.query('create temp table big_words (number integer primary key, word text not null)');
  await client.query(
    'insert into big_words select number - 1, word from unnest($1::text[]) with ordinality w (word, number)',
    [words],
  );
  await client.query('analyze big_words');
}

/** Indexes that only serve reading are made again afterwards: faster than row by row. Returns their definitions. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
        and t.relkind = 'r' and not t.relispartition and not i.indisunique`,
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}
