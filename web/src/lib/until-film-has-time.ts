import { eventOf } from './event-of.ts';

/** Enough to bridge what follows, also where the line is hardly faster than the film. */
const SECONDS_ON_HAND = 10;

/** Resolves when a film that plays can do without the line for a while. */
export async function untilFilmHasTime(video: HTMLVideoElement): Promise<void> {
  while (!video.paused && secondsAhead(video) < SECONDS_ON_HAND)
    await eventOf(video, 'progress', 'timeupdate', 'pause', 'emptied', 'error');
}

/** After the end of the film nothing follows. */
function secondsAhead({ buffered, currentTime, duration }: HTMLVideoElement): number {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return end > duration - 1 ? SECONDS_ON_HAND : end - currentTime;
}
