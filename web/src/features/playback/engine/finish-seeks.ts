import { isBuffered } from '../start/is-buffered.ts';

/** Long enough for a slow phone to decode from the last key frame; each further try waits longer. */
const PATIENCE_MS = [3000, 6000, 12_000];
const STEP_SECONDS = 0.05;

/**
 * WebKitGTK now and then does not finish a seek to a position that it has, mostly the first one over the gap at a film's
 * beginning. Seeking again, a little further, helps.
 */
export function finishSeeks(video: HTMLVideoElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOurs = false;
  function watch(): void {
    clearTimeout(timer);
    if (!isOurs) tries = 0;
    isOurs = false;
    if (video.seeking && tries < PATIENCE_MS.length) timer = setTimeout(seekAgain, PATIENCE_MS[tries]);
  }
  function seekAgain(): void {
    if (!video.seeking) return;
    // What is not there yet is a matter of the network.
    if (!isBuffered(video)) {
      watch();
      return;
    }
    tries += 1;
    isOurs = true;
    video.currentTime += STEP_SECONDS;
  }
  const stop = (): void => clearTimeout(timer);
  video.addEventListener('seeking', watch);
  video.addEventListener('seeked', stop);
  watch();
  return () => {
    stop();
    video.removeEventListener('seeking', watch);
    video.removeEventListener('seeked', stop);
  };
}
