import { expect, test } from 'vitest';
import { dataSaverLevel, levelName } from './quality-levels.ts';

test('names a level by its shorter side, also for upright films', () => {
  expect(levelName({ width: 1280, height: 720 })).toBe('720p');
  expect(levelName({ width: 360, height: 640 })).toBe('360p');
});

test('the data saver uses the best level under its bitrate, and at least the lowest', () => {
  const levels = [145, 365, 730].map((kilobits) => ({ bitrate: kilobits * 1000 }));
  expect(dataSaverLevel(levels)).toBe(1);
  expect(dataSaverLevel([{ bitrate: 900_000 }])).toBe(0);
});
