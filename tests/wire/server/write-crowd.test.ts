import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { CROWD_SIZE, gatherCrowd, type Turn, type Write } from '../../support/write-crowd/crowd.ts';
import { functionWrites } from '../../support/write-crowd/function-writes.ts';
import { tableWrites } from '../../support/write-crowd/table-writes.ts';

/*
 * Sixteen clients at once on every way to write, against the same rows: nobody meets an error of the server, and no
 * transactions block each other for ever. With LONG=1 for a minute each.
 */
const ROUNDS = 1;
const LONG_MS = process.env.LONG ? 60_000 : 0;

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
/** These refuse a crowd that has profiles already, but no second factors, subscriptions at a provider, or signatures. */
const refusing = [
  'POST /profiles',
  'POST /rpc/make_recovery_codes',
  'POST /rpc/setup_admin',
  'POST /functions/change-subscription',
  'POST /functions/customer-portal',
  'POST /functions/payment-webhook',
];
/** After these the crowd is gone. */
const leaving = ['POST /functions/delete-account', 'sign up'];
const writes: Record<string, Write> = { ...otherWrites, ...tableWrites, ...functionWrites };

let server: TestServer;
let turnOf: (n: number) => Turn;
beforeAll(async () => {
  server = await startTestServer({ AUTH_LIMITS: 'signUps=off,signIns=off' });
  turnOf = await gatherCrowd(server);
});
afterAll(() => server?.close());

/** The statuses of all answers. */
async function send(write: Write): Promise<number[]> {
  const end = performance.now() + LONG_MS;
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: CROWD_SIZE }, async (_, n) => {
      for (let round = 0; round < ROUNDS || performance.now() < end; round += 1) {
        statuses.push((await write(turnOf(n))).status);
      }
    }),
  );
  return statuses;
}

test.runIf(process.env.LONG)(
  'all of them at once, each client in another order',
  { timeout: 120_000 },
  async () => {
    const paths = Object.keys(writes).filter((path) => !leaving.includes(path));
    const answers = await Promise.all(
      Array.from({ length: CROWD_SIZE }, async (_, n) => {
        const first = Math.floor((n * paths.length) / CROWD_SIZE);
        const failed: string[] = [];
        for (const path of [...paths.slice(first), ...paths.slice(0, first)]) {
          const { status } = await (writes[path] as Write)(turnOf(n));
          if (status >= 500) failed.push(`${path}: ${status}`);
        }
        return failed;
      }),
    );
    expect(answers.flat()).toEqual([]);
    expect(await deadlocks()).toBe(0);
  },
);

test.each(Object.keys(writes))('%s', { timeout: 60_000 + LONG_MS }, async (path) => {
  const statuses = await send(writes[path] as Write);
  const shown = `answers: ${[...new Set(statuses)].join(', ')}`;
  expect(
    statuses.filter((status) => status >= 500),
    shown,
  ).toEqual([]);
  expect(
    statuses.some((status) => status < 300),
    shown,
  ).toBe(!refusing.includes(path));
});

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
