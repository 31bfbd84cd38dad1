import { RealtimeClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../platform/src/database/database.ts';
import { changesOf, type Row, type RowChange, subscribed, until } from '../../support/realtime-client.ts';
import {
  type RealtimeTestServer,
  type SecondServer,
  startRealtimeServer,
} from '../../support/realtime-server.ts';

let primary: RealtimeTestServer;
beforeAll(async () => {
  primary = await startRealtimeServer({ catchUpMs: 300 });
});
afterAll(() => primary?.close());
beforeEach(() => primary.sql('delete from public.bulletin'));

const idsOf = (received: RowChange[]) => received.map(({ new: row }) => (row as Row).id);
const insert = (id: number) => primary.database.query('insert into public.bulletin (id) values ($1)', [id]);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The same database, but its notifications reach this server only when `isDelivered` returns true. */
function withNotifications(isDelivered: () => boolean): Database {
  return {
    ...primary.database,
    listen: (channel, onPayload) =>
      primary.database.listen(channel, (payload) => isDelivered() && onPayload(payload)),
  };
}

async function visit({
  url,
}: SecondServer): Promise<{ client: RealtimeClient; received: RowChange[]; messages: unknown[] }> {
  const client = new RealtimeClient(`${url}/realtime/v1`, { params: { apikey: primary.keys.anonKey } });
  const channel = client.channel('catch-up');
  const received = changesOf(channel as never, { table: 'bulletin', event: 'INSERT' });
  const messages: unknown[] = [];
  channel.on('broadcast', { event: '*' }, ({ payload }) => messages.push(payload));
  await subscribed(channel as never);
  return { client, received, messages };
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
  ])('%s, still sends every change once', async (_which, isDelivered) => {
    const server = await primary.beside(withNotifications(isDelivered), { catchUpMs: 100 });
    const { client, received } = await visit(server);
    for (const id of numbers(30)) await insert(id);
    await until(() => received.length >= 30, 'all changes');
    await insert(31);
    await until(() => received.length >= 31, 'the last change');
    expect(idsOf(received).toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers(31));
    await client.disconnect();
    await server.close();
  });

  test('still sends them in order when it misses all', async () => {
    const server = await primary.beside(
      withNotifications(() => false),
      { catchUpMs: 100 },
    );
    const { client, received } = await visit(server);
    for (const id of numbers(30)) await insert(id);
    await until(() => received.length >= 30, 'all changes');
    expect(idsOf(received)).toEqual(numbers(30));
    await client.disconnect();
    await server.close();
  });

  test('still sends messages from the database, and none from before it started', async () => {
    await primary.sql(`select realtime.send('{"n":0}', 'x', 'catch-up', false)`);
    const server = await primary.beside(
      withNotifications(() => false),
      { catchUpMs: 100 },
    );
    const { client, messages } = await visit(server);
    await primary.sql(`select realtime.send('{"n":1}', 'x', 'catch-up', false)`);
    await primary.sql(`select realtime.send('{"n":2}', 'x', 'catch-up', false)`);
    await until(() => messages.length >= 2, 'both messages');
    expect(messages).toMatchObject([{ n: 1 }, { n: 2 }]);
    await client.disconnect();
    await server.close();
  });
});

test('a member who is given a row receives its current values, not those from before', async () => {
  const server = await primary.beside(
    withNotifications(() => false),
    { catchUpMs: 1_000 },
  );
  const [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  const client = new RealtimeClient(`${server.url}/realtime/v1`, {
    params: { apikey: primary.keys.anonKey },
  });
  await client.setAuth(await primary.keys.sign({ sub: bob, role: 'authenticated' }, '1h'));
  const channel = client.channel('given');
  const received = changesOf(channel as never, { table: 'note' });
  await subscribed(channel as never);
  await primary.sql(`insert into public.note values (1, '${ann}', 'for Ann alone')`);
  await primary.sql(`update public.note set owner = '${bob}', body = 'for Bob'`);
  await until(() => received.some(({ eventType }) => eventType === 'UPDATE'), 'the row');
  expect(new Set(received.map(({ new: row }) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ id: 1, body: 'for Bob', owner: bob })]),
  );
  await client.disconnect();
  await server.close();
});

test('foreign notifications are ignored', async () => {
  const { client, received, messages } = await visit(primary as never);
  await primary.sql(`
    notify realtime_changes, 'x'; notify realtime_changes; notify realtime_changes, '99999999999999999999999';
    notify realtime_messages, 'y'; notify realtime_relay, 'a 1 0 1 {'; notify realtime_relay, 'z'`);
  await insert(1);
  await primary.sql(`select realtime.send('{"n":1}', 'x', 'catch-up', false)`);
  await until(() => received.length === 1 && messages.length === 1, 'what was really sent');
  await client.disconnect();
});

test('no change is lost when the database was away for a moment', async () => {
  const { client, received } = await visit(primary as never);
  await insert(1);
  await until(() => received.length === 1, 'the first');
  if (primary.database.kind === 'postgres') {
    const killed = await primary.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'lakou' and query ilike 'listen%'`,
    );
    expect(killed.length).toBeGreaterThan(0);
  } else {
    // The embedded database is restarted when a statement exceeds its timeout.
    await expect(
      primary.database.query(`select count(*) from generate_series(1, 1000000000000)`, [], {
        timeoutMs: 200,
      }),
    ).rejects.toThrow();
  }
  await insert(2);
  await insert(3);
  await until(() => received.length >= 3, 'what happened meanwhile');
  await insert(4);
  await until(() => received.length >= 4, 'what happened later');
  expect(idsOf(received)).toEqual([1, 2, 3, 4]);
  await client.disconnect();
});

describe('writes of another program', () => {
  test('are received in commit order', async () => {
    const { options } = primary.database;
    if (!('url' in options)) {
      // No other process can open the embedded database, and it runs one transaction at a time.
      const { client, received } = await visit(primary as never);
      await Promise.all(numbers(20).map(insert));
      await until(() => received.length === 20, 'all of them');
      const rows = await primary.database.query<Row>(
        'select record from realtime.changes order by id desc limit 20',
      );
      expect(idsOf(received)).toEqual(rows.map(({ record }) => (record as Row).id).toReversed());
      await client.disconnect();
      return;
    }
    const [slow, fast] = [new Client(options.url), new Client(options.url)];
    await Promise.all([slow.connect(), fast.connect()]);
    const polling = await primary.beside(
      withNotifications(() => false),
      { catchUpMs: 100 },
    );
    const [listener, late] = [await visit(primary as never), await visit(polling)];
    try {
      await slow.query('begin; insert into public.bulletin (id) values (1)');
      await fast.query('insert into public.bulletin (id) values (2)');
      await until(
        () => listener.received.length === 1 && late.received.length === 1,
        'the one that has committed',
      );
      await fast.query('insert into public.bulletin (id) values (3)');
      await until(() => listener.received.length === 2 && late.received.length === 2, 'the next');
      await slow.query('insert into public.bulletin (id) values (4); commit');
      await until(
        () => listener.received.length === 4 && late.received.length === 4,
        'the one that took long',
      );
      expect(idsOf(listener.received)).toEqual([2, 3, 1, 4]);
      expect(idsOf(late.received)).toEqual([2, 3, 1, 4]);
    } finally {
      await Promise.all([slow.end(), fast.end(), listener.client.disconnect(), late.client.disconnect()]);
      await polling.close();
    }
  });
});
