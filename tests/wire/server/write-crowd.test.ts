import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionsOf } from '../../../platform/src/database/connection-shares.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { openTestDatabase } from '../../support/test-databases.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { CROWD_SIZE, gatherCrowd, type Turn, type Write } from '../../support/write-crowd/crowd.ts';
import { functionWrites } from '../../support/write-crowd/function-writes.ts';
import { tableWrites } from '../../support/write-crowd/table-writes.ts';

/*
 * Six clients at once on every way to write, against the same rows: nobody meets an error of the server, and no
 * transactions block each other for ever. With LONG=1 sixteen, for a minute each, four ways side by side.
 */
const ROUNDS = 1;
const LONG_MS = process.env.LONG ? 60_000 : 0;
const WAYS_AT_ONCE = process.env.LONG ? 4 : 1;
/** So that each client's statement has a connection: with fewer, they would meet in a queue instead of in the database. */
const POOL_SIZE = (WAYS_AT_ONCE * CROWD_SIZE) / 0.4;

const otherWrites: Record<string, Write> = {
  'sign up': ({ server, id }) =>
    fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `foul-${id}@example.test`, password: 'yon-modpas-ki-long' }),
    }),
  'upload a picture': async ({ member }) => {
    const { error } = await member.client.storage
      .from('profile-images')
      .upload(`${member.id}/face.png`, onePixel, { contentType: 'image/png', upsert: true });
    return { status: error ? Number((error as { statusCode?: string }).statusCode ?? 500) : 200 };
  },
};
/** These refuse a crowd that has profiles already, but no second factors, subscriptions and gifts at a provider, or signatures. */
const refusing = [
  'POST /profiles',
  'POST /rpc/make_recovery_codes',
  'POST /rpc/setup_admin',
  'POST /functions/cancel-gift',
  'POST /functions/change-subscription',
  'POST /functions/customer-portal',
  'POST /functions/payment-webhook',
  'POST /functions/moncash-callback',
  'POST /functions/natcash-callback',
];
/** After these the crowd is gone. */
const leaving = ['sign up', 'POST /functions/delete-account'];
const writes: Record<string, Write> = { ...otherWrites, ...tableWrites, ...functionWrites };

const BESIDE = ' beside ';

/** The ways to write, as many together as run at once: neighbours mostly write to the same rows. */
function sideBySide(): string[] {
  const paths = Object.keys(writes).filter((path) => !leaving.includes(path));
  const groups = paths.flatMap((_, n) => (n % WAYS_AT_ONCE ? [] : [paths.slice(n, n + WAYS_AT_ONCE)]));
  return groups.map((group) => group.join(BESIDE));
}

let server: TestServer;
let turnOf: (n: number) => Turn;
beforeAll(async () => {
  const database = await openTestDatabase({ poolSize: POOL_SIZE });
  const pool = 'url' in database.options && {
    DATABASE_URL: database.options.url,
    DATABASE_POOL: String(POOL_SIZE),
  };
  server = await startTestServer({ AUTH_LIMITS: 'signUps=off,signIns=off', ...pool }, database);
  expect(connectionsOf('api', POOL_SIZE)).toBe(WAYS_AT_ONCE * CROWD_SIZE);
  turnOf = await gatherCrowd(server);
});
afterAll(() => server?.close());

type Answer = Awaited<ReturnType<Write>>;

/** Statements that wait for a lock count as slow, and on a busy machine all do: a client that is told to come later does. */
async function admitted(work: () => PromiseLike<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await work();
    if (answer.status !== 429 || !(await isToComeLater(answer))) return answer;
    await sleep(1_000);
  }
}

async function isToComeLater(answer: Answer & { error?: { code?: string } | null }): Promise<boolean> {
  if (!(answer instanceof Response)) return answer.error?.code === 'PGRST003';
  return ((await answer.clone().json()) as { error?: string }).error === 'service_busy';
}

