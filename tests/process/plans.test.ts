import { globSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBigWorld } from '../../bench/big-world/fill.ts';
import { BATCHES, countsAt, SIZES } from '../../bench/big-world/size.ts';
import { jobStatements, listIdleJobs } from '../plans/drive-jobs.ts';
import { BOUNDED_STATEMENTS, GROWING_STATEMENTS, UNCALLED_FUNCTIONS } from '../plans/exceptions.ts';
import { type MeasuredWorld, measureWorld } from '../plans/measure-world.ts';
import { measureHiddenTables } from '../plans/member-reads.ts';
import { requested } from '../plans/plan-client.ts';
import { describeGrown, findCauses, findGrown } from '../plans/statements.ts';
import { newDatabase, type OwnPostgres, startOwnPostgres } from '../support/postgres-server.ts';

/**
 * The product runs on a world and on one a hundred times its size, and is asked for everything it can do; PostgreSQL
 * records each statement, also those inside functions. LONG=1 goes up to the large world.
 */
const [small, large] = process.env.LONG ? [SIZES.large / 100, SIZES.large] : [SIZES.small, SIZES.medium];
const MINUTES = process.env.LONG ? 120 : 30;

let postgres: OwnPostgres;
const worlds: MeasuredWorld[] = [];
const hidden: Map<string, number>[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    'pg_stat_statements.track_utility': 'off',
    'pg_stat_statements.max': '20000',
    track_functions: 'all',
    autovacuum: 'off',
    shared_buffers: '512MB',
    max_wal_size: '8GB',
  });
  // Both worlds are copies of one database: the same tables, hence the same names of statements in the statistics.
  for (const [name, scale] of [
    ['plans_small', small],
    ['plans_large', large],
  ] as const) {
    const url = await newDatabase(postgres, name, 'demo');
    await addBigWorld(url, countsAt(scale, process.env.LONG ? BATCHES : undefined));
    // A table of a few pages is read whole, which says nothing about the same table when it is large.
    if (scale === small) await onServer(`alter database ${name} set enable_seqscan = off`);
    hidden.push(await measureHiddenTables(url));
    worlds.push(await measureWorld(url, { days: scale === large && process.env.LONG ? 1 : 0 }));
  }
}, MINUTES * 60_000);
afterAll(() => postgres?.stop());

async function onServer(text: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

test('a world a hundred times larger does not make any statement read three times as much', () => {
  const [before, after] = worlds.map(({ statements }) => statements);
  const grown = findGrown(before!, after!, jobStatements).filter(
    ({ text, buffers }) =>
      !GROWING_STATEMENTS.some(({ pattern }) => pattern.test(text)) &&
      !BOUNDED_STATEMENTS.some(({ pattern, mostBuffers }) => pattern.test(text) && buffers <= mostBuffers),
  );
  const causes = findCauses(before!, after!).slice(0, 20);
  const details = [...grown.map(describeGrown), 'inside functions:', ...causes.map(describeGrown)];
  expect(grown, details.join('\n')).toEqual([]);
});

test('a member who reads a table of which they see nothing costs the same however many rows it has', () => {
  const [before, after] = hidden as [Map<string, number>, Map<string, number>];
  expect([...after.keys()]).toEqual(
    expect.arrayContaining(['audit_log', 'contact_messages', 'ledger', 'media_jobs', 'orders', 'subtitles']),
  );
  const grown = [...after].filter(([table, buffers]) => buffers > (before.get(table) ?? 0) + 10);
  expect(grown).toEqual([]);
});

test('everything that was asked for is answered', () => {
  expect(worlds.flatMap(({ faults }) => faults)).toEqual([]);
});

test.runIf(process.env.LONG)('a day of periodic work on the large world keeps within its time limits', () => {
  expect(worlds[1]?.failedJobs).toEqual([]);
});

test('no function of the database, no edge function and no kind of background work is left out', () => {
  const functions = globSync('supabase/functions/*/index.ts').map((path) => path.split('/')[2]);
  const isRequested = (path: string) =>
    [...requested].some((one) => one === path || one.startsWith(`${path}/`));
  expect(functions.filter((name) => !isRequested(`/functions/v1/${name}`))).toEqual([]);
  expect(listIdleJobs()).toEqual([]);
  expect(worlds[1]?.uncalled).toEqual(Object.keys(UNCALLED_FUNCTIONS));
});

test('each exception is still needed', () => {
  const texts = [...(worlds[1]?.statements.values() ?? [])].map(({ text }) => text);
  for (const { pattern } of [...GROWING_STATEMENTS, ...BOUNDED_STATEMENTS])
    expect(
      texts.some((text) => pattern.test(text)),
      `${pattern}`,
    ).toBe(true);
});
