import { RealtimeClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** The same database; `whenReading` runs before messages are read. */
function withReads(whenReading: () => Promise<void>, isNotified = true): Database {
  const { database } = server;
  return {
    ...database,
    async query(text, values, options) {
      if (text.includes('realtime.messages where id')) await whenReading();
      return database.query(text, values, options);
    },
    listen: (channel, onPayload) => database.listen(channel, (payload) => isNotified && onPayload(payload)),
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
  const reading = Promise.withResolvers<void>();
  const readAllowed = Promise.withResolvers<void>();
  const beside = await server.beside(
    withReads(() => {
      reading.resolve();
      return readAllowed.promise;
    }),
    never,
  );
  const { client, received } = await listen(beside.url, 'meanwhile');
  await send('meanwhile', 1);
  await reading.promise;
  for (const n of [2, 3, 4]) await send('meanwhile', n);
  readAllowed.resolve();
  await until(() => received.length === 4, 'all messages');
  expect(received).toEqual(['1', '2', '3', '4']);
  await client.disconnect();
  await beside.close();
});

test('somebody who joins after a message was announced does not receive it, although it is read later', async () => {
  const reading = Promise.withResolvers<void>();
  const readAllowed = Promise.withResolvers<void>();
  const beside = await server.beside(
    withReads(() => {
      reading.resolve();
      return readAllowed.promise;
    }),
    never,
  );
  const early = await listen(beside.url, 'late');
  await send('late', 1);
  await reading.promise;
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
  const beside = await server.beside(
    withReads(async () => {}, false),
    { catchUpMs: 100 },
  );
  const { client, received } = await listen(beside.url, 'missed');
  await server.sql(`insert into realtime.messages (topic, extension, event, payload, inserted_at)
    values ('missed', 'broadcast', 'x', '{"n":"old"}', localtimestamp - interval '30 seconds')`);
  await send('missed', 'new');
  await until(() => received.includes('new'), 'the new message');
  expect(received).toEqual(['new']);
  await client.disconnect();
  await beside.close();
});
