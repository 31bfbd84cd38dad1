import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Identity } from '../../platform/src/database/database.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { prepareDatabase } from '../../platform/src/database/prepare-database.ts';
import { newDatabase, type PostgresServer } from '../../tests/support/postgres-server.ts';
import { addBigWorld } from './fill.ts';
import { idOf } from './ids.ts';
import type { Counts } from './size.ts';

/** The last migration of the schema that the big world is compared with. */
const BEFORE = '20261117004000';
const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
/** Without the demo, whose rows are those of the current schema. */
const FOUNDATION = `
  insert into auth.users (id, email) values ('a0000000-0000-4000-8000-000000000001', 'admin@lakou.test');
  insert into public.admin_users (user_id) values ('a0000000-0000-4000-8000-000000000001');
  insert into public.movie_categories (name) values ('Drama');`;
/** The platform's part of the schema is always the current one: what costs at writing and was not there before is taken away. */
const NOT_YET = `
  select platform.watch_tables('{}');
  drop index auth.idx_users_email_trgm;
  drop index auth.idx_users_full_name_trgm;`;
/** As long as the product lets a statement run. */
export const LIMIT_MS = 25_000;

export interface Place {
  database: Database;
  counts: Counts;
}

/** A world of the schema as it was, or as it is. */
export async function openPlace(
  server: PostgresServer,
  when: 'before' | 'after',
  counts: Counts,
): Promise<Place> {
  const url = await newDatabase(server, `big_${when}`);
  const migrations = mkdtempSync(join(tmpdir(), 'lakou-migrations-'));
  for (const file of readdirSync(MIGRATIONS))
    if (when === 'after' || file.slice(0, BEFORE.length) <= BEFORE)
      cpSync(join(MIGRATIONS, file), join(migrations, file));
  const database = await openPostgres({ url, poolSize: 20, timeoutMs: LIMIT_MS });
  try {
    await prepareDatabase(database, { migrations });
    await database.transaction((transaction) =>
      transaction.script(when === 'before' ? FOUNDATION + NOT_YET : FOUNDATION),
    );
    const started = performance.now();
    await addBigWorld(url, counts);
    console.error(`${when}: filled in ${Math.round((performance.now() - started) / 1000)} s`);
    return { database, counts };
  } finally {
    rmSync(migrations, { recursive: true });
  }
}

export const memberNumber = (number: number): Identity => {
  const sub = idOf('member', number);
  return { role: 'authenticated', claims: { sub, role: 'authenticated' } };
};

/** Pages that a statement reads. */
export async function buffersOf({ database }: Place, text: string, as?: Identity): Promise<number> {
  const explain = `explain (analyze, buffers, format json) ${text}`;
  const options = { ...(as && { as }), rollback: true };
  await database.run([{ text: explain }], options);
  const [result] = await database.run([{ text: explain }], options);
  const [{ Plan: plan }] = JSON.parse(result?.rows[0]?.[0]?.toString() ?? '[]');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** Milliseconds, the median of three after one to warm up. */
export async function millisecondsOf(work: (round: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const started = performance.now();
    await work(round);
    if (round > 0) took.push(performance.now() - started);
  }
  return took.toSorted((a, b) => a - b)[1] ?? 0;
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

/** How many are done in a second by so many clients; failures do not count. */
export async function perSecond(clients: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  let turn = 0;
  let done = 0;
  let failed = 0;
  const started = performance.now();
  const ends = started + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < ends) {
        turn += 1;
        await work(turn).then(
          () => (done += 1),
          () => (failed += 1),
        );
      }
    }),
  );
  if (failed > 0) console.error(`${failed} of ${turn} failed`);
  return done / ((performance.now() - started) / 1000);
}
