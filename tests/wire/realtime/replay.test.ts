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
