/** What PostgreSQL's `statement_timeout` can be followed by. */
const UNITS: Record<string, number> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export interface TimeoutRow {
  role: string;
  timeout: string;
}

/** A setting such as `3s` or `500` in milliseconds. Undefined where it sets no limit, which is what 0 says. */
export function readTimeout(setting: string | null): number | undefined {
  const [, number, unit = 'ms'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/.exec(setting ?? '') ?? [];
  const ms = Math.round(Number(number) * (UNITS[unit] ?? Number.NaN));
  return ms > 0 ? ms : undefined;
}

/** By role; a later row replaces an earlier one. */
export function readTimeouts(rows: TimeoutRow[]): Map<string, number> {
  const timeouts = new Map<string, number>();
  for (const { role, timeout } of rows) {
    const ms = readTimeout(timeout);
    if (ms === undefined) timeouts.delete(role);
    else timeouts.set(role, ms);
  }
  return timeouts;
}
