export type Stage = 'first' | 'second';
export interface Progress {
  /** Of the whole work. */
  percent: number;
  /** Unknown in the beginning. */
  secondsLeft: number | null;
  stage: Stage;
}

export interface Part {
  stage: Stage;
  /** How much of the work it is, in any unit. */
  weight: number;
}

/** Turns the progress of parts into that of the whole; time left follows from how this run has gone so far. */
export function followProgress(parts: Part[], tell: ((progress: Progress) => void) | undefined) {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  const begun = performance.now();
  let before = 0;
  let skipped = 0;
  return {
    /** Counts a part that an earlier run has done. */
    skip(part: Part): void {
      before += part.weight;
      skipped += part.weight;
    },
    /** Says that a part has come to this share of itself. */
    at(part: Part, share: number): void {
      const done = before + part.weight * Math.min(1, Math.max(0, share));
      const here = done - skipped;
      const elapsed = (performance.now() - begun) / 1000;
      const known = here / whole > 0.01 && elapsed > 1;
      tell?.({
        percent: Math.min(99.9, Math.round((done / whole) * 1000) / 10),
        secondsLeft: known ? Math.ceil((elapsed * (whole - done)) / here) : null,
        stage: part.stage,
      });
    },
    finish(part: Part): void {
      before += part.weight;
    },
  };
}
