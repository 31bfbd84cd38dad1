import { expect, test } from 'vitest';
import { formatStoryboard, storyboardInterval } from './storyboard.ts';

test('a long film has at most a thousand thumbnails', () => {
  for (const duration of [12, 300, 3600, 3 * 3600, 8 * 3600])
    expect(duration / storyboardInterval(duration)).toBeLessThanOrEqual(1000);
});

test('maps each time range to a rectangle of a sheet', () => {
  const vtt = formatStoryboard({ sheets: 2, interval: 4, width: 160, height: 90 }, 117.5);
  expect(vtt.match(/-->/g)).toHaveLength(30);
  expect(vtt).toContain('00:00:28.000 --> 00:00:32.000\nstoryboard-1.jpg#xywh=320,90,160,90');
  expect(vtt).toContain('00:01:56.000 --> 00:01:57.500\nstoryboard-2.jpg#xywh=640,0,160,90');
});
