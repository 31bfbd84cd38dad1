import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

interface Received {
  event: string;
  payload: { n: number };
  meta?: { id: string; replayed?: boolean };
}

const hears = (channel: RealtimeChannel): Received[] => {
  const received: Received[] = [];
  channel.on('broadcast', { event: '*' }, (message) => received.push(message as never));
  return received;
};
const asking = (replay: unknown) => ({ config: { private: true, broadcast: { replay: replay as never } } });
const send = (topic: string, n: number, isPrivate = true) =>
  server.sql(`select realtime.send('{"n":${n}}', 'x', '${topic}', ${isPrivate})`);

/** A member of a new club, and a way to wait until the server has heard of this many messages. */
async function club(name: string, options = {}) {
  const topic = `club:${name}`;
  const [ann, bob] = [await server.member(options), await server.member()];
  await server.sql(
    `insert into public.club_member values ('${name}', '${ann.id}'), ('${name}', '${bob.id}')`,
  );
  const early = bob.client.channel(topic, { config: { private: true } });
  const heard = hears(early);
  await subscribed(early);
  const isHeard = (count: number) => until(() => heard.length === count, 'the messages to be announced');
  return { topic, ann, isHeard };
}

describe.each(['1.0.0', '2.0.0'])('with protocol %s', (vsn) => {
  test('a member who joins late receives the latest messages in order, marked, and then new ones once each', async () => {
    const { topic, ann, isHeard } = await club(`replay-${vsn}`, { vsn });
    for (const n of [1, 2, 3, 4]) await send(topic, n);
    await send(topic, 100, false);
    await send('club:other', 101);
    await isHeard(4);
    const channel = ann.client.channel(topic, asking({ since: Date.now() - 3_600_000, limit: 3 }));
    const received = hears(channel);
    await subscribed(channel);
    await send(topic, 5);
    await until(() => received.some(({ payload }) => payload.n === 5), 'the new message');
    expect(received.map(({ payload, meta }) => [payload.n, meta?.replayed])).toEqual([
      [2, true],
      [3, true],
      [4, true],
      [5, undefined],
    ]);
    expect(received.every(({ meta }) => /^[0-9a-f-]{36}$/.test(meta?.id ?? ''))).toBe(true);
  });
});

test('nobody receives more than 25, nor what is older than the time that was asked for', async () => {
  const { topic, ann, isHeard } = await club('many');
  await server.sql(`insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
    select '${topic}', 'broadcast', true, 'x', jsonb_build_object('n', n), localtimestamp - make_interval(secs => 100 - n)
    from generate_series(1, 40) as n`);
  await isHeard(40);
  const late = ann.client.channel(topic, asking({ since: 0, limit: 1_000 }));
  const received = hears(late);
  await subscribed(late);
  await until(() => received.length >= 25, 'the messages');
  await send(topic, 41);
  await until(() => received.at(-1)?.payload.n === 41, 'the new message');
  expect(received.map(({ payload }) => payload.n)).toEqual(Array.from({ length: 26 }, (_, n) => n + 16));
  await ann.client.removeChannel(late);

  const later = ann.client.channel(topic, asking({ since: Date.now() - 30_000 }));
  const since = hears(later);
  await subscribed(later);
  await until(() => since.length > 0, 'the message since then');
  await send(topic, 42);
  await until(() => since.length > 1, 'the new message');
  expect(since.map(({ payload }) => payload.n)).toEqual([41, 42]);
});

test('somebody who cannot read a topic cannot have it replayed; public topics and wrong times are refused', async () => {
  const { topic, ann } = await club('closed-replay');
  await send(topic, 1);
  const stranger = await server.member();
  expect(await refusal(stranger.client.channel(topic, asking({ since: 0 })))).toContain('Unauthorized');
  expect(await refusal(server.client().channel(topic, asking({ since: 0 })))).toContain('Unauthorized');
  for (const wrong of [
    { since: 'yesterday' },
    { since: 1e15 },
    { since: 0.5 },
    { since: 0, limit: '1' },
    'all',
    5,
  ]) {
    expect(await refusal(ann.client.channel(topic, asking(wrong)))).toBe(
      'UnableToReplayMessages: Replay params are not valid',
    );
    await ann.client.removeAllChannels();
  }
  const publicly = ann.client.channel('anything', asking({ since: 0 }));
  publicly.params.config.private = false;
  expect(await refusal(publicly)).toBe('UnableToReplayMessages: Replay is not allowed for public channels');
});

