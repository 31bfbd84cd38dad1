/** What a device remembers of a licence, in milliseconds since 1970. */
export interface LicenceTimes {
  endsAt: number;
  /** The latest time that this device has seen, on its own clock or on the server's. Never goes back. */
  lastSeen: number;
}

/** Clocks are corrected by some minutes now and then; nobody gains anything by that. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * `clock_back`: the clock shows a time that has already been. Until it is right again, or the server was asked, nobody
 * knows whether the licence has ended.
 */
export type Judgement = 'valid' | 'ended' | 'clock_back';

export function judgeLicence({ endsAt, lastSeen }: LicenceTimes, now: number): Judgement {
  if (Math.max(now, lastSeen) >= endsAt) return 'ended';
  return now < lastSeen - CLOCK_TOLERANCE_MS ? 'clock_back' : 'valid';
}

/**
 * The time that has passed as far as this device can know: its clock, and at least what has been watched since, in case
 * the clock is stopped or set back meanwhile.
 */
export function seenAfter(lastSeen: number, now: number, passedMs: number): number {
  return Math.max(lastSeen + Math.max(0, passedMs), now);
}
