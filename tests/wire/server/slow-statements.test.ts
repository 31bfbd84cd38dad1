import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  slowStatements as answerSchema,
  type SlowStatement,
} from '../../../contract/src/admin/slow-statements.ts';
import { log } from '../../../server/src/log.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/** So that everything is slow. */
let server: TestServer;
const { level } = log;
beforeAll(async () => {
  log.level = 'silent';
  server = await startTestServer({ SLOW_STATEMENT_MS: '1' });
});
afterAll(async () => {
  await server.close();
  log.level = level;
});

async function read(token: string | undefined): Promise<Response> {
  const headers = { apikey: server.anonKey, ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(`${server.url}/operations/v1/slow-statements`, { headers });
}
const signedIn = (sub: string) => server.token({ sub, role: 'authenticated', aud: 'authenticated' });

async function list(): Promise<SlowStatement[]> {
  const answer = await read(await signedIn(idOf.admin));
  expect(answer.status).toBe(200);
  return answerSchema.parse(await answer.json()).statements;
}

test('admins see slow statements with count, longest time and plan, without values', async () => {
  const secret = 'valè-ki-pa-dwe-parèt';
  const literal = 'tèks-nan-kòmand-lan';
  const text = `select m.id from public.movies m, (select pg_sleep(0.02)) s where m.title in ($1, '${literal}')`;
  const find = (all: SlowStatement[]) => all.find(({ statement }) => statement.includes('pg_sleep(0.02)'));
  // Plans are taken one at a time.
  const found = await vi.waitFor(
    async () => {
      await server.database.query(text, [secret], { as: { role: 'authenticated' } });
      const slow = find(await list());
      if (!slow?.plan) throw new Error('there is no plan yet');
      return slow;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(found.statement).toBe(
    "select m.id from public.movies m, (select pg_sleep(0.02)) s where m.title in ($1, '?')",
  );
  expect(found.role).toBe('authenticated');
  expect(found.longest_ms).toBeGreaterThanOrEqual(20);
  expect(found.plan).toMatch(/movies/);
  expect(found.plan).toMatch(/\$1/);
  const before = found.count;
  await server.database.query(text, [secret], { as: { role: 'authenticated' } });
  const all = await list();
  expect(find(all)?.count).toBe(before + 1);
  expect(JSON.stringify(all)).not.toContain(secret);
  expect(JSON.stringify(all)).not.toContain(literal);
});

test('a statement that writes is planned and not carried out again', async () => {
  const count = async () =>
    (await server.database.query<{ n: number }>('select count(*)::int as n from private.outages'))[0]?.n ?? 0;
  const before = await count();
  let runs = 0;
  await vi.waitFor(
    async () => {
      runs += 1;
      await server.database.query(
        `insert into private.outages (part, began_at, ended_at)
          select 'mail', now() - interval '1 hour', now() from pg_sleep(0.01) where $1::int > 0`,
        ['1'],
      );
      const slow = (await list()).find(({ statement }) =>
        statement.startsWith('insert into private.outages'),
      );
      if (!slow?.plan?.includes('Insert on outages')) throw new Error('there is no plan yet');
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await count()).toBe(before + runs);
});

test('they are counted in the metrics', async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(Number(/^database_slow_statements_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
});

test('nobody but an admin sees them', async () => {
  expect((await read(undefined)).status).toBe(401);
  expect((await read('not.a.token')).status).toBe(401);
  expect((await read(await signedIn(idOf.member))).status).toBe(403);
});
