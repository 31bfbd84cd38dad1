import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followVideo } from './follow-video.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A video that a test moves by hand. */
function fakeVideo(state: Partial<{ time: number; paused: boolean; readyState: number }> = {}) {
  const { time = 0, paused = true, readyState = 4 } = state;
  const seeks: number[] = [];
  let at = time;
  const video = Object.assign(new EventTarget(), {
    ...{ paused, readyState, seeking: false, ended: false, duration: 100, playbackRate: 1, seeks, src: '' },
    load: vi.fn(),
    removeAttribute: vi.fn(),
    pause() {
      video.paused = true;
    },
    async play() {
      video.paused = false;
    },
    /** Plays up to a moment. */
    reach(to: number) {
      at = to;
      video.dispatchEvent(new Event('timeupdate'));
    },
    arrive() {
      video.seeking = false;
      video.dispatchEvent(new Event('seeked'));
    },
  });
  Object.defineProperty(video, 'currentTime', {
    get: () => at,
    set(to: number) {
      at = to;
      seeks.push(to);
      video.seeking = true;
      video.dispatchEvent(new Event('seeking'));
    },
  });
  return video as typeof video & HTMLVideoElement;
}

function follow(film: ReturnType<typeof fakeVideo>, sign = fakeVideo()) {
  const states: string[] = [];
  const stop = followVideo(sign, 'sign.mp4', film, (state) => states.push(state));
  return { sign, stop, state: () => states.at(-1) };
}

test('the interpreter plays, pauses and runs as fast as the film', () => {
  const film = fakeVideo({ paused: false });
  const { sign, state } = follow(film);
  expect([sign.src, sign.paused, state()]).toEqual(['sign.mp4', false, 'shown']);
  film.playbackRate = 1.5;
  film.dispatchEvent(new Event('ratechange'));
  expect(sign.playbackRate).toBe(1.5);
  film.readyState = 2;
  film.dispatchEvent(new Event('waiting'));
  expect(sign.paused, 'the film waits').toBe(true);
  film.readyState = 4;
  film.dispatchEvent(new Event('playing'));
  expect(sign.paused).toBe(false);
  film.pause();
  film.dispatchEvent(new Event('pause'));
  expect([sign.paused, state()]).toEqual([true, 'shown']);
});

test('a small difference is made up by speed, until it is gone', () => {
  const film = fakeVideo({ paused: false });
  const { sign } = follow(film);
  film.reach(0.1);
  expect(sign.playbackRate).toBe(1);
  film.reach(0.4);
  expect(sign.playbackRate).toBe(1.1);
  sign.reach(0.3);
  film.reach(0.4);
  expect(sign.playbackRate, 'not gone yet').toBe(1.1);
  sign.reach(0.39);
  film.reach(0.4);
  expect(sign.playbackRate).toBe(1);
  sign.reach(0.7);
  film.reach(0.5);
  expect(sign.playbackRate).toBe(0.9);
  expect(sign.seeks).toEqual([]);
});

test('a wrong moment is hidden, and sought; a slow seek aims ahead and then waits for the film', () => {
  const film = fakeVideo({ paused: false });
  const { sign, state } = follow(film);
  film.reach(3);
  expect([sign.seeks, state()]).toEqual([[3], 'loading']);
  // Two seconds later it is there, and late again.
  vi.advanceTimersByTime(2000);
  film.reach(5);
  expect(sign.seeks, 'one seek at a time').toEqual([3]);
  sign.arrive();
  expect(sign.seeks).toEqual([3, 7]);
  vi.advanceTimersByTime(500);
  film.reach(5.5);
  sign.arrive();
  expect([sign.seeks, sign.paused, state()]).toEqual([[3, 7], true, 'loading']);
  film.reach(6.9);
  expect([sign.paused, state()]).toEqual([false, 'shown']);
});

test('a seek of the viewer is followed at once, also while the film is paused', () => {
  const film = fakeVideo();
  const { sign, state } = follow(film);
  film.currentTime = 40;
  expect([sign.seeks, state()]).toEqual([[40], 'loading']);
  film.arrive();
  sign.arrive();
  expect([sign.seeks, sign.paused, state()]).toEqual([[40], true, 'shown']);
  film.currentTime = 39.5;
  expect(sign.seeks).toEqual([40, 39.5]);
});

test('a film that is longer goes on without it', () => {
  const film = fakeVideo({ paused: false });
  const { sign, state } = follow(film);
  film.reach(101);
  expect([sign.paused, sign.seeks, state()]).toEqual([true, [], 'over']);
});

test('what fails to load is tried again later; at the end nothing is loaded any more', () => {
  const film = fakeVideo({ paused: false });
  const sign = fakeVideo({ readyState: 0 });
  const { stop, state } = follow(film, sign);
  expect(state()).toBe('loading');
  sign.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(10_000);
  expect(sign.load).toHaveBeenCalledTimes(1);
  stop();
  expect(sign.removeAttribute).toHaveBeenCalledWith('src');
  expect(sign.load).toHaveBeenCalledTimes(2);
});
