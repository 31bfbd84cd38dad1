import { expect, test } from 'vitest';
import { gainFor } from './listen.ts';
import { measureBandwidths } from './playlists.ts';
import { followProgress, type Part, type Progress } from './progress.ts';
import { storyboardInterval, storyboardVtt } from './storyboard.ts';

const segment = (duration: number, bytes: number) => ({ file: 'a', duration, bytes });

test('the bandwidth is that of the heaviest stretch, and a short last segment does not distort it', () => {
  const segments = [segment(2, 50_000), segment(4, 200_000), segment(4, 100_000), segment(0.2, 40_000)];
  const { peak, average, bytes } = measureBandwidths(segments);
  expect(peak).toBe(400_000);
  expect(bytes).toBe(390_000);
  expect(average).toBe(Math.ceil((390_000 * 8) / 10.2));
});

test('a film that is one short segment has its own rate', () => {
  expect(measureBandwidths([segment(0.5, 10_000)])).toMatchObject({ peak: 160_000, average: 160_000 });
});

test('loud films are turned down, quiet ones up, silence is left alone', () => {
  expect(gainFor(-9)).toBe(-7);
  expect(gainFor(-27.5)).toBe(11.5);
  expect(gainFor(-50)).toBe(20);
  expect(gainFor(-70)).toBe(0);
  expect(gainFor(Number.NaN)).toBe(0);
});

test('a long film has no more storyboard pictures than a thousand', () => {
  for (const duration of [12, 300, 3600, 3 * 3600, 8 * 3600])
    expect(duration / storyboardInterval(duration)).toBeLessThanOrEqual(1000);
});

test('the storyboard says which part of which sheet belongs to which second', () => {
  const vtt = storyboardVtt({ sheets: 2, interval: 4, width: 160, height: 90 }, 117.5);
  expect(vtt.match(/-->/g)).toHaveLength(30);
  expect(vtt).toContain('00:00:28.000 --> 00:00:32.000\nstoryboard-1.jpg#xywh=320,90,160,90');
  expect(vtt).toContain('00:01:56.000 --> 00:01:57.500\nstoryboard-2.jpg#xywh=640,0,160,90');
});

test('progress counts parts by their weight, and what an earlier run did as done', () => {
  const told: Progress[] = [];
  const parts: [Part, Part] = [
    { stage: 'first', weight: 1 },
    { stage: 'second', weight: 3 },
  ];
  const fresh = followProgress(parts, (progress) => told.push(progress));
  fresh.at(parts[0], 0.5);
  fresh.finish(parts[0]);
  fresh.at(parts[1], 0.5);
  const resumed = followProgress(parts, (progress) => told.push(progress));
  resumed.skip(parts[0]);
  resumed.at(parts[1], 0);
  resumed.at(parts[1], 7);
  expect(told.map(({ percent }) => percent)).toEqual([12.5, 62.5, 25, 99.9]);
  expect(told[2]).toMatchObject({ stage: 'second', secondsLeft: null });
});
