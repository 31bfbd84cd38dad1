import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('whoever came first is served first, one at a time', async () => {
  const turns = new Turns<string>();
  const log: string[] = [];
  const work = (name: string) => async (thing: string) => {
    log.push(`${name} takes ${thing}`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} is done`);
  };
  const all = ['a', 'b', 'c'].map((name) => turns.take(work(name)));
  expect(log).toEqual([]);
  turns.give('it');
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} takes it`, `${name} is done`]));
});

test('a failed turn is its own affair', async () => {
  const turns = new Turns<number>();
  turns.give(1);
  const failed = turns.take(async () => {
    throw new Error('mine');
  });
  const next = turns.take(async (thing) => thing + 1);
  await expect(failed).rejects.toThrow('mine');
  await expect(next).resolves.toBe(2);
});

test('when the thing is withdrawn those who wait are refused, and later ones get the next', async () => {
  const turns = new Turns<number>();
  turns.give(1);
  const { promise: finish, resolve } = Promise.withResolvers<number>();
  const working = turns.take(() => finish);
  const waiting = turns.take(async (thing) => thing);
  turns.withdraw(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const later = turns.take(async (thing) => thing);
  turns.give(2);
  resolve(0);
  await expect(working).resolves.toBe(0);
  await expect(later).resolves.toBe(2);
  await turns.idle();
});
