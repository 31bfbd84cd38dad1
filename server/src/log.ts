import { loggable } from '@lakou/platform/auth/errors';
import { pino } from 'pino';

const out = pino.destination({ fd: 1, sync: true });
// A log that cannot be written, because its disk is full or its reader is gone, must not end the house.
out.on('error', () => {});

/**
 * One JSON object per line. The level is a setting; see main.ts. Of an error, what PostgreSQL quotes from rows stays
 * out: a failing row may hold a hash or an address.
 */
export const log = pino(
  { base: null, level: 'info', serializers: { err: withoutRows, error: withoutRows } },
  out,
);

function withoutRows(problem: unknown): unknown {
  return problem instanceof Error ? loggable(problem) : problem;
}
