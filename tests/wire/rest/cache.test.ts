import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ChangeNotices } from '../../../platform/src/caching/change-notices.ts';
import { dependenciesOf } from '../../../platform/src/caching/dependencies.ts';
import { watchTables } from '../../../platform/src/caching/watch-tables.ts';
import type { Identity } from '../../../platform/src/database/database.ts';
import { openDatabase } from '../../../platform/src/database/open-database.ts';
import { createRest, type Rest } from '../../../platform/src/rest/create-rest.ts';
import { type RestWorld, startRestWorld } from './world.ts';

const SCHEMAS = ['public', 'club'];
const ANN = '00000000-0000-4000-8000-000000000001';
const visitor: Identity = { role: 'anon', claims: { role: 'anon' } };
const member: Identity = { role: 'authenticated', claims: { role: 'authenticated', sub: ANN } };

let world: RestWorld;
/** The same database without a cache. */
let plain: Rest;

beforeAll(async () => {
  world = await startRestWorld();
  const { database } = world;
  await database.transaction((transaction) =>
    transaction.script(`
      create table public.halls (id int primary key, is_open boolean not null);
      create table public.shows (id int primary key, hall_id int not null references public.halls);
      create table public.guests (id int primary key);
      comment on table public.guests is 'Many come at once (inserts are collected).';
      create function public.is_open(hall int) returns boolean language sql stable security definer set search_path = ''
        as $$ select exists (select from public.halls h where h.id = hall and h.is_open) $$;
      alter table public.shows enable row level security;
      create policy "open halls" on public.shows for select to anon using (public.is_open(hall_id));
      create view public.listed_shows as select id from public.shows where public.is_open(hall_id);
      create function public.count_shows(hall int) returns bigint language sql stable set search_path = ''
        as $$ select count(*) from public.shows s where s.hall_id = hall $$;
      comment on function public.count_shows(int) is 'Shows of a hall (rows: public.shows.hall_id = hall).';
      create function public.agent() returns text language sql stable set search_path = ''
        as $$ select current_setting('request.headers', true)::json ->> 'x-agent' $$;
      create function public.clock() returns text language sql stable set search_path = ''
        as $$ select clock_timestamp()::text $$;
      insert into public.halls values (1, true), (2, true);
      insert into public.shows values (1, 1), (2, 2);
      grant select on public.halls, public.shows, public.guests, public.listed_shows to anon;
      grant execute on function public.is_open(int), public.count_shows(int), public.agent(), public.clock() to anon;
    `),
  );
  await watchTables(database, SCHEMAS);
  await world.rest.reload();
  plain = await createRest({ database, schemas: SCHEMAS });
});
afterAll(async () => {
  await plain?.close();
  await world?.[Symbol.asyncDispose]();
});
/** Empty, and in use: what earlier tests changed in the schema has been noticed. */
beforeEach(async () => {
  world.changes.forgetAll();
  const isInUse = async () => {
    expect(await world.changes.confirm()).toBe(true);
    expect(await isKept('/film_counts')).toBe(true);
  };
  await vi.waitFor(isInUse, { timeout: 20_000, interval: 50 });
});

const ask = (path: string, init: RequestInit = {}, { rest = world.rest, as = visitor } = {}) =>
  rest.handle(new Request(`http://lakou.test/rest/v1${path}`, init), as);
const read = async (path: string, init?: RequestInit, how?: { rest?: Rest; as?: Identity }) =>
  (await ask(path, init, how)).text();
const write = (text: string, values: unknown[] = []) => world.database.query(text, values);
const stats = () => world.changes.stats()[0]!;

/** Until every notice of what was committed before has arrived: they come in order, over one connection. */
async function caughtUp(
  database: RestWorld['database'] | Awaited<ReturnType<typeof openDatabase>> = world.database,
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const id = crypto.randomUUID();
  const stop = await database.listen('table_changes', (payload) => payload === id && resolve());
  await database.query('select pg_notify($1, $2)', ['table_changes', id]);
  await promise;
  await stop();
}

/** Whether a second request is answered without the database. */
async function isKept(path: string, init?: RequestInit, how?: { as?: Identity }): Promise<boolean> {
  await read(path, init, how);
  const { hits } = stats();
  await read(path, init, how);
  return stats().hits > hits;
}

