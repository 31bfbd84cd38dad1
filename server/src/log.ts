import { loggableError } from '@lakou/platform';
import { pino } from 'pino';

const out = pino.destination({ fd: 1, sync: true });
// A log that cannot be written (full disk, closed pipe) must not end the process.
out.on('error', () => {});

/** One JSON object per line. Errors are logged without the rows that PostgreSQL quotes: they can hold personal data. */
export const log = pino(
  { base: null, level: 'info', serializers: { err: withoutRows, error: withoutRows } },
  out,
);

function withoutRows(problem: unknown): unknown {
  return problem instanceof Error ? loggableError(problem) : problem;
}
