export type Stage = 'first' | 'second';
export interface Progress {
  /** Of both passes together. */
  percent: number;
  /** Null until it can be estimated. */
  secondsLeft: number | null;
  stage: Stage;
}

export interface Part {
  stage: Stage;
  /** Share of the work relative to the other parts, in any unit. */
  weight: number;
}

/** Combines the progress of the parts; the time left is extrapolated from this run so far. */
export function trackProgress(parts: Part[], onProgress: ((progress: Progress) => void) | undefined) {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const startedAt = performance.now();
  let completed = 0;
  let skipped = 0;
  return {
    /** Counts a part that an earlier run has completed. */
    skip(part: Part): void {
      completed += part.weight;
      skipped += part.weight;
    },
    /** Reports that a share (0 to 1) of a part is done. */
    report(part: Part, share: number): void {
      const done = completed + part.weight * Math.min(1, Math.max(0, share));
      const doneNow = done - skipped;
      const elapsed = (performance.now() - startedAt) / 1000;
      const canEstimate = doneNow / total > 0.01 && elapsed > 1;
      onProgress?.({
        percent: Math.min(99.9, Math.round((done / total) * 1000) / 10),
        secondsLeft: canEstimate ? Math.ceil((elapsed * (total - done)) / doneNow) : null,
        stage: part.stage,
      });
    },
    finish(part: Part): void {
      completed += part.weight;
    },
  };
}
