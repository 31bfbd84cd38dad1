import type { QualityInput } from '@lakou/contract/playback/inputs';

type QualityNumbers = Omit<QualityInput, 'id' | 'zone' | 'codec'>;

/** Jumps of the position beyond this are seeks. In seconds. */
const LONGEST_STEP = 2;

export type QualityMeter = ReturnType<typeof createQualityMeter>;

/** Adds up how a film plays until `take`. `now` in milliseconds. */
export function createQualityMeter(now: () => number) {
  let numbers = emptyNumbers(true);
  let hasPicture = false;
  let stalledSince: number | null = null;
  let isSeeking = false;
  let last: number | null = null;
  const endStall = (): void => {
    if (stalledSince !== null) numbers.stalled_ms += now() - stalledSince;
    stalledSince = null;
  };
  return {
    /** After so many milliseconds. */
    onPicture(ms: number): void {
      if (!hasPicture) numbers.first_picture_ms = ms;
      hasPicture = true;
    },
    onWaiting(): void {
      // Waiting for the first picture or after a seek is no stall.
      if (!hasPicture || isSeeking || stalledSince !== null) return;
      stalledSince = now();
      numbers.stalls += 1;
    },
    onPlaying(): void {
      endStall();
      isSeeking = false;
    },
    onSeeking(): void {
      endStall();
      isSeeking = true;
      last = null;
    },
    onPause: endStall,
    /** `kilobitsPerSecond`: of the rung, if it is known. */
    onTime(position: number, rate: number, kilobitsPerSecond: number | null): void {
      const seconds = last === null ? 0 : (position - last) / rate;
      last = position;
      if (seconds <= 0 || seconds > LONGEST_STEP) return;
      numbers.played_ms += seconds * 1000;
      if (kilobitsPerSecond === null) return;
      numbers.rung_ms += seconds * 1000;
      numbers.kilobits += seconds * kilobitsPerSecond;
    },
    onError(): void {
      numbers.errors += 1;
    },
    /** What has been added up, within what a report can say. Null: nothing new. */
    take(): QualityNumbers | null {
      if (stalledSince !== null) {
        numbers.stalled_ms += now() - stalledSince;
        stalledSince = now();
      }
      const { begins, first_picture_ms, stalls, stalled_ms, played_ms, rung_ms, kilobits, errors } = numbers;
      if (!begins && first_picture_ms === null && stalls + stalled_ms + played_ms + errors === 0) return null;
      numbers = emptyNumbers(false);
      const played = atMost(played_ms, 300_000);
      const known = Math.min(atMost(rung_ms, 300_000), played);
      return {
        begins,
        first_picture_ms: first_picture_ms === null ? null : atMost(first_picture_ms, 120_000),
        stalls: atMost(stalls, 100),
        stalled_ms: atMost(stalled_ms, 300_000),
        played_ms: played,
        rung_ms: known,
        kilobits: atMost(kilobits, known * 100),
        errors: atMost(errors, 100),
      };
    },
  };
}

function emptyNumbers(begins: boolean): QualityNumbers {
  return {
    begins,
    first_picture_ms: null,
    ...{ stalls: 0, stalled_ms: 0, played_ms: 0, rung_ms: 0, kilobits: 0, errors: 0 },
  };
}

function atMost(value: number, most: number): number {
  return Math.min(Math.round(value), most);
}
