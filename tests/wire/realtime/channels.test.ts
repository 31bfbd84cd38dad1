import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscribed, systemOf, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';
import { RawSocket } from '../../support/realtime-socket.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

const open = (query: Record<string, string> = {}) =>
  RawSocket.open(server.url, { apikey: server.keys.anonKey, vsn: '1.0.0', ...query });

describe.each(['1.0.0', '2.0.0'])('the real client with protocol %s', (vsn) => {
  test('joins, sends heartbeats, leaves, and joins again', async () => {
    const beats: string[] = [];
    const client = server.client(undefined, {
      vsn,
      heartbeatIntervalMs: 100,
      heartbeatCallback: (status) => beats.push(status),
    });
    const channel = await subscribed(client.channel('life'));
    await until(() => beats.filter((status) => status === 'ok').length >= 2, 'two heartbeats');
    expect(await client.removeChannel(channel)).toBe('ok');
    const again = await subscribed(client.channel('life'));
    expect(again.state).toBe('joined');
    expect(beats).not.toContain('timeout');
  });
});

describe('a connection', () => {
  test('without a key is a visitor’s; with a wrong one it is refused', async () => {
    const visitor = await RawSocket.open(server.url, {});
    visitor.send('realtime:x', 'phx_join', {}, '1');
    expect(await visitor.reply('1')).toMatchObject({ status: 'ok' });
    visitor.socket.close();
    await expect(RawSocket.open(server.url, { apikey: 'wrong' })).rejects.toThrow('401');
    await expect(open({ vsn: '3.0.0' })).rejects.toThrow('400');
  });

  test.each([
    ['/realtime/v1/elsewhere', '404'],
    ['//', '404'],
    ['/realtime/v1/websocket?vsn=9', '400'],
  ])('to %s is refused, and the server goes on', async (path, status) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    (await open()).socket.close();
  });

  test('replies with the message’s references, and closes a channel that is left', async () => {
    const socket = await open();
    socket.send('phoenix', 'heartbeat', {}, 'beat');
    socket.send('realtime:lobby', 'phx_join', { config: {} }, '7');
    await socket.reply('7');
    expect(socket.received).toContainEqual({
      topic: 'phoenix',
      event: 'phx_reply',
      ref: 'beat',
      join_ref: 'beat',
      payload: { status: 'ok', response: {} },
    });
    expect(await socket.reply('7')).toEqual({ status: 'ok', response: { postgres_changes: [] } });
    socket.send('realtime:lobby', 'phx_leave', {}, '8');
    await socket.reply('8');
    await until(() => socket.received.at(-1)?.event === 'phx_close', 'the close');
    expect(socket.received.at(-1)).toMatchObject({ topic: 'realtime:lobby', ref: '7', join_ref: '7' });
    socket.send('realtime:lobby', 'broadcast', { type: 'broadcast', event: 'x', payload: {} }, '9');
    expect(await socket.reply('9')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
    socket.send('elsewhere', 'phx_join', {}, '10');
    expect(await socket.reply('10')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
    socket.socket.close();
  });

  test('that joins twice has only the second channel', async () => {
    const socket = await open();
    socket.send('realtime:lobby', 'phx_join', {}, '1');
    await socket.reply('1');
    socket.send('realtime:lobby', 'phx_join', {}, '2');
    await socket.reply('2');
    expect(socket.received.filter(({ event }) => event === 'phx_close')).toMatchObject([{ ref: '1' }]);
    socket.socket.close();
  });

  test.each([
    ['no JSON', 'hello'],
    ['no message', '[1,2]'],
    ['a number', '7'],
    ['nothing', 'null'],
  ])('that sends %s is closed', async (_what, said) => {
    const socket = await open();
    socket.socket.send(said);
    expect(await socket.end()).toEqual({ code: 1007, reason: 'Not a message of this protocol' });
  });

  test('that sends broken bytes is closed, and nobody else receives them', async () => {
    const socket = await open({ vsn: '2.0.0' });
    socket.socket.send(Buffer.from([3, 255, 255, 255, 255, 255, 1, 65]));
    expect((await socket.end()).code).toBe(1007);
    const other = await open({ vsn: '2.0.0' });
    other.socket.send(Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), Buffer.from('te{broken')]));
    expect((await other.end()).code).toBe(1007);
  });
});

describe('a token', () => {
  test('that has expired or is not signed is refused with the reason', async () => {
    const expired = await server.keys.sign({ role: 'authenticated' }, '-10s');
    const socket = await open();
    socket.send('realtime:a', 'phx_join', { access_token: expired }, '1');
    expect((await socket.reply('1')).response.reason).toMatch(
      /^InvalidJWTToken: Token has expired 1\d seconds ago/,
    );
    socket.send('realtime:a', 'phx_join', { access_token: 'a.b.c' }, '2');
    expect((await socket.reply('2')).response.reason).toMatch(/^MalformedJWT/);
    socket.socket.close();
  });

  test('that expires ends its channels, and says so; a new one in time keeps them', async () => {
    const claims = { sub: crypto.randomUUID(), role: 'authenticated' };
    const short = await server.keys.sign(claims, '2s');
    let token = short;
    const [ends, goes] = [server.client(() => short), server.client(() => token)];
    // The client fetches its token in the background; a join before that would be a visitor's.
    await Promise.all([ends.realtime.setAuth(), goes.realtime.setAuth()]);
    const ended = ends.channel('short');
    const said = systemOf(ended);
    const states: string[] = [];
    await new Promise<void>((resolve) =>
      ended.subscribe((status) => {
        states.push(status);
        if (status === 'SUBSCRIBED') resolve();
      }),
    );
    const kept = goes.channel('short');
    const keptSaid = systemOf(kept);
    await subscribed(kept);
    token = await server.keys.sign(claims, '1h');
    await goes.realtime.setAuth();
    await until(() => states.includes('CLOSED'), 'the end of the channel');
    expect(said).toMatchObject([
      {
        status: 'error',
        extension: 'system',
        message: expect.stringMatching(/^Token has expired \d+ seconds ago$/),
      },
    ]);
    expect(await kept.track({})).toBe('ok');
    expect(keptSaid).toEqual([]);
  });

  test('that is renewed with a bad one ends the channel', async () => {
    const socket = await open();
    socket.send('realtime:a', 'phx_join', {}, '1');
    await socket.reply('1');
    socket.send('realtime:a', 'access_token', { access_token: 'nonsense' }, '2');
    await until(() => socket.received.at(-1)?.event === 'phx_close', 'the close');
    expect(socket.received.at(-2)).toMatchObject({ event: 'system', payload: { status: 'error' } });
    socket.socket.close();
  });
});
