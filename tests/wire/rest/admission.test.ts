import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

/** What one caller can have running and waiting. */
const connections = 2;
const waitingPerCaller = 3;
const admitted = connections / 2 + waitingPerCaller;

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld({
    limits: {
      timeoutMs: { default: 60_000, anon: 60_000 },
      statements: { connections, waitingPerCaller, waitMs: 60_000 },
    },
  });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const wait = (address: string, init: RequestInit = {}) =>
  world.fetch('/rpc/wait_for_lock', {
    method: 'POST',
    ...init,
    headers: { 'x-address': address, ...init.headers },
  });

/** While it holds, statements that take the lock do not end; embedded, no statement does. */
async function holdLock(): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const done = world.database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock(21)');
    hold();
    await released;
  });
  await held;
  return () => {
    release();
    return done;
  };
}

test('of one address a few statements run and wait; further ones get 429 and the others their answer', async () => {
  const release = await holdLock();
  const refused = Promise.withResolvers<Response>();
  const answers = Array.from({ length: admitted + 1 }, () =>
    wait('198.51.100.7').then((response) => {
      if (response.status === 429) refused.resolve(response);
      return response.status;
    }),
  );
  const response = await refused.promise;
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({
    code: 'PGRST003',
    message: expect.any(String),
    details: null,
  });
  const bystander = wait('198.51.100.8');
  const member = wait('198.51.100.7', {
    headers: { authorization: `Bearer ${await world.token('authenticated', { sub: crypto.randomUUID() })}` },
  });
  await release();
  expect((await Promise.all(answers)).toSorted()).toEqual([...Array(admitted).fill(200), 429]);
  expect([(await bystander).status, (await member).status]).toEqual([200, 200]);
});

test('the addresses of one IPv6 network count as one, and one member counts as one from everywhere', async () => {
  const authorization = `Bearer ${await world.token('authenticated', { sub: crypto.randomUUID() })}`;
  for (const headers of [{}, { authorization }]) {
    const release = await holdLock();
    const refused = Promise.withResolvers<number>();
    const answers = Array.from({ length: admitted + 1 }, (_, index) =>
      wait(`2001:db8::${index + 1}`, { headers }).then(({ status }) => {
        if (status === 429) refused.resolve(status);
        return status;
      }),
    );
    expect(await refused.promise).toBe(429);
    await release();
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(admitted);
  }
});

test('the service role and pages of this process are not counted', async () => {
  const release = await holdLock();
  const service = { headers: { authorization: `Bearer ${await world.token('service_role')}` } };
  const answers = Array.from({ length: admitted + 3 }, () => wait('198.51.100.9', service));
  const page = () =>
    world.rest.handle(new Request('http://inside/rest/v1/films?select=id'), { role: 'anon' });
  const pages = Array.from({ length: admitted + 3 }, page);
  await release();
  expect(new Set((await Promise.all([...answers, ...pages])).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
});

test('the statements of a visitor who leaves while they wait are never run', async () => {
  const release = await holdLock();
  const address = '198.51.100.10';
  const leaving = new AbortController();
  const add = async (name: string) => {
    const response = await world.fetch('/rpc/add_setting', {
      method: 'POST',
      headers: { 'x-address': address, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: leaving.signal,
    });
    return response.status;
  };
  const first = wait(address);
  const calls = () => Object.values(world.database.load()).reduce((sum, count) => sum + count);
  await expect.poll(calls, { timeout: 15_000 }).toBe(2);
  const refused = Promise.withResolvers<void>();
  const left = Array.from({ length: admitted }, (_, index) =>
    add(`left ${index}`).then(
      (status) => status === 429 && refused.resolve(),
      () => 'left',
    ),
  );
  // Once one is refused, all others wait. They leave, and their places are free again.
  await refused.promise;
  leaving.abort();
  await Promise.all(left);
  let late = wait(address);
  const statusOfLate = async () => {
    const status = await Promise.race([late.then((response) => response.status), sleep(300)]);
    if (status === 429) late = wait(address);
    return status;
  };
  await expect.poll(statusOfLate, { timeout: 15_000 }).toBeUndefined();
  await release();
  expect([(await first).status, (await late).status]).toEqual([200, 200]);
  expect((await world.client().from('settings').select('id').like('name', 'left%')).data).toEqual([]);
});

test('an address whose statements take too much time is refused for a while; others are not', async () => {
  await using narrow = await startRestWorld({ limits: { slow: { freeMs: 100, budgetMs: 500 } } });
  const busy = (address: string, seconds: number) =>
    narrow.fetch(`/rpc/busy_for?seconds=${seconds}`, { headers: { 'x-address': address } });
  for (let sent = 0; sent < 20; sent += 1) expect((await busy('198.51.100.11', 0.001)).status).toBe(200);
  expect((await busy('198.51.100.11', 2)).status).toBe(200);
  const refused = await busy('198.51.100.11', 0.001);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'PGRST003', message: 'Your statements took too much time' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await busy('198.51.100.12', 0.001)).status).toBe(200);
  // A statement that is ended counts too.
  await narrow.fetch('/rpc/busy_for', {
    method: 'POST',
    headers: {
      'x-address': '198.51.100.12',
      'content-type': 'application/json',
    },
    body: '{"seconds": 60}',
  });
  expect((await busy('198.51.100.12', 0.001)).status).toBe(429);
});
