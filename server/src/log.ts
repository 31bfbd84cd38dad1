import { loggableError } from '@lakou/platform';
import { pino } from 'pino';
import type { LoggedError } from './error-reports/error-envelope.ts';

const out = pino.destination({ fd: 1, sync: true });
// A log that cannot be written (full disk, closed pipe) must not end the process.
out.on('error', () => {});

const listeners = new Set<(logged: LoggedError) => void>();

/** One JSON object per line. Errors are logged without the rows that PostgreSQL quotes: they can hold personal data. */
export const log = pino(
  {
    base: null,
    level: 'info',
    serializers: { err: withoutRows, error: withoutRows },
    hooks: {
      logMethod(args, method, level) {
        if (level >= pino.levels.values.error! && listeners.size > 0) notify(args);
        method.apply(this, args);
      },
    },
  },
  out,
);

/** Calls for each line at the level error or above; returns how to stop it. */
export function onLoggedError(listener: (logged: LoggedError) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify([first, second]: readonly unknown[]): void {
  const fields = typeof first === 'object' && first !== null ? first : {};
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : 'error';
  for (const listener of listeners) listener({ ...fields, message });
}

function withoutRows(problem: unknown): unknown {
  return problem instanceof Error ? loggableError(problem) : problem;
}
