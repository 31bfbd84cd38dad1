import { RealtimeClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../platform/src/database/database.ts';
import { changesOf, type Heard, type Row, subscribed, until } from '../../support/realtime-client.ts';
import {
  type RealtimeTestServer,
  type SecondServer,
  startRealtimeServer,
} from '../../support/realtime-server.ts';

let house: RealtimeTestServer;
beforeAll(async () => {
  house = await startRealtimeServer({ catchUpMs: 300 });
});
afterAll(() => house?.close());
beforeEach(() => house.sql('delete from public.bulletin'));

const idsOf = (heard: Heard[]) => heard.map(({ new: row }) => (row as Row).id);
const insert = (id: number) => house.database.query('insert into public.bulletin (id) values ($1)', [id]);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The same database, but its notifications reach this server only when `lets` says so. */
function hardOfHearing(lets: () => boolean): Database {
  return {
    ...house.database,
    listen: (channel, hear) => house.database.listen(channel, (payload) => lets() && hear(payload)),
  };
}

async function visit({
  url,
}: SecondServer): Promise<{ client: RealtimeClient; heard: Heard[]; messages: unknown[] }> {
  const client = new RealtimeClient(`${url}/realtime/v1`, { params: { apikey: house.keys.anonKey } });
  const channel = client.channel('catch-up');
  const heard = changesOf(channel as never, { table: 'bulletin', event: 'INSERT' });
  const messages: unknown[] = [];
  channel.on('broadcast', { event: '*' }, ({ payload }) => messages.push(payload));
  await subscribed(channel as never);
  return { client, heard, messages };
}

describe('a server that misses notifications', () => {
  test.each([
    ['all of them', () => false],
    [
      'every second one',
      (() => {
        let n = 0;
        return () => n++ % 2 === 0;
      })(),
    ],
  ])('%s, still tells of every change once', async (_which, lets) => {
    const server = await house.beside(hardOfHearing(lets), { catchUpMs: 100 });
    const { client, heard } = await visit(server);
    for (const id of numbers(30)) await insert(id);
    await until(() => heard.length >= 30, 'all changes');
    await insert(31);
    await until(() => heard.length >= 31, 'the last change');
    expect(idsOf(heard).toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers(31));
    await client.disconnect();
    await server.close();
  });

  test('still tells in order when it misses all of them', async () => {
    const server = await house.beside(
      hardOfHearing(() => false),
      { catchUpMs: 100 },
    );
    const { client, heard } = await visit(server);
    for (const id of numbers(30)) await insert(id);
    await until(() => heard.length >= 30, 'all changes');
    expect(idsOf(heard)).toEqual(numbers(30));
    await client.disconnect();
    await server.close();
  });

  test('still brings the messages of the database, and none from before it started', async () => {
    await house.sql(`select realtime.send('{"n":0}', 'x', 'catch-up', false)`);
    const server = await house.beside(
      hardOfHearing(() => false),
      { catchUpMs: 100 },
    );
    const { client, messages } = await visit(server);
    await house.sql(`select realtime.send('{"n":1}', 'x', 'catch-up', false)`);
    await house.sql(`select realtime.send('{"n":2}', 'x', 'catch-up', false)`);
    await until(() => messages.length >= 2, 'both messages');
    expect(messages).toMatchObject([{ n: 1 }, { n: 2 }]);
    await client.disconnect();
    await server.close();
  });
});

test('somebody who is given a row is told what it is now, not what it was before it was theirs', async () => {
  const server = await house.beside(
    hardOfHearing(() => false),
    { catchUpMs: 1_000 },
  );
  const [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  const client = new RealtimeClient(`${server.url}/realtime/v1`, { params: { apikey: house.keys.anonKey } });
  await client.setAuth(await house.keys.sign({ sub: bob, role: 'authenticated' }, '1h'));
  const channel = client.channel('given');
  const heard = changesOf(channel as never, { table: 'note' });
  await subscribed(channel as never);
  await house.sql(`insert into public.note values (1, '${ann}', 'for Ann alone')`);
  await house.sql(`update public.note set owner = '${bob}', body = 'for Bob'`);
  await until(() => heard.some(({ eventType }) => eventType === 'UPDATE'), 'the row');
  expect(new Set(heard.map(({ new: row }) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ id: 1, body: 'for Bob', owner: bob })]),
  );
  await client.disconnect();
  await server.close();
});

test('notifications that nobody of ours has sent do no harm', async () => {
  const { client, heard, messages } = await visit(house as never);
  await house.sql(`
    notify realtime_changes, 'x'; notify realtime_changes; notify realtime_changes, '99999999999999999999999';
    notify realtime_messages, 'y'; notify realtime_relay, 'a 1 0 1 {'; notify realtime_relay, 'z'`);
  await insert(1);
  await house.sql(`select realtime.send('{"n":1}', 'x', 'catch-up', false)`);
  await until(() => heard.length === 1 && messages.length === 1, 'what was really sent');
  await client.disconnect();
});

test('a database that was away for a moment loses nothing', async () => {
  const { client, heard } = await visit(house as never);
  await insert(1);
  await until(() => heard.length === 1, 'the first');
  if (house.database.kind === 'postgres') {
    const killed = await house.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'lakou' and query ilike 'listen%'`,
    );
    expect(killed.length).toBeGreaterThan(0);
  } else {
    // The embedded database is ended and opened again when a statement outlives its limit.
    await expect(
      house.database.query(`select count(*) from generate_series(1, 1000000000000)`, [], { timeoutMs: 200 }),
    ).rejects.toThrow();
  }
  await insert(2);
  await insert(3);
  await until(() => heard.length >= 3, 'what happened meanwhile');
  await insert(4);
  await until(() => heard.length >= 4, 'what happened later');
  expect(idsOf(heard)).toEqual([1, 2, 3, 4]);
  await client.disconnect();
});

describe('another program that writes', () => {
  test('is heard in the order of its commits, whatever began first', async () => {
    const { options } = house.database;
    if (!('url' in options)) {
      // Nobody else can open the embedded database, and it runs one transaction after the other.
      const { client, heard } = await visit(house as never);
      await Promise.all(numbers(20).map(insert));
      await until(() => heard.length === 20, 'all of them');
      const rows = await house.database.query<Row>(
        'select record from realtime.changes order by id desc limit 20',
      );
      expect(idsOf(heard)).toEqual(rows.map(({ record }) => (record as Row).id).toReversed());
      await client.disconnect();
      return;
    }
    const [slow, fast] = [new Client(options.url), new Client(options.url)];
    await Promise.all([slow.connect(), fast.connect()]);
    const deaf = await house.beside(
      hardOfHearing(() => false),
      { catchUpMs: 100 },
    );
    const [listener, late] = [await visit(house as never), await visit(deaf)];
    try {
      await slow.query('begin; insert into public.bulletin (id) values (1)');
      await fast.query('insert into public.bulletin (id) values (2)');
      await until(() => listener.heard.length === 1 && late.heard.length === 1, 'the one that has committed');
      await fast.query('insert into public.bulletin (id) values (3)');
      await until(() => listener.heard.length === 2 && late.heard.length === 2, 'the next');
      await slow.query('insert into public.bulletin (id) values (4); commit');
      await until(() => listener.heard.length === 4 && late.heard.length === 4, 'the one that took long');
      expect(idsOf(listener.heard)).toEqual([2, 3, 1, 4]);
      expect(idsOf(late.heard)).toEqual([2, 3, 1, 4]);
    } finally {
      await Promise.all([slow.end(), fast.end(), listener.client.disconnect(), late.client.disconnect()]);
      await deaf.close();
    }
  });
});
