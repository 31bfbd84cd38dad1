/** How often this viewer's connection broke while a film played, kept in this browser: such a viewer buffers more. */
const KEY = 'lakou-connection-breaks';
const REMEMBERED_MS = 3 * 24 * 3600 * 1000;
export const MOST_BREAKS = 6;
/** A single failed request is not a break. */
const FAILURES_OF_A_BREAK = 2;

/** After so many failed requests in a row. */
export function isBreak(failures: number): boolean {
  return failures >= FAILURES_OF_A_BREAK || !navigator.onLine;
}

/** Times of the latest breaks. */
function read(): number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const now = Date.now();
    return Array.isArray(found)
      ? found.filter((at): at is number => typeof at === 'number' && at <= now && now - at < REMEMBERED_MS)
      : [];
  } catch {
    return [];
  }
}

/** 0 to `MOST_BREAKS`. */
export function countBreaks(): number {
  return Math.min(read().length, MOST_BREAKS);
}

export function noteBreak(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...read(), Date.now()].slice(-MOST_BREAKS)));
  } catch {
    // Storage is blocked or full: the buffer stays as it is.
  }
}