test('a visitor who reads a second later, or more, sees every write that was acknowledged', async () => {
  await write(`insert into public.tags (id, label) values (900, 'v0'), (901, 'w0')`);
  const acknowledged: { at: number; version: number }[] = [{ at: performance.now(), version: 0 }];
  const until = performance.now() + 3_000;
  const seen: { began: number; version: number }[] = [];
  const writer = async () => {
    for (let version = 1; performance.now() < until; version += 1) {
      await write('update public.tags set label = $1 where id = 900', [`v${version}`]);
      acknowledged.push({ at: performance.now(), version });
      await sleep(version % 7);
    }
  };
  const reader = async () => {
    while (performance.now() < until + 1_100) {
      const began = performance.now();
      const [row] = JSON.parse(await read('/tags?id=eq.900&select=label')) as [{ label: string }];
      seen.push({ began, version: Number(row.label.slice(1)) });
      await sleep(1);
    }
  };
  await Promise.all([writer(), reader(), reader(), reader()]);
  const missing = seen.filter(({ began, version }) =>
    acknowledged.some((written) => written.at <= began - 1_000 && written.version > version),
  );
  expect(missing).toEqual([]);
  expect(seen.at(-1)?.version).toBe(acknowledged.at(-1)?.version);
  expect(stats().hits).toBeGreaterThan(0);
});

test('a visitor sees a change as soon as it is notified, with every kind of statement', async () => {
  const path = '/tags?select=id,label&order=id&id=gte.910';
  const statements = [
    `insert into public.tags (id, label) values (910, 'a'), (911, 'b')`,
    `update public.tags set label = 'c' where id = 910`,
    'delete from public.tags where id = 911',
    `insert into public.tags select 1000 + n, 'many ' || n from generate_series(1, 30) n`,
    'truncate public.tags cascade',
  ];
  for (const statement of statements) {
    await read(path);
    await write(statement);
    await caughtUp();
    expect(await read(path)).toBe(await read(path, {}, { rest: plain }));
  }
});

test('a visitor sees what was inserted where inserts are collected with the next ping, at the latest a second later', async () => {
  expect(await isKept('/guests')).toBe(true);
  for (const statement of [
    'insert into public.guests values (1)',
    'insert into public.guests select n from generate_series(2, 200) n',
    'update public.guests set id = 0 where id = 1',
    'delete from public.guests',
  ]) {
    await read('/guests?order=id');
    await write(statement);
    await sleep(1_000);
    expect(await read('/guests?order=id')).toBe(await read('/guests?order=id', {}, { rest: plain }));
  }
});

