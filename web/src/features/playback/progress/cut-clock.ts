/** Shorter cuts are part of every connection. Keep equal to private.count_cut(). */
const MIN_CUT_SECONDS = 600;

/** How long a player wanted to play and could not reach the server. Times in milliseconds. */
export function createCutClock() {
  let lost = 0;
  let since: number | undefined;
  let isCut = false;
  const stop = (now: number): void => {
    if (since !== undefined) lost += Math.max(0, now - since);
    since = undefined;
  };
  return {
    /** A report could not be sent. */
    fail(now: number, isPaused: boolean): void {
      isCut = true;
      if (!isPaused) since ??= now;
    },
    pause: stop,
    play(now: number): void {
      if (isCut) since ??= now;
    },
    /** In seconds; 0 where it is not worth to be reported. */
    read(now: number): number {
      const total = lost + (since === undefined ? 0 : Math.max(0, now - since));
      return total / 1000 > MIN_CUT_SECONDS ? Math.round(total / 1000) : 0;
    },
    /** A report was sent. */
    reset(): void {
      lost = 0;
      since = undefined;
      isCut = false;
    },
  };
}
