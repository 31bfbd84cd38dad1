import { expect, test } from 'vitest';
import { ResourceQueue } from './resource-queue.ts';

test('tasks run one at a time, in the order they came', async () => {
  const queue = new ResourceQueue<string>();
  const log: string[] = [];
  const work = (name: string) => async (resource: string) => {
    log.push(`${name} takes ${resource}`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} is done`);
  };
  const all = ['a', 'b', 'c'].map((name) => queue.take(work(name)));
  expect(log).toEqual([]);
  queue.give('it');
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} takes it`, `${name} is done`]));
});

test('a failing task does not affect the next one', async () => {
  const queue = new ResourceQueue<number>();
  queue.give(1);
  const failed = queue.take(async () => {
    throw new Error('mine');
  });
  const next = queue.take(async (resource) => resource + 1);
  await expect(failed).rejects.toThrow('mine');
  await expect(next).resolves.toBe(2);
});

test('when the resource is withdrawn, waiting tasks fail and later ones wait for the next resource', async () => {
  const queue = new ResourceQueue<number>();
  queue.give(1);
  const { promise: finish, resolve } = Promise.withResolvers<number>();
  const working = queue.take(() => finish);
  const waiting = queue.take(async (resource) => resource);
  queue.withdraw(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const later = queue.take(async (resource) => resource);
  queue.give(2);
  resolve(0);
  await expect(working).resolves.toBe(0);
  await expect(later).resolves.toBe(2);
  await queue.idle();
});
