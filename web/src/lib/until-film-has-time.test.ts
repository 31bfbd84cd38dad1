import { expect, test } from 'vitest';
import { untilFilmHasTime } from './until-film-has-time.ts';

/** As much of a video element as is asked. */
class Film extends EventTarget {
  paused = false;
  currentTime = 20;
  readonly duration = 100;
  end = 20;
  readonly buffered = { length: 1, end: () => this.end };

  change(values: Partial<Pick<Film, 'paused' | 'currentTime' | 'end'>>, event: string): void {
    Object.assign(this, values);
    this.dispatchEvent(new Event(event));
  }
}

/** Whether the wait for this film is over once all that was said has been heard. */
function waitFor(film: Film): () => Promise<boolean> {
  let isOver = false;
  void untilFilmHasTime(film as unknown as HTMLVideoElement).then(() => {
    isOver = true;
  });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return isOver;
  };
}

test('waits until ten seconds are on hand', async () => {
  const film = new Film();
  const isOver = waitFor(film);
  film.change({ end: 29 }, 'progress');
  expect(await isOver()).toBe(false);
  film.change({ currentTime: 24, end: 33 }, 'timeupdate');
  expect(await isOver()).toBe(false);
  film.change({ end: 34 }, 'progress');
  expect(await isOver()).toBe(true);
});

test('a film that is paused, or there to its end, does not make others wait', async () => {
  const paused = new Film();
  const isOver = waitFor(paused);
  expect(await isOver()).toBe(false);
  paused.change({ paused: true }, 'pause');
  expect(await isOver()).toBe(true);

  const complete = new Film();
  Object.assign(complete, { currentTime: 95, end: 99.9 });
  expect(await waitFor(complete)()).toBe(true);
});
