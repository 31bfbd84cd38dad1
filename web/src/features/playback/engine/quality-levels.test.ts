import { expect, test } from 'vitest';
import { dataSaverLevel, jumpLevel, levelName } from './quality-levels.ts';

test('names a level by its shorter side, also for upright films', () => {
  expect(levelName({ width: 1280, height: 720 })).toBe('720p');
  expect(levelName({ width: 360, height: 640 })).toBe('360p');
});

test('a jump goes on in a level that loads four times as fast as it plays, and at least in the lowest', () => {
  const levels = [145, 365, 730].map((kilobits) => ({ bitrate: kilobits * 1000 }));
  expect(jumpLevel(levels, 200_000)).toBe(0);
  expect(jumpLevel(levels, 1_500_000)).toBe(1);
  expect(jumpLevel(levels, 50_000_000)).toBe(2);
});

test('the data saver uses the best level under its bitrate, and at least the lowest', () => {
  const levels = [145, 365, 730].map((kilobits) => ({ bitrate: kilobits * 1000 }));
  expect(dataSaverLevel(levels)).toBe(1);
  expect(dataSaverLevel([{ bitrate: 900_000 }])).toBe(0);
});
