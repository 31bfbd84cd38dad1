/** Data use per hour, rounded to be read at a glance. */
export function megabytesPerHour(bitsPerSecond: number): number {
  const exact = (bitsPerSecond * 3600) / 8 / 1_000_000;
  const step = exact < 100 ? 5 : exact < 1000 ? 10 : 50;
  return Math.max(step, Math.round(exact / step) * step);
}
