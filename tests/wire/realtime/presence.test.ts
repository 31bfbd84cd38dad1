import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

/** The presence state of the client, without refs. */
const present = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState()).map(([key, metas]) => [
      key,
      metas.map(({ presence_ref, ...meta }) => meta),
    ]),
  );
const arrive = async (name: string, key: string, vsn = '2.0.0') => {
  const client = server.client(undefined, { vsn });
  const channel = client.channel(name, { config: { presence: { key, enabled: true } } });
  const events: string[] = [];
  channel
    .on('presence', { event: 'join' }, ({ key: who }) => events.push(`${who} joins`))
    .on('presence', { event: 'leave' }, ({ key: who }) => events.push(`${who} leaves`));
  await subscribed(channel);
  return { client, channel, events };
};

describe.each([
  ['1.0.0', '1.0.0'],
  ['2.0.0', '2.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
])('two people with protocols %s and %s', (annVersion, bobVersion) => {
  test('see each other join, change and leave', async () => {
    const lobby = `lobby-${annVersion}-${bobVersion}`;
    const ann = await arrive(lobby, 'ann', annVersion);
    expect(await ann.channel.track({ mood: 'glad' })).toBe('ok');
    await until(() => ann.events.includes('ann joins'), 'Ann herself');
    const bob = await arrive(lobby, 'bob', bobVersion);
    await until(() => 'ann' in present(bob.channel), 'Ann, who was there before');
    await bob.channel.track({ mood: 'shy' });
    await until(() => 'bob' in present(ann.channel), 'Bob');
    expect(present(ann.channel)).toEqual({ ann: [{ mood: 'glad' }], bob: [{ mood: 'shy' }] });
    expect(present(bob.channel)).toEqual(present(ann.channel));

    await bob.channel.track({ mood: 'merry' });
    await until(() => JSON.stringify(present(ann.channel).bob) === '[{"mood":"merry"}]', 'the change');
    expect(await bob.channel.untrack()).toBe('ok');
    await until(() => !('bob' in present(ann.channel)), 'Bob to go');
    await bob.channel.track({ mood: 'back' });
    await until(() => 'bob' in present(ann.channel), 'Bob again');
    await bob.client.realtime.disconnect();
    await until(() => !('bob' in present(ann.channel)), 'Bob to vanish with his connection');
    expect(ann.events.at(-1)).toBe('bob leaves');
  });
});

test('a member with two tabs is present until both are closed', async () => {
  const watcher = await arrive('tabs', 'watcher');
  const [one, two] = [await arrive('tabs', 'ann'), await arrive('tabs', 'ann')];
  await Promise.all([one.channel.track({ tab: 1 }), two.channel.track({ tab: 2 })]);
  await until(() => present(watcher.channel).ann?.length === 2, 'both tabs');
  await one.client.removeChannel(one.channel);
  await until(() => present(watcher.channel).ann?.length === 1, 'one tab');
  await two.client.removeChannel(two.channel);
  await until(() => present(watcher.channel).ann === undefined, 'nobody');
});

test('a presence payload that is too large is refused', async () => {
  const { channel } = await arrive('short', 'ann');
  expect(await channel.track({ text: 'x'.repeat(20_000) })).toBe('error');
});

test('a private topic can allow broadcasts without presence', async () => {
  const ann = await server.member();
  const channel = ann.client.channel('hall', {
    config: { private: true, presence: { enabled: true }, broadcast: { ack: true } },
  });
  await subscribed(channel);
  expect(await channel.send({ type: 'broadcast', event: 'hello', payload: {} })).toBe('ok');
  expect(await channel.track({ here: true })).toBe('error');
});
