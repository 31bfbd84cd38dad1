const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Age {
  unit: 'moments' | 'minutes' | 'hours' | 'days';
  count: number;
}

/** How a person would say it; null for a date that is better given itself. */
export function relativeAge(milliseconds: number): Age | null {
  if (milliseconds < MINUTE) return { unit: 'moments', count: 0 };
  if (milliseconds < HOUR) return { unit: 'minutes', count: Math.floor(milliseconds / MINUTE) };
  if (milliseconds < DAY) return { unit: 'hours', count: Math.floor(milliseconds / HOUR) };
  if (milliseconds < 7 * DAY) return { unit: 'days', count: Math.floor(milliseconds / DAY) };
  return null;
}
