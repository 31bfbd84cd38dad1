const KEY = 'lakou-clock-offset';

/** How far the server's clock is ahead of this device's, as the last contact showed. */
export function readClockOffset(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

export function saveClockOffset(ms: number): void {
  try {
    localStorage.setItem(KEY, String(Math.round(ms)));
  } catch {
    // Without storage no progress waits to be sent.
  }
}