describe('a broadcast that is to be kept', () => {
  const speaking = { config: { private: true, broadcast: { ack: true, self: true } } };
  const stored = (topic: string) =>
    server.database.query<{ id: string; seconds: number; payload: unknown; bytes: Buffer | null }>(
      `select id, extract(epoch from expires_at - inserted_at)::int as seconds, payload, binary_payload as bytes
        from realtime.messages where topic = $1 and skip_broadcast and private order by inserted_at`,
      [topic],
    );

  /** Two members of a new club who speak there, and what the second one hears. */
  async function speakers(name: string) {
    const topic = `club:${name}`;
    const [ann, bob] = [await server.member(), await server.member()];
    await server.sql(
      `insert into public.club_member values ('${name}', '${ann.id}', true), ('${name}', '${bob.id}', true)`,
    );
    const [channel, other] = [ann.client.channel(topic, speaking), bob.client.channel(topic, speaking)];
    const heard = hears(other);
    await subscribed(channel);
    await subscribed(other);
    return { topic, ann, bob, channel, other, heard };
  }
  const kept = (n: number, persist: boolean | { ttl?: number }) => ({
    type: 'broadcast' as const,
    event: 'x',
    payload: { n },
    persist,
  });

  test('is delivered once, stored as long as the sender says, and replayed to who joins later', async () => {
    const { topic, bob, channel, other, heard } = await speakers('kept');
    expect(await channel.send(kept(1, { ttl: 60 }))).toBe('ok');
    expect(await channel.httpSend('x', { n: 2 }, { persist: true })).toEqual({ success: true });
    expect(await channel.httpSend('x', { n: 3 }, { persist: { ttl: 5 } })).toEqual({ success: true });
    expect(await channel.httpSend('x', new Uint8Array([1, 2]), { persist: true })).toEqual({ success: true });
    await channel.send({ type: 'broadcast', event: 'x', payload: { n: 4 } });
    await send(topic, 5);
    await until(() => heard.some(({ payload }) => payload.n === 5), 'the last message');
    expect(heard.map(({ payload }) => payload.n)).toEqual([1, 2, 3, undefined, 4, 5]);
    expect((await stored(topic)).map(({ seconds }) => seconds)).toEqual([60, 259_200, 5, 259_200]);

    await server.sql(`update realtime.messages set expires_at = localtimestamp where payload = '{"n": 3}'`);
    await bob.client.removeChannel(other);
    const later = bob.client.channel(topic, asking({ since: 0 }));
    const replayed = hears(later);
    await subscribed(later);
    await until(() => replayed.length >= 4, 'what was kept');
    expect(replayed.map(({ payload, meta }) => [payload.n, meta?.replayed])).toEqual(
      [1, 2, undefined, 5].map((n) => [n, true]),
    );
  });

  test('tells a sender who wants an answer its id', async () => {
    const { topic, channel } = await speakers('id');
    const reply = await new Promise<{ id?: string }>((resolve, reject) => {
      const push = (channel as never as { channelAdapter: { push(...given: unknown[]): Push } })
        .channelAdapter;
      push.push('broadcast', kept(1, true)).receive('ok', resolve).receive('error', reject);
    });
    expect(await stored(topic)).toMatchObject([{ id: reply.id, payload: { n: 1 } }]);
  });

  test('is not stored for somebody without the right to store, nor on public channels, nor for no valid time', async () => {
    const ann = await server.member();
    const hall = ann.client.channel('hall', speaking);
    const heard = hears(hall);
    await subscribed(hall);
    // Policies let everybody send to the hall, with the extension "broadcast" alone.
    expect(await hall.send(kept(1, true))).toBe('ok');
    await hall.httpSend('x', { n: 2 }, { persist: true });
    for (const ttl of [0, -1, 1.5, 259_201, 'x' as never]) {
      expect(await hall.send(kept(3, { ttl }))).toBe('invalid_persist_ttl');
      await expect(hall.httpSend('x', { n: 3 }, { persist: { ttl } })).rejects.toThrow('ttl must be');
    }
    await hall.send({ type: 'broadcast', event: 'x', payload: { n: 4 } });
    await until(() => heard.length >= 3, 'the messages');
    expect(heard.map(({ payload }) => payload.n)).toEqual([1, 2, 4]);

    const address = `${server.url}/realtime/v1/api/broadcast/anywhere/events/x?persist=true`;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: { persist: ['can only be used on private channels'] } },
    ]);
    expect([...(await stored('hall')), ...(await stored('anywhere'))]).toEqual([]);
  });
});

interface Push {
  receive(status: string, then: (reply: never) => void): Push;
}