/** The statuses of all answers. */
async function send(write: Write): Promise<number[]> {
  const end = performance.now() + LONG_MS;
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: CROWD_SIZE }, async (_, n) => {
      for (let round = 0; round < ROUNDS || performance.now() < end; round += 1) {
        const { status } = await admitted(() => write(turnOf(n)));
        statuses.push(status);
      }
    }),
  );
  return statuses;
}

async function crowdWrites(names: string): Promise<void> {
  const paths = names.split(BESIDE);
  const before = LONG_MS ? await deadlocks() : 0;
  // Nobody is refused for what was written before, as a minute's worth of orders.
  await server.database.query('delete from private.rate_limits');
  // Nor for having signed in too long ago.
  await server.database.query('update auth.mfa_amr_claims set updated_at = now()');
  const answers = await Promise.all(paths.map((path) => send(writes[path] as Write)));
  if (LONG_MS) expect(await deadlocks(), `deadlocks in ${names}`).toBe(before);
  for (const [n, statuses] of answers.entries()) {
    const path = paths[n] as string;
    const shown = `${path} answers: ${[...new Set(statuses)].join(', ')}`;
    expect(
      statuses.filter((status) => status >= 500),
      shown,
    ).toEqual([]);
    expect(
      statuses.some((status) => status < 300),
      shown,
    ).toBe(!refusing.includes(path));
  }
}

test.each(sideBySide())('%s', { timeout: 180_000 + LONG_MS }, crowdWrites);

test.runIf(process.env.LONG)(
  'all of them at once, each client in another order',
  { timeout: 300_000 },
  async () => {
    const paths = Object.keys(writes).filter((path) => !leaving.includes(path));
    const answers = await Promise.all(
      Array.from({ length: CROWD_SIZE }, async (_, n) => {
        const first = Math.floor((n * paths.length) / CROWD_SIZE);
        const failed: string[] = [];
        for (const path of [...paths.slice(first), ...paths.slice(0, first)]) {
          const { status } = await admitted(() => (writes[path] as Write)(turnOf(n)));
          if (status >= 500) failed.push(`${path}: ${status}`);
        }
        return failed;
      }),
    );
    expect(answers.flat()).toEqual([]);
    expect(await deadlocks()).toBe(0);
  },
);

test.each(leaving)('%s', { timeout: 180_000 + LONG_MS }, crowdWrites);

/** Grants are what decides: the description of the Data API offers every verb for every table. */
const WRITABLE = `
  select v.verb || ' /' || c.relname as path
  from pg_class c, (values ('POST', 'insert'), ('PATCH', 'update'), ('DELETE', 'delete')) v (verb, privilege)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and (has_table_privilege('authenticated', c.oid, v.privilege)
      or v.verb <> 'DELETE' and has_any_column_privilege('authenticated', c.oid, v.privilege))`;

test('every table that can be written and every function has its crowd', async () => {
  const tables = await server.database.query<{ path: string }>(WRITABLE);
  expect(Object.keys(tableWrites).toSorted()).toEqual(tables.map(({ path }) => path).toSorted());

  const authorization = `Bearer ${await server.token({ role: 'service_role' })}`;
  const answer = await fetch(`${server.url}/rest/v1/`, {
    headers: { apikey: server.anonKey, authorization },
  });
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  // What only reads can be called with GET too.
  const called = Object.keys(paths).filter(
    (path) => path.startsWith('/rpc/') && !('get' in (paths[path] ?? {})),
  );
  const folder = join(import.meta.dirname, '../../../supabase/functions');
  const functions = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));
  const expected = [...called, ...functions.map((name) => `/functions/${name}`)].map(
    (path) => `POST ${path}`,
  );
  expect(Object.keys(functionWrites).toSorted()).toEqual(expected.toSorted());
});

test('none of this was a deadlock', async () => {
  expect(await deadlocks()).toBe(0);
});

async function deadlocks(): Promise<number | undefined> {
  // A connection reports its counters when a transaction ends, at most once a second.
  await sleep(1_100);
  await Promise.all(Array.from({ length: 20 }, () => server.database.query('select pg_sleep(0.05)')));
  const [row] = await server.database.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks;
}
