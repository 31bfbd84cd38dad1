import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, subscribed, systemOf, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
let n = 0;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

const topic = () => `broadcast-${++n}`;
const hears = (channel: RealtimeChannel, event = '*'): unknown[] => {
  const received: unknown[] = [];
  channel.on('broadcast', { event }, (message) => received.push(message));
  return received;
};
const join = (clubs: Record<string, { member: string; speaks: boolean }>) =>
  server.sql(
    Object.entries(clubs)
      .map(
        ([club, { member, speaks }]) =>
          `insert into public.club_member values ('${club}', '${member}', ${speaks});`,
      )
      .join('\n'),
  );
const privately = { config: { private: true, broadcast: { ack: true, self: false } } };

describe.each([
  ['1.0.0', '1.0.0'],
  ['2.0.0', '2.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
])('somebody with protocol %s, to somebody with %s', (from, to) => {
  test('sends messages that the other receives in order, and does not receive them itself', async () => {
    const name = topic();
    const sender = server.client(undefined, { vsn: from }).channel(name);
    const receiver = server.client(undefined, { vsn: to }).channel(name);
    const [own, received, named] = [hears(sender), hears(receiver), hears(receiver, 'second')];
    await Promise.all([subscribed(sender), subscribed(receiver)]);
    const payload = { text: 'Sak pase? 🌺', list: [1, { a: null }] };
    await sender.send({ type: 'broadcast', event: 'first', payload });
    await sender.send({ type: 'broadcast', event: 'second', payload: {} });
    await until(() => received.length === 2, 'both messages');
    expect(received).toEqual([
      { type: 'broadcast', event: 'first', payload },
      { type: 'broadcast', event: 'second', payload: {} },
    ]);
    expect(named).toHaveLength(1);
    expect(own).toEqual([]);
  });

  test('receives its own messages with `self`, and an acknowledgement with `ack`', async () => {
    const name = topic();
    const config = { broadcast: { self: true, ack: true } };
    const sender = server.client(undefined, { vsn: from }).channel(name, { config });
    const own = hears(sender);
    await subscribed(sender);
    expect(await sender.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok');
    await until(() => own.length === 1, 'the echo');
  });
});

test('binary payloads arrive as binary', async () => {
  const name = topic();
  const [sender, receiver] = [server.client().channel(name), server.client().channel(name)];
  const received = hears(receiver) as { payload: ArrayBuffer }[];
  await Promise.all([subscribed(sender), subscribed(receiver)]);
  await sender.send({ type: 'broadcast', event: 'file', payload: new Uint8Array([0, 255, 7]).buffer });
  await until(() => received.length === 1, 'the bytes');
  expect([...new Uint8Array(received[0]?.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
});

describe('over HTTP', () => {
  const post = (body: unknown, headers: Record<string, string> = { apikey: server.keys.anonKey }) =>
    fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('all subscribers of the topic receive it', async () => {
    const name = topic();
    const receiver = server.client().channel(name);
    const received = hears(receiver);
    await subscribed(receiver);
    const sender = server.client().channel(name);
    expect(await sender.httpSend('posted', { n: 1 })).toEqual({ success: true });
    const answer = await post({
      messages: [
        { topic: name, event: 'batch', payload: { n: 2 } },
        { topic: 'other', event: 'e', payload: {} },
      ],
    });
    expect(answer.status).toBe(202);
    await until(() => received.length === 2, 'both');
    expect(received).toEqual([
      { type: 'broadcast', event: 'posted', payload: { n: 1 } },
      { type: 'broadcast', event: 'batch', payload: { n: 2 } },
    ]);
  });

  test('a private topic accepts it only from members who can send, and the public topic of that name receives nothing', async () => {
    const [speaker, other] = [await server.member(), await server.member()];
    await join({ http: { member: speaker.id, speaks: true } });
    const insider = speaker.client.channel('club:http', privately);
    const outsider = server.client().channel('club:http');
    const [inside, outside] = [hears(insider), hears(outsider)];
    await Promise.all([subscribed(insider), subscribed(outsider)]);
    const message = { messages: [{ topic: 'club:http', event: 'e', payload: { n: 1 }, private: true }] };
    expect((await post(message)).status).toBe(403);
    expect((await post(message, { authorization: `Bearer ${other.token}` })).status).toBe(403);
    expect((await post(message, { authorization: `Bearer ${speaker.token}` })).status).toBe(202);
    await expect(other.client.channel('club:http', privately).httpSend('e', {})).rejects.toThrow(
      'permissions',
    );
    await until(() => inside.length === 1, 'the message');
    await post({ messages: [{ topic: 'club:http', event: 'public', payload: {} }] });
    await until(() => outside.length === 1, 'the public one');
    expect(inside).toHaveLength(1);
    expect(outside).toMatchObject([{ event: 'public' }]);
  });

  test('a wrong key, token or body is refused', async () => {
    const message = { messages: [{ topic: 'x', event: 'e', payload: {} }] };
    expect((await post(message, { apikey: 'wrong' })).status).toBe(401);
    expect((await post(message, { authorization: 'Bearer a.b.c' })).status).toBe(401);
    expect((await post('{')).status).toBe(422);
    expect((await post({ messages: [{ topic: 'x', payload: {} }] })).status).toBe(422);
    expect(
      (await post({ messages: [{ topic: 'x', event: 'e', payload: 'x'.repeat(1_100_000) }] })).status,
    ).toBe(413);
  });
});

describe('from the database', () => {
  test('a message reaches the topic when its transaction commits, and only then', async () => {
    const ann = await server.member();
    await join({ db: { member: ann.id, speaks: false } });
    const insider = ann.client.channel('club:db', privately);
    const outsider = server.client().channel('club:db');
    const [inside, outside] = [hears(insider), hears(outsider)];
    await Promise.all([subscribed(insider), subscribed(outsider)]);
    await server.sql(`select realtime.send('{"n":0}', 'undone', 'club:db'); select 1 / 0`).catch(() => {});
    await server.sql(`select realtime.send('{"n":1}', 'sent', 'club:db')`);
    await server.sql(`insert into realtime.messages (topic, extension, event, payload, private) values
      ('club:db', 'broadcast', 'row', '{"n":2}', true), ('club:db', 'presence', 'row', '{"n":3}', true)`);
    await server.sql(
      `select realtime.send(jsonb_build_object('n', 4, 'long', repeat('x', 20000)), 'public', 'club:db', false)`,
    );
    await until(() => inside.length === 2 && outside.length === 1, 'the messages');
    expect(inside).toMatchObject([
      { event: 'sent', payload: { n: 1 } },
      { event: 'row', payload: { n: 2 }, meta: { id: expect.any(String) } },
    ]);
    expect(outside).toMatchObject([{ event: 'public', payload: { n: 4 } }]);
  });
});

describe('a private topic', () => {
  test('is closed to visitors and to other members', async () => {
    const [ann, bob] = [await server.member(), await server.member()];
    await join({ closed: { member: ann.id, speaks: false } });
    expect(await refusal(server.client().channel('club:closed', privately))).toBe(
      'Unauthorized: You do not have permissions to read from this Channel topic: club:closed',
    );
    expect(await refusal(bob.client.channel('club:closed', privately))).toContain('Unauthorized');
    await subscribed(ann.client.channel('club:closed', privately));
    const [left] = await server.database.query(`select from realtime.messages where topic = 'club:closed'`);
    expect(left, 'what was tried is undone').toBeUndefined();
  });

  test('is readable and writable as its policies say', async () => {
    const [speaker, listener] = [await server.member(), await server.member()];
    await join({ talk: { member: speaker.id, speaks: true } });
    await join({ talk: { member: listener.id, speaks: false } });
    const [speaking, listening] = [
      speaker.client.channel('club:talk', privately),
      listener.client.channel('club:talk', privately),
    ];
    const [speakerHears, listenerHears] = [hears(speaking), hears(listening)];
    await Promise.all([subscribed(speaking), subscribed(listening)]);
    expect(await listening.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error');
    expect(await listening.track({ here: true })).toBe('error');
    expect(await speaking.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok');
    await until(() => listenerHears.length === 1, 'the message');
    expect(listenerHears).toMatchObject([{ event: 'yes' }]);
    expect(speakerHears).toEqual([]);
  });

  test('is authorised again when the token changes', async () => {
    const ann = await server.member();
    await join({ renew: { member: ann.id, speaks: true } });
    let token = ann.token;
    const client = server.client(() => token);
    await client.realtime.setAuth();
    const channel = client.channel('club:renew', privately);
    const said = systemOf(channel);
    await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()));
    token = (await server.member()).token;
    await client.realtime.setAuth();
    await until(() => channel.state === 'closed', 'the end of the channel');
    expect(said).toMatchObject([{ status: 'error', message: expect.stringContaining('Unauthorized') }]);
  });
});
