import { expect, test } from 'vitest';
import { LaneQueue } from './lane-queue.ts';

test('tasks run one at a time, in the order they came', async () => {
  const queue = new LaneQueue<string>();
  const log: string[] = [];
  const work = (name: string) => async (resource: string) => {
    log.push(`${name} takes ${resource}`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} is done`);
  };
  const all = ['a', 'b', 'c'].map((name) => queue.take('service', work(name)));
  expect(log).toEqual([]);
  queue.give('it');
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} takes it`, `${name} is done`]));
});

test('a failing task does not affect the next one', async () => {
  const queue = new LaneQueue<number>();
  queue.give(1);
  const failed = queue.take('service', async () => {
    throw new Error('mine');
  });
  const next = queue.take('service', async (resource) => resource + 1);
  await expect(failed).rejects.toThrow('mine');
  await expect(next).resolves.toBe(2);
});

test('when the resource is withdrawn, waiting tasks fail and later ones wait for the next resource', async () => {
  const queue = new LaneQueue<number>();
  queue.give(1);
  const { promise: finish, resolve } = Promise.withResolvers<number>();
  const working = queue.take('service', () => finish);
  const waiting = queue.take('service', async (resource) => resource);
  queue.withdraw(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const later = queue.take('service', async (resource) => resource);
  queue.give(2);
  resolve(0);
  await expect(working).resolves.toBe(0);
  await expect(later).resolves.toBe(2);
  await queue.idle();
});

test('the most urgent lane is served first', async () => {
  const queue = new LaneQueue<number>();
  const order: string[] = [];
  const lanes = ['api', 'maintenance', 'page', 'api', 'playback'] as const;
  const all = lanes.map((lane) => queue.take(lane, async () => void order.push(lane)));
  queue.give(1);
  await Promise.all(all);
  expect(order).toEqual(['playback', 'page', 'maintenance', 'api', 'api']);
});

test('a task is interrupted when an urgent one waits, and not for another of the Data API', async () => {
  const queue = new LaneQueue<number>();
  queue.give(1);
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<string>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<string>();
  const either = queue.take('api', () => Promise.race([cancelled, finished]), {
    afterMs: 0,
    cancel: () => cancel('cancelled'),
  });
  const next = queue.take('api', async () => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  const urgent = queue.take('auth', async () => {});
  expect(await either).toBe('cancelled');
  await Promise.all([next, urgent]);
  finish('finished');
});

test('a task that has no urgent one behind it runs to its end', async () => {
  const queue = new LaneQueue<number>();
  queue.give(1);
  let cancelled = false;
  const work = queue.take('api', () => new Promise((resolve) => setTimeout(resolve, 20)), {
    afterMs: 0,
    cancel: () => {
      cancelled = true;
    },
  });
  const next = queue.take('api', async () => {});
  await Promise.all([work, next]);
  await queue.take('page', async () => {});
  expect(cancelled).toBe(false);
});
