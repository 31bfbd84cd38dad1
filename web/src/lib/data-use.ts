/** Data use per hour, rounded to be read at a glance. */
export function megabytesPerHour(bitsPerSecond: number): number {
  const exact = (bitsPerSecond * 3600) / 8 / 1_000_000;
  const step = exact < 100 ? 5 : exact < 1000 ? 10 : 50;
  return Math.max(step, Math.round(exact / step) * step);
}

/** As people compare sizes: one digit below ten, none above; something is never nothing. */
export function megabytes(bytes: number): number {
  if (bytes === 0) return 0;
  const exact = bytes / 1_000_000;
  return exact < 10 ? Math.max(0.1, Math.round(exact * 10) / 10) : Math.round(exact);
}