test('what was rolled back, or touched no row, costs no kept answer', async () => {
  await read('/films?id=eq.1');
  const { misses } = stats();
  const undone = world.database.transaction(async (transaction) => {
    await transaction.query(`update public.films set title = 'undone' where id = 1`);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write(`update public.films set title = 'nobody' where id = -1`);
  await caughtUp();
  expect(await read('/films?id=eq.1')).not.toContain('undone');
  expect(stats().misses).toBe(misses);
});

test('a change of one row costs only the answers about that row', async () => {
  for (const id of [1, 2]) await read(`/films?id=eq.${id}&select=title`);
  const { misses } = stats();
  await write(`update public.films set title = title || '!' where id = 2`);
  await caughtUp();
  await read('/films?id=eq.1&select=title');
  expect(stats().misses).toBe(misses);
  expect(await read('/films?id=eq.2&select=title')).toContain('!');
  expect(stats().misses).toBe(misses + 1);
});

test('a visitor no longer sees rows that a policy hides since another table changed', async () => {
  const paths = ['/shows?select=id', '/listed_shows', '/rpc/count_shows?hall=1', '/shows?id=eq.1&select=id'];
  for (const path of paths) expect(await isKept(path), path).toBe(true);
  await write('update public.halls set is_open = false where id = 1');
  await caughtUp();
  for (const path of paths) expect(await read(path), path).toBe(await read(path, {}, { rest: plain }));
  expect(await read('/shows?select=id')).toBe('[{"id":2}]');
  await write('update public.halls set is_open = true where id = 1');
});

test('a function that says which rows it reads is called again after changes of those', async () => {
  const [own, other] = ['/rpc/count_shows?hall=1', '/rpc/count_shows?hall=2'];
  for (const path of [own, other]) expect(await read(path)).toBe('1');
  await write('insert into public.shows values (3, 1)');
  await caughtUp();
  const { misses } = stats();
  expect([await read(own), await read(other)]).toEqual(['2', '1']);
  expect(stats().misses).toBe(misses + 1);
  await write('delete from public.shows where id = 3');
});

test('an answer that depends on the request, the time or a function of unknown content is never kept', async () => {
  for (const agent of ['one', 'two'])
    expect(await read('/rpc/agent', { headers: { 'x-agent': agent } })).toBe(`"${agent}"`);
  expect(await read('/rpc/clock')).not.toBe(await read('/rpc/clock'));
  for (const path of [
    '/rpc/agent',
    '/rpc/clock',
    '/rpc/who',
    '/rpc/films_of?person=1',
    '/films?select=full_label',
  ])
    expect(await isKept(path), path).toBe(false);
  expect(dependenciesOf(await ask('/rpc/clock'))).toBeUndefined();
  expect(dependenciesOf(await ask('/films?id=eq.1'))).toEqual([
    { table: 'public.films', column: 'id', value: '1' },
  ]);
});

test('nobody but visitors gets a kept answer, and nothing of theirs is kept', async () => {
  await write('delete from public.notes');
  await write('insert into public.notes (owner, text) values ($1, $2)', [ANN, 'private']);
  await caughtUp();
  const half: Identity = { role: 'anon', claims: { role: 'anon', aal_needed: 'aal2' } };
  const service: Identity = { role: 'service_role', claims: { role: 'service_role' } };
  const before = stats();
  for (const as of [member, half, service]) await read('/notes?select=text', {}, { as });
  expect(stats()).toEqual(before);
  expect(await read('/notes?select=text')).toBe('[]');
  expect(await isKept('/notes?select=text')).toBe(true);
  expect(await read('/notes?select=text', {}, { as: member })).toContain('private');
  for (const as of [member, half, service])
    expect(await isKept('/notes?select=text', {}, { as })).toBe(false);
  expect(await read('/notes?select=text')).toBe('[]');
});

test('a refusal is not kept, and not sent to somebody else', async () => {
  const missing = '/films?id=eq.-5';
  const headers = { accept: 'application/vnd.pgrst.object+json' };
  const answers = await Promise.all([ask(missing, { headers }), ask(missing, { headers })]);
  expect(answers.map(({ status }) => status)).toEqual([406, 406]);
  expect(await isKept(missing, { headers })).toBe(false);
});

test('a forged notice costs at most a read', async () => {
  expect(await isKept('/films?id=eq.1')).toBe(true);
  const forged = [
    '',
    '{',
    'null',
    '[]',
    '{"ping":"x"}',
    '{"ping":{}}',
    '{"table":7}',
    '{"table":"public.films","rows":7}',
  ];
  for (const payload of [
    ...forged,
    '{"table":"public.films","rows":{"id":{}}}',
    '{"table":"__proto__","rows":{"__proto__":["1"]}}',
  ])
    await write('select pg_notify($1, $2)', ['table_changes', payload]);
  await caughtUp();
  expect(await read('/films?id=eq.1')).toBe(await read('/films?id=eq.1', {}, { rest: plain }));
  expect(await isKept('/films?id=eq.1')).toBe(true);
});

test('a visitor whose right to read was taken away gets nothing a second later', async () => {
  expect(await isKept('/halls?select=id')).toBe(true);
  await write('revoke select on public.halls from anon');
  await sleep(1_000);
  expect((await ask('/halls?select=id')).status).toBe(401);
  await write('grant select on public.halls to anon');
});

test('changes of a table without triggers are seen a second later', async () => {
  expect(await isKept('/halls?select=id')).toBe(true);
  await write('alter table public.halls disable trigger user');
  await write('insert into public.halls values (7, true)');
  await sleep(1_000);
  expect(await read('/halls?select=id')).toContain('7');
  expect(await isKept('/halls?select=id')).toBe(false);
  await write('alter table public.halls enable trigger user');
  await vi.waitFor(async () => expect(await isKept('/halls?select=id')).toBe(true), {
    timeout: 20_000,
    interval: 100,
  });
});

test('several processes each hear of what the others write', async ({ skip }) => {
  if (world.database.kind === 'embedded') skip();
  const database = await openDatabase(world.database.options);
  const changes = await ChangeNotices.start(database);
  const rest = await createRest({ database, changes, schemas: SCHEMAS });
  const path = '/films?id=eq.2&select=title';
  expect(await read(path, {}, { rest })).toBe(await read(path));
  await write(`update public.films set title = 'from elsewhere' where id = 2`);
  await caughtUp(database);
  expect(await read(path, {}, { rest })).toContain('from elsewhere');
  await rest.close();
  await changes.close();
  await database.close();
});

test('a lost connection costs everything that was kept, and nothing is missed afterwards', async ({
  skip,
}) => {
  if (world.database.kind === 'embedded') skip();
  expect(await isKept('/films?id=eq.2')).toBe(true);
  await write(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`);
  await vi.waitFor(() => expect(stats().entries).toBe(0), 20_000);
  await read('/films?id=eq.2');
  await write(`update public.films set title = 'while away' where id = 2`);
  await sleep(1_000);
  expect(await read('/films?id=eq.2')).toContain('while away');
  await vi.waitFor(async () => expect(await world.changes.confirm()).toBe(true), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await isKept('/films?id=eq.2')).toBe(true);
});

const id = fc.integer({ min: 1, max: 5 });
const path = fc.oneof(
  id.map((n) => `/films?id=eq.${n}`),
  id.map((n) => `/films?id=eq.${n}&select=title,reviews(*),tags(label),people(name)`),
  id.map((n) => `/reviews?film_id=eq.${n}&select=id,films(title)`),
  fc.uniqueArray(id).map((ids) => `/films?id=in.(${ids})&select=id,title&order=id`),
  id.map((n) => `/films?id=not.eq.${n}&select=id&order=id`),
  id.map((n) => `/films?or=(id.eq.${n},year.gt.2000)&select=id,title&order=id`),
  fc.constantFrom(
    '/film_counts',
    '/recent_films?order=film_id',
    '/people?select=name,films(title)&order=id',
    '/tags?select=label,films(id)&order=id',
    '/shows?select=id,halls(is_open)&order=id',
    '/rpc/count_shows?hall=1',
    '/halls?select=id&limit=1&order=id',
    '/films?select=id,film_details(*)&film_details=not.is.null&order=id',
  ),
);
const init = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD'),
  headers: fc.record(
    {
      accept: fc.constantFrom('application/json', 'text/csv', 'application/vnd.pgrst.object+json'),
      prefer: fc.constantFrom('count=exact', 'count=planned', 'handling=strict', 'timezone=Asia/Tokyo'),
      range: fc.constantFrom('0-0', '1-2', '5-'),
      'accept-profile': fc.constantFrom('public', 'club'),
      'if-none-match': fc.constantFrom('*', '"x"'),
    },
    { requiredKeys: [] },
  ),
});
const change = fc.oneof(
  id.map((n) => `update public.films set title = 'T' || random() where id = ${n}`),
  id.map((n) => `update public.reviews set film_id = ${n} where id = (select min(id) from public.reviews)`),
  id.map((n) => `delete from public.film_tags where film_id = ${n}`),
  id.map(
    (n) =>
      `insert into public.tags values (${n}, 'tag ' || random()) on conflict (id) do update set label = excluded.label`,
  ),
  id.map(
    (n) =>
      `insert into public.film_tags (film_id, tag_id) select f.id, t.id from public.films f, public.tags t where f.id = ${n} on conflict do nothing`,
  ),
  fc.constantFrom(
    'update public.halls set is_open = not is_open where id = 1',
    `update public.people set name = 'P' || random()`,
    'delete from public.film_details where film_id = 1',
  ),
);

test('any request gets the same answer with the cache as without it, after any writes', async () => {
  const outcome = async (request: { path: string; init: RequestInit }, rest: Rest) => {
    const answer = await ask(request.path, request.init, { rest });
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ path, init }), { minLength: 2, maxLength: 6 }),
      fc.array(change, { maxLength: 3 }),
      async (requests, changes) => {
        for (const request of requests) await outcome(request, world.rest);
        for (const statement of changes) await write(statement);
        await caughtUp();
        for (const request of [...requests, ...requests])
          expect(await outcome(request, world.rest), request.path).toEqual(await outcome(request, plain));
      },
    ),
    { numRuns: process.env.LONG ? 300 : 40 },
  );
  expect(stats().hits).toBeGreaterThan(0);
});
