import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';
import { RawSocket } from '../../support/realtime-socket.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer({
    connections: 20,
    channelsPerConnection: 3,
    joinsPerSecond: 5,
    messagesPerSecond: 20,
    httpMessagesPerSecond: 10,
    regularExpressions: 2,
    messageBytes: 64 * 1024,
    waitingBytes: 256 * 1024,
    silenceMs: 1_000,
  });
});
afterAll(() => server?.close());

const open = () => RawSocket.open(server.url, { apikey: server.keys.anonKey, vsn: '1.0.0' });

test('a connection has a maximum number of channels, and can join another after leaving one', async () => {
  const socket = await open();
  for (const name of ['a', 'b', 'c', 'd']) socket.send(`realtime:${name}`, 'phx_join', {}, name);
  expect((await socket.reply('d')).response.reason).toBe('ChannelRateLimitReached: Too many channels');
  socket.send('realtime:a', 'phx_leave', {}, 'leave');
  socket.send('realtime:d', 'phx_join', {}, 'again');
  expect((await socket.reply('again')).status).toBe('ok');
  socket.socket.close();
});

test('all connections together have a maximum of different regular expressions', async () => {
  const socket = await open();
  const join = async (name: string, expression: string) => {
    const postgres_changes = [{ event: '*', table: 'bulletin', filter: `body=match.${expression}` }];
    const config = { postgres_changes, postgres_changes_options: { wait: true } };
    socket.send(`realtime:${name}`, 'phx_join', { config }, `${name} ${expression}`);
    return (await socket.reply(`${name} ${expression}`)).response.reason;
  };
  expect(await join('a', 'one')).toBeUndefined();
  expect(await join('b', 'two')).toBeUndefined();
  expect(await join('c', 'three')).toContain('Too many different regular expressions');
  expect(await join('c', 'two')).toBeUndefined();
  socket.socket.close();
});

test('a connection that joins too often in a second gets an error', async () => {
  const socket = await open();
  for (let n = 1; n <= 7; n += 1) socket.send('realtime:a', 'phx_join', {}, String(n));
  expect((await socket.reply('7')).response.reason).toBe(
    'ClientJoinRateLimitReached: Too many joins per second',
  );
  socket.socket.close();
});

test('a connection that sends too much loses the flooded channel, or is closed', async () => {
  const socket = await open();
  socket.send('realtime:a', 'phx_join', {}, '1');
  await socket.reply('1');
  for (let n = 0; n < 40; n += 1) {
    socket.send('realtime:a', 'broadcast', { type: 'broadcast', event: 'x', payload: {} }, `b${n}`);
  }
  await until(() => socket.received.some(({ event }) => event === 'phx_close'), 'the end of the channel');
  expect(socket.received.find(({ event }) => event === 'system')).toMatchObject({
    payload: { status: 'error', message: 'Too many messages per second' },
  });
  const other = await open();
  for (let n = 0; n < 60; n += 1) other.send('phoenix', 'heartbeat', {}, String(n));
  expect(await other.end()).toEqual({ code: 1008, reason: 'Too many messages per second' });
});

test('a message that is too large ends the connection', async () => {
  const socket = await open();
  socket.send('realtime:a', 'phx_join', { junk: 'x'.repeat(100_000) }, '1');
  expect((await socket.end()).code).toBe(1009);
});

test('a connection without a heartbeat is ended, one with it is kept', async () => {
  const [silent, beating] = [await open(), await open()];
  const heartbeat = setInterval(() => beating.send('phoenix', 'heartbeat', {}, 'beat'), 200);
  expect(await silent.end()).toEqual({ code: 1001, reason: 'No heartbeat' });
  clearInterval(heartbeat);
  expect(beating.closed).toBeUndefined();
  beating.socket.close();
});

test('a client that does not read is disconnected without using much memory, and others go on', async () => {
  const stuck = await open();
  stuck.send('realtime:flood', 'phx_join', {}, '1');
  await stuck.reply('1');
  stuck.socket.pause();
  const reader = server.client(undefined, { heartbeatIntervalMs: 300 }).channel('flood');
  let read = 0;
  reader.on('broadcast', { event: '*' }, () => {
    read += 1;
  });
  await subscribed(reader);
  const before = server.realtime.connections;
  const sent = 600;
  for (let n = 0; n < sent; n += 1) {
    await server.database.query(
      `insert into realtime.messages (topic, extension, event, payload, private) values ('flood', 'broadcast', 'x', $1, false)`,
      [{ text: 'x'.repeat(30_000) }],
    );
    if (server.realtime.connections < before) break;
  }
  await until(() => server.realtime.connections === before - 1, 'the cut');
  const reached = read;
  await server.sql(`select realtime.send('{}', 'x', 'flood', false)`);
  await until(() => read > reached, 'the next message of the one who reads');
});

test('the number of connections is limited', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 - server.realtime.connections }, open));
  await expect(open()).rejects.toThrow('503');
  for (const { socket } of sockets) socket.close();
  await until(() => server.realtime.connections < 20, 'a free connection');
  (await open()).socket.close();
});

test('a client that posts too many messages gets 429', async () => {
  const messages = Array.from({ length: 8 }, () => ({ topic: 't', event: 'e', payload: {} }));
  const post = () =>
    fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: server.keys.anonKey },
      body: JSON.stringify({ messages }),
    });
  expect((await post()).status).toBe(202);
  expect((await post()).status).toBe(429);
});
