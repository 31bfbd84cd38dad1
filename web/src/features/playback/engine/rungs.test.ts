import { expect, test } from 'vitest';
import { megabytesPerHour, rungName, savingLevel } from './rungs.ts';

test('the weight of an hour is rounded as people say it', () => {
  expect([48_000, 145_000, 365_000, 1_100_000, 4_500_000].map(megabytesPerHour)).toEqual([
    20, 65, 160, 500, 2050,
  ]);
});

test('a film that stands upright is named by its shorter side too', () => {
  expect(rungName({ width: 1280, height: 720 })).toBe('720p');
  expect(rungName({ width: 360, height: 640 })).toBe('360p');
});

test('a data saver climbs as far as the line allows, and always has the lowest rung', () => {
  const ladder = [145, 365, 730].map((kilobits) => ({ bitrate: kilobits * 1000 }));
  expect(savingLevel(ladder)).toBe(1);
  expect(savingLevel([{ bitrate: 900_000 }])).toBe(0);
});
