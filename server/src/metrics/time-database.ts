import { type Database, isEmbedded, type RawResult } from '@lakou/platform/database';
import { Histogram } from 'prom-client';

export function createQueryHistogram(): Histogram {
  return new Histogram({
    name: 'database_query_duration_seconds',
    help: 'From sending a statement to its result, waiting for a connection included.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
}

/** The same database, with the duration of each statement observed. */
export function timeDatabase(database: Database, durations: Histogram): Database {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work;
    } finally {
      durations.observe((performance.now() - began) / 1000);
    }
  };
  const same: Database = {
    kind: database.kind,
    run: (statements, options): Promise<RawResult[]> => timed(database.run(statements, options)),
    query: (text, values, options) => timed(database.query(text, values, options)),
    transaction: (work, lane) => database.transaction(work, lane),
    listen: (...how) => database.listen(...how),
    load: () => database.load(),
    close: () => database.close(),
  };
  return isEmbedded(database) ? Object.assign(same, { backup: () => database.backup() }) : same;
}
