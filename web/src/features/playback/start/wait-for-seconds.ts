import { eventOf } from '#lib/event-of.ts';
import { secondsAhead } from '#lib/seconds-ahead.ts';
import type { OpenedVideo } from './early-playback.ts';

/** The engine takes eight seconds of a line of 200 kbit/s, which it shares with the film: three of these are gone then. */
const SECONDS_ON_HAND = 6;

/** Resolves when the video can play on for a while, is paused, gets no more, or has lost its connection. */
export async function waitForSeconds({ video, appended, isBroken }: OpenedVideo): Promise<void> {
  const hasTime = async () => {
    while (!video.paused && secondsAhead(video) < SECONDS_ON_HAND && !isBroken())
      await eventOf(video, 'progress', 'timeupdate', 'pause', 'ended', 'break');
  };
  await Promise.race([hasTime(), appended]);
}
