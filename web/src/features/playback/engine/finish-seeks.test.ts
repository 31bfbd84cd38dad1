import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishSeeks } from './finish-seeks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A video that notes every seek; `buffered` is one range. */
function fakeVideo(range: [number, number]) {
  const seeks: number[] = [];
  const video = Object.assign(new EventTarget(), {
    seeking: false,
    buffered: { length: 1, start: () => range[0], end: () => range[1] },
    seeks,
    finish() {
      video.seeking = false;
      video.dispatchEvent(new Event('seeked'));
    },
  });
  Object.defineProperty(video, 'currentTime', {
    get: () => seeks.at(-1) ?? 0,
    set(to: number) {
      seeks.push(to);
      video.seeking = true;
      video.dispatchEvent(new Event('seeking'));
    },
  });
  return video as typeof video & HTMLVideoElement;
}

test('seeks again where a seek to something buffered does not end, a few times', () => {
  const video = fakeVideo([0.1, 10]);
  finishSeeks(video);
  video.currentTime = 0.2;
  vi.advanceTimersByTime(60_000);
  expect(video.seeks).toHaveLength(4);
  expect(video.seeks[1]).toBeCloseTo(0.25);
  video.finish();
  video.currentTime = 5;
  vi.advanceTimersByTime(3000);
  expect(video.seeks.at(-1), 'a new seek has new tries').toBeCloseTo(5.05);
});

test('leaves finished seeks, and positions that are still loading, alone', () => {
  const video = fakeVideo([0, 10]);
  const stop = finishSeeks(video);
  video.currentTime = 3;
  video.finish();
  vi.advanceTimersByTime(60_000);
  video.currentTime = 30;
  vi.advanceTimersByTime(60_000);
  expect(video.seeks).toEqual([3, 30]);
  stop();
  video.currentTime = 4;
  vi.advanceTimersByTime(60_000);
  expect(video.seeks).toEqual([3, 30, 4]);
});
