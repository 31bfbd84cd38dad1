/** `over`: the interpreter's video is shorter than the film. */
export type SignState = 'loading' | 'shown' | 'over';

/** Seconds between the two that nobody notices. Above, a correction begins; it ends at the second. */
const TOLERANCE = 0.15;
const SETTLED = 0.04;
/** Beyond this another moment would be shown: the video is hidden, and seeks. */
const WRONG_MOMENT = 1;
/** At most so far ahead of the film does a slow seek aim. */
const MAX_LEAD = 6;
/** How much faster or slower the video runs to come into step. */
const NUDGE = 0.1;
const RETRY_MS = 10_000;

const FILM_EVENTS = 'play playing pause waiting seeked ratechange timeupdate ended emptied';
const SIGN_EVENTS = 'loadedmetadata loadeddata canplay playing waiting seeked stalled';

/** Keeps the interpreter in step with the film, which never waits for it. Returns how to stop. */
export function followVideo(
  sign: HTMLVideoElement,
  src: string,
  film: HTMLVideoElement,
  onState: (state: SignState) => void,
): () => void {
  const ends = new AbortController();
  let isCorrecting = false;
  let seekBegan = 0;
  /** How long the last seek took, in seconds: the next one aims as far ahead. */
  let seekSeconds = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function seekTo(time: number): void {
    seekBegan = performance.now();
    sign.currentTime = Math.min(time, sign.duration);
  }

  function setPlaying(isPlaying: boolean): void {
    if (isPlaying && sign.paused) sign.play().catch(() => {});
    else if (!isPlaying && !sign.paused) sign.pause();
  }

  function setRate(behind: number): void {
    const off = Math.abs(behind);
    isCorrecting = off > TOLERANCE || (isCorrecting && off > SETTLED);
    const rate = film.playbackRate * (isCorrecting ? 1 + Math.sign(behind) * NUDGE : 1);
    if (sign.playbackRate !== rate) sign.playbackRate = rate;
  }

  const align = (): void => onState(alignNow());

  function alignNow(): SignState {
    if (sign.readyState < HTMLMediaElement.HAVE_METADATA) return 'loading';
    if (film.currentTime > sign.duration + TOLERANCE) {
      setPlaying(false);
      return 'over';
    }
    const behind = film.currentTime - sign.currentTime;
    const isMoving =
      !film.paused && !film.ended && !film.seeking && film.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    if (!sign.seeking) {
      if (!isMoving && Math.abs(behind) > TOLERANCE) seekTo(film.currentTime);
      else if (behind > WRONG_MOMENT || behind < -MAX_LEAD - WRONG_MOMENT)
        seekTo(film.currentTime + Math.min(seekSeconds, MAX_LEAD) * film.playbackRate);
    }
    // Ahead, after a slow seek: it waits until the film is there.
    setPlaying(isMoving && behind > -WRONG_MOMENT);
    setRate(behind);
    const hasPicture = sign.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !sign.seeking;
    return hasPicture && Math.abs(behind) <= WRONG_MOMENT ? 'shown' : 'loading';
  }

  const on = (target: HTMLVideoElement, events: string, listener: () => void): void => {
    for (const name of events.split(' ')) target.addEventListener(name, listener, { signal: ends.signal });
  };
  on(sign, 'seeked', () => {
    seekSeconds = (performance.now() - seekBegan) / 1000;
  });
  on(film, FILM_EVENTS, align);
  on(sign, SIGN_EVENTS, align);
  // The viewer's own seek is followed exactly; after it the film itself has to load.
  on(film, 'seeking', () => {
    if (sign.readyState >= HTMLMediaElement.HAVE_METADATA && film.currentTime <= sign.duration)
      seekTo(film.currentTime);
    align();
  });
  on(sign, 'error', () => {
    onState('loading');
    retry = setTimeout(() => sign.load(), RETRY_MS);
  });
  sign.src = src;
  align();
  return () => {
    ends.abort();
    clearTimeout(retry);
    // Ends the download.
    sign.removeAttribute('src');
    sign.load();
  };
}
