import { expect, test } from 'vitest';
import { createWatchedCount } from './keep-progress.ts';

test('only what was really watched counts: no pause, no jump, and an hour at double speed is half of one', () => {
  const count = createWatchedCount();
  for (const time of [0, 0.25, 0.5, 0.75, 1]) count.tick(time, 1);
  expect(count.take()).toBe(1);
  count.tick(60, 1);
  expect(count.take()).toBe(0);
  count.jump();
  count.tick(200, 2);
  count.tick(201, 2);
  expect(count.take()).toBe(0.5);
  count.giveBack(3);
  expect(count.take()).toBe(3);
});
