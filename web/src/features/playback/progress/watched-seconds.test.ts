import { expect, test } from 'vitest';
import { createWatchedSeconds } from './watched-seconds.ts';

test('counts watched seconds without seeks, and in real time at double speed', () => {
  const watched = createWatchedSeconds();
  for (const time of [0, 0.25, 0.5, 0.75, 1]) watched.onTime(time, 1);
  expect(watched.take()).toBe(1);
  watched.onTime(60, 1);
  expect(watched.take()).toBe(0);
  watched.onSeek();
  watched.onTime(200, 2);
  watched.onTime(201, 2);
  expect(watched.take()).toBe(0.5);
  watched.putBack(3);
  expect(watched.take()).toBe(3);
});
