import { RealtimeClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../platform/src/database/database.ts';
import { subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

/** Nobody looks for missed notifications in these tests, unless they say so. */
const never = { catchUpMs: 3_600_000 };
let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer(never);
});
afterAll(() => server?.close());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const send = (topic: string, n: number | string) =>
  server.database.query(`select realtime.send(jsonb_build_object('n', $1::text), 'x', $2, false)`, [
    n,
    topic,
  ]);

/** Joins as a visitor, and collects what arrives. */
async function listen(url: string, topic: string): Promise<{ client: RealtimeClient; received: unknown[] }> {
  const client = new RealtimeClient(`${url}/realtime/v1`, { params: { apikey: server.keys.anonKey } });
  const channel = client.channel(topic);
  const received: unknown[] = [];
  channel.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload.n));
  await subscribed(channel as never);
  return { client, received };
}

/** The same database; messages are read when `allowed` says so, and `notified` when one was announced. */
function withReads(
  allowed: Promise<void>,
  notified = Promise.withResolvers<void>(),
  isNotified = true,
): Database {
  const { database } = server;
  return {
    ...database,
    async query(text, values, options) {
      if (text.includes('realtime.message_outbox')) await allowed;
      return database.query(text, values, options);
    },
    listen: (channel, onPayload) =>
      database.listen(channel, (payload) => {
        if (!isNotified) return;
        onPayload(payload);
        if (channel === 'realtime_messages') notified.resolve();
      }),
  };
}

test('200 messages of 200 transactions at once arrive once each, without a search for missed ones', async () => {
  const { client, received } = await listen(server.url, 'burst');
  await Promise.all(numbers(200).map((n) => send('burst', n)));
  await until(() => received.length >= 200, 'all messages');
  const late = await listen(server.url, 'burst');
  await send('burst', 'last');
  await until(() => received.includes('last') && late.received.length > 0, 'the last message');
  expect(received.map(Number).toSorted((a, b) => a - b)).toEqual([...numbers(200), Number.NaN]);
  expect(late.received, 'of somebody who joins later').toEqual(['last']);
  await Promise.all([client.disconnect(), late.client.disconnect()]);
});

test('messages that are announced while others are read arrive too', async () => {
  const notified = Promise.withResolvers<void>();
  const readAllowed = Promise.withResolvers<void>();
  const beside = await server.beside(withReads(readAllowed.promise, notified), never);
  const { client, received } = await listen(beside.url, 'meanwhile');
  await send('meanwhile', 1);
  await notified.promise;
  for (const n of [2, 3, 4]) await send('meanwhile', n);
  readAllowed.resolve();
  await until(() => received.length === 4, 'all messages');
  expect(received).toEqual(['1', '2', '3', '4']);
  await client.disconnect();
  await beside.close();
});

test('somebody who joins after a message was announced does not receive it, although it is read later', async () => {
  const notified = Promise.withResolvers<void>();
  const readAllowed = Promise.withResolvers<void>();
  const beside = await server.beside(withReads(readAllowed.promise, notified), never);
  const early = await listen(beside.url, 'late');
  await send('late', 1);
  await notified.promise;
  const late = await listen(beside.url, 'late');
  readAllowed.resolve();
  await send('late', 2);
  await until(() => early.received.length === 2 && late.received.length > 0, 'the second message');
  expect(early.received).toEqual(['1', '2']);
  expect(late.received).toEqual(['2']);
  await Promise.all([early.client.disconnect(), late.client.disconnect()]);
  await beside.close();
});

test('a message that was missed is not sent to somebody who joined after it', async () => {
  const beside = await server.beside(withReads(Promise.resolve(), undefined, false), { catchUpMs: 100 });
  const { client, received } = await listen(beside.url, 'missed');
  await server.sql(`insert into realtime.messages (topic, extension, event, payload, inserted_at)
    values ('missed', 'broadcast', 'x', '{"n":"old"}', localtimestamp - interval '30 seconds')`);
  await send('missed', 'new');
  await until(() => received.includes('new'), 'the new message');
  expect(received).toEqual(['new']);
  await client.disconnect();
  await beside.close();
});

describe.runIf(process.env.TEST_DATABASE === 'postgres')(
  'of transactions that commit at the same time',
  () => {
    const connect = async (): Promise<Client> => {
      const { options } = server.database;
      const client = new Client('url' in options ? options.url : undefined);
      await client.connect();
      return client;
    };
    /** Sends, and goes on to where only the commit is left to be written. */
    const sendUncommitted = (client: Client, topic: string, n: number) =>
      client.query(
        `begin; select realtime.send('{"n":"${n}"}', 'x', '${topic}', false); set constraints all immediate`,
      );

    test('one notifies for all', async () => {
      const [first, notifications] = [await connect(), [] as string[]];
      const stop = await server.database.listen('realtime_messages', (payload) =>
        notifications.push(payload),
      );
      const { client, received } = await listen(server.url, 'together');
      await sendUncommitted(first, 'together', 0);
      await Promise.all(numbers(50).map((n) => send('together', n)));
      await first.query('commit');
      await until(() => received.length === 51, 'all messages');
      expect(notifications).toHaveLength(1);
      await Promise.all([stop(), first.end(), client.disconnect()]);
    });

    test('one that takes longer than the one that notifies is heard too, also after others', async () => {
      const [first, slow] = [await connect(), await connect()];
      const { client, received } = await listen(server.url, 'slow');
      await sendUncommitted(first, 'slow', 1);
      await sendUncommitted(slow, 'slow', 2);
      await first.query('commit');
      await until(() => received.length === 1, 'the first');
      await send('slow', 3);
      await until(() => received.length === 2, 'another one');
      const late = await listen(server.url, 'slow');
      await slow.query('commit');
      await until(() => received.length === 3 && late.received.length === 1, 'the slow one');
      expect([received, late.received]).toEqual([['1', '3', '2'], ['2']]);
      await Promise.all([first.end(), slow.end(), client.disconnect(), late.client.disconnect()]);
    });
  },
);

test('more messages than are read at once arrive once each and in their order', async () => {
  const { client, received } = await listen(server.url, 'many');
  await server.sql(`select realtime.send(jsonb_build_object('n', n::text), 'x', 'many', false)
    from generate_series(1, 450) n`);
  await until(() => received.length >= 450, 'all messages');
  await send('many', 'last');
  await until(() => received.includes('last'), 'the last message');
  expect(received).toEqual([...numbers(450).map(String), 'last']);
  await client.disconnect();
});
