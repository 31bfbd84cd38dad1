import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../platform/src/database/database.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

/** Two processes that do the jobs of one PostgreSQL. */
const root = join(import.meta.dirname, '../..');
let postgres: PostgresServer;
let url: string;
let database: Database;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgresServer();
  url = await newDatabase(postgres, 'lakou_jobs', 'migrated');
  database = await openPostgres({ url });
  await database.query('create table done (job_id bigint, kind text, pid integer, n integer)');
  processes.push(...(await Promise.all([start(), start()])));
});
afterAll(async () => {
  for (const child of processes) await end(child, 'SIGKILL');
  await database?.close();
  await postgres?.stop();
});

async function start(): Promise<ChildProcess> {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'tests/process/jobs-guest.ts', url],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout!, 'data');
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const enqueue = (kind: string, times = 1) =>
  database.query(
    `select private.enqueue_job($1, jsonb_build_object('n', n)) from generate_series(1, $2::int) n`,
    [kind, times],
  );
const done = (kind: string) =>
  database.query<{ job_id: number; pid: number; n: number }>(
    'select job_id, pid, n from done where kind = $1',
    [kind],
  );
const waiting = { timeout: 30_000, interval: 20 };
const allDone = (kind: string, times: number) =>
  vi.waitFor(async () => {
    expect(await done(kind)).toHaveLength(times);
    expect(await database.query('select from private.jobs where kind = $1', [kind])).toEqual([]);
  }, waiting);

test('each job is done once, whichever process does it, and one that always fails holds up no other', async () => {
  await enqueue('broken', 3);
  await enqueue('quick', 40);
  await allDone('quick', 40);
  const numbers = (await done('quick')).map(({ n }) => n);
  expect(new Set(numbers).size).toBe(40);
  await vi.waitFor(async () => {
    const failed = await database.query(`select last_error from private.jobs where status = 'failed'`);
    expect(failed).toEqual(Array.from({ length: 3 }, () => ({ last_error: 'This one never works.' })));
  }, waiting);
});

test('work in batches goes on until there is no more', async () => {
  await enqueue('batches');
  await allDone('batches', 3);
});

test('a job for later is done when its time has come', async () => {
  await database.query('truncate done');
  await database.query(`select private.enqueue_job('quick', run_after => now() + interval '500 ms')`);
  await allDone('quick', 1);
});

test('work that repeats is done again and again, by one process at a time', async () => {
  await vi.waitFor(async () => expect((await done('often')).length).toBeGreaterThan(3), waiting);
  expect(await database.query(`select from private.jobs where kind = 'often'`)).toHaveLength(1);
});

test('the job of a stopped process is continued by the other at once, without a lost attempt', async () => {
  await enqueue('endless');
  const first = await vi.waitFor(async () => {
    const [run] = await done('endless');
    expect(run).toBeDefined();
    return run!;
  }, waiting);
  const stopped = processes.find(({ pid }) => pid === first.pid)!;
  await end(stopped, 'SIGTERM');
  expect(stopped.exitCode).toBe(0);
  await vi.waitFor(async () => expect(await done('endless')).toHaveLength(2), waiting);
  const [job] = await database.query(`select attempts, claims from private.jobs where kind = 'endless'`);
  expect(job).toEqual({ attempts: 1, claims: 2 });
});

test('the job of a killed process is taken over when its lease has ended', async () => {
  const holder = (await done('endless')).at(-1)!.pid;
  processes.push(await start());
  await end(processes.find(({ pid }) => pid === holder)!, 'SIGKILL');
  expect(await done('endless')).toHaveLength(2);
  // As if the minute had passed.
  await database.query(
    `with over as (update private.jobs set run_after = now() where kind = 'endless' returning 1)
      select pg_notify('jobs', '') from over`,
  );
  await vi.waitFor(async () => expect(await done('endless')).toHaveLength(3), waiting);
  const [job] = await database.query(`select attempts from private.jobs where kind = 'endless'`);
  expect(job).toEqual({ attempts: 2 });
});
