import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { LiveTable } from './live-changes.ts';

interface FakeChannel {
  handlers: ((payload: object) => void)[];
  report: (status: string) => void;
  isRemoved: boolean;
}

const opened: FakeChannel[] = [];

const fakeSupabase = {
  supabase: async () => ({
    realtime: { setAuth: async () => {} },
    channel() {
      const fake: FakeChannel = { handlers: [], report: () => {}, isRemoved: false };
      opened.push(fake);
      return {
        fake,
        on: (_type: string, _filter: object, handler: (payload: object) => void) =>
          fake.handlers.push(handler),
        subscribe: (report: (status: string) => void) => {
          fake.report = report;
        },
      };
    },
    removeChannel: ({ fake }: { fake: FakeChannel }) => {
      fake.isRemoved = true;
    },
  }),
};

const topics: LiveTable[] = [{ table: 'forum_topics' }];
const insert = { table: 'forum_topics', eventType: 'INSERT', new: { id: '1' }, old: {} };
const listener = () => ({ onChange: vi.fn(), onConnect: vi.fn() });
const settle = () => new Promise((resolve) => setTimeout(resolve));

// Other files may have loaded the module already, with the real client.
vi.resetModules();
vi.doMock('./supabase.ts', () => fakeSupabase);
const { listenToChanges } = await import('./live-changes.ts');
afterAll(() => {
  vi.doUnmock('./supabase.ts');
  vi.resetModules();
});

beforeEach(() => {
  opened.length = 0;
});

test('listeners to the same tables share a channel, which closes with the last of them', async () => {
  const [first, second] = [listener(), listener()];
  const stops = [first, second].map((one) => listenToChanges('member', topics, one));
  await settle();
  expect(opened).toHaveLength(1);
  opened[0]!.report('SUBSCRIBED');
  opened[0]!.handlers[0]!(insert);
  for (const { onChange } of [first, second])
    expect(onChange).toHaveBeenCalledWith({ table: 'forum_topics', event: 'INSERT', row: { id: '1' } });

  stops[0]!();
  await settle();
  expect(opened[0]!.isRemoved).toBe(false);
  stops[1]!();
  await settle();
  expect(opened[0]!.isRemoved).toBe(true);
});

test('a listener is told of every connection, so that it can catch up after a reconnect', async () => {
  const one = listener();
  const stop = listenToChanges('member', topics, one);
  await settle();
  for (const status of ['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']) opened[0]!.report(status);
  expect(one.onConnect).toHaveBeenCalledTimes(2);

  const late = listener();
  const stopLate = listenToChanges('member', topics, late);
  expect(late.onConnect).toHaveBeenCalledTimes(1);
  stop();
  stopLate();
});

test('another reader or other tables get a channel of their own', async () => {
  const stops = [
    listenToChanges('member', topics, listener()),
    listenToChanges('visitor', topics, listener()),
    listenToChanges('member', [{ table: 'forum_topics', filter: 'id=eq.1' }], listener()),
  ];
  await settle();
  expect(opened).toHaveLength(3);
  for (const stop of stops) stop();
});
