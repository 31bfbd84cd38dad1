import { eventOf } from './event-of.ts';
import { secondsAhead } from './seconds-ahead.ts';

/** Enough to bridge what follows, also where the line is hardly faster than the film. */
const SECONDS_ON_HAND = 10;

/** Resolves when a film that plays can do without the line for a while. */
export async function untilFilmHasTime(video: HTMLVideoElement): Promise<void> {
  while (!video.paused && !hasTime(video))
    await eventOf(video, 'progress', 'timeupdate', 'pause', 'emptied', 'error');
}

/** After the end of the film nothing follows. */
function hasTime(video: HTMLVideoElement): boolean {
  const ahead = secondsAhead(video);
  return ahead >= SECONDS_ON_HAND || video.currentTime + ahead > video.duration - 1;
}
