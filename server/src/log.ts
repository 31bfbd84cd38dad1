import { loggable } from '@lakou/platform/auth/errors';
import { pino } from 'pino';

/**
 * One JSON object per line. The level is a setting; see main.ts. Of an error, what PostgreSQL quotes from rows stays
 * out: a failing row may hold a hash or an address.
 */
export const log = pino({
  base: null,
  level: 'info',
  serializers: { err: withoutRows, error: withoutRows },
});

function withoutRows(problem: unknown): unknown {
  return problem instanceof Error ? loggable(problem) : problem;
}
