import { expect, test } from 'vitest';
import { createCutClock } from './cut-clock.ts';

const MINUTE = 60_000;

test('a cut lasts from the first report that fails to the next one that is sent', () => {
  const clock = createCutClock();
  expect(clock.read(0)).toBe(0);
  clock.fail(0, false);
  clock.fail(10_000, false);
  expect(clock.read(35 * MINUTE)).toBe(35 * 60);
  clock.reset();
  expect(clock.read(70 * MINUTE)).toBe(0);
});

test('ten minutes or less are not reported', () => {
  const clock = createCutClock();
  clock.fail(0, false);
  expect(clock.read(10 * MINUTE)).toBe(0);
});

test('a player that is paused does not want to play', () => {
  const clock = createCutClock();
  clock.fail(0, false);
  clock.pause(5 * MINUTE);
  expect(clock.read(60 * MINUTE)).toBe(0);
  clock.play(60 * MINUTE);
  expect(clock.read(70 * MINUTE)).toBe(15 * 60);
});

test('pausing and playing with a connection is no cut', () => {
  const clock = createCutClock();
  clock.pause(0);
  clock.play(MINUTE);
  expect(clock.read(60 * MINUTE)).toBe(0);
});
