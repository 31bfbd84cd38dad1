/** Counts the seconds that were really watched, without pauses and seeks. */
export function createWatchedSeconds() {
  let last: number | null = null;
  let seconds = 0;
  return {
    onTime(time: number, speed: number): void {
      const step = last === null ? 0 : time - last;
      if (step > 0 && step < 2 * Math.max(1, speed)) seconds += step / Math.max(0.25, speed);
      last = time;
    },
    onSeek(): void {
      last = null;
    },
    /** Returns the count and resets it. */
    take(): number {
      const counted = seconds;
      seconds = 0;
      return Math.round(counted * 10) / 10;
    },
    /** Adds back a count whose report failed. */
    putBack(counted: number): void {
      seconds += counted;
    },
  };
}
