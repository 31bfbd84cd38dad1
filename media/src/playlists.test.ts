import { expect, test } from 'vitest';
import { measureBandwidths } from './playlists.ts';

const segment = (duration: number, bytes: number) => ({ file: 'a', duration, bytes });

test('the peak bandwidth is that of the largest run of segments; a short last segment does not distort it', () => {
  const segments = [segment(2, 50_000), segment(4, 200_000), segment(4, 100_000), segment(0.2, 40_000)];
  const { peak, average, bytes } = measureBandwidths(segments);
  expect(peak).toBe(400_000);
  expect(bytes).toBe(390_000);
  expect(average).toBe(Math.ceil((390_000 * 8) / 10.2));
});

test('a film of one short segment has the bandwidth of that segment', () => {
  expect(measureBandwidths([segment(0.5, 10_000)])).toMatchObject({ peak: 160_000, average: 160_000 });
});
