import { expect, test } from 'vitest';
import { RenderQueue } from './render-queue.ts';

/** Work that ends when the test says so. */
function work(queue: RenderQueue) {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    async end(key: string) {
      ends.get(key)?.resolve(key);
      await new Promise(setImmediate);
    },
    run(key: string, share: string, signal?: AbortSignal) {
      const result = queue.run(
        key,
        () => {
          started.push(key);
          const end = Promise.withResolvers<string>();
          ends.set(key, end);
          return end.promise;
        },
        { share, signal },
      );
      return result.catch((error: { code: string }) => error.code);
    },
  };
}

test('a newcomer’s picture comes before the rest of somebody else’s long queue', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 64 }));
  for (let n = 0; n < 20; n += 1) void run(`many ${n}`, 'attacker');
  void run('one', 'newcomer');
  await end('many 0');
  await end('many 1');
  expect(started).toEqual(['many 0', 'many 1', 'one']);
});

test('one address never holds every place', async () => {
  const { run, started } = work(new RenderQueue({ parallel: 2, waiting: 64 }));
  for (const key of ['a', 'b', 'c']) void run(key, 'attacker');
  void run('d', 'newcomer');
  expect(started).toEqual(['a', 'd']);
});

test('a full queue drops the last of those who wait for most, not the newcomer', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 4 }));
  const many = Array.from({ length: 5 }, (_, n) => run(`many ${n}`, 'attacker'));
  expect(await run('many 5', 'attacker')).toBe('SlowDown');
  const one = run('one', 'newcomer');
  expect(await many[4]).toBe('SlowDown');
  await end('many 0');
  await end('many 1');
  await end('one');
  expect(await one).toBe('one');
  expect(started).toContain('one');
});

test('work that nobody waits for any more is not begun', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 64 }));
  const client = new AbortController();
  void run('first', 'a');
  const left = run('left', 'b', client.signal);
  const last = run('last', 'b');
  client.abort();
  expect(await left).toBe('ClientClosedRequest');
  await end('first');
  await end('last');
  expect(await last).toBe('last');
  expect(started).toEqual(['first', 'last']);
});

test('shared work belongs to no single client: it goes on for those who stay', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 64 }));
  const client = new AbortController();
  void run('first', 'a');
  const left = run('shared', 'b', client.signal);
  const stays = run('shared', 'c');
  client.abort();
  expect(await left).toBe('ClientClosedRequest');
  await end('first');
  await end('shared');
  expect(await stays).toBe('shared');
  expect(started).toEqual(['first', 'shared']);
});

test('work that began goes on when its client leaves, and its result serves the next', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 64 }));
  const client = new AbortController();
  const left = run('picture', 'a', client.signal);
  client.abort();
  await left;
  const next = run('picture', 'b');
  await end('picture');
  expect(await next).toBe('picture');
  expect(started).toEqual(['picture']);
});

test('a picture at the end of an attacker’s queue is not late for others who want it', async () => {
  const { run, end, started } = work(new RenderQueue({ parallel: 1, waiting: 64 }));
  for (let n = 0; n < 20; n += 1) void run(`many ${n}`, 'attacker');
  void run('popular', 'attacker');
  const wanted = run('popular', 'visitor');
  await end('many 0');
  await end('many 1');
  await end('popular');
  expect(await wanted).toBe('popular');
  expect(started).toEqual(['many 0', 'many 1', 'popular', 'many 2']);
});

test('a failure reaches those who wait and is not remembered', async () => {
  const queue = new RenderQueue({ parallel: 1, waiting: 64 });
  const turn = { share: 'a' };
  await expect(queue.run('x', () => Promise.reject(new Error('no memory')), turn)).rejects.toThrow(
    'no memory',
  );
  expect(await queue.run('x', async () => 'drawn', turn)).toBe('drawn');
});
