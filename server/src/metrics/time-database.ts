import type { Database, RawResult } from '@lakou/platform/database/database';
import { isEmbedded } from '@lakou/platform/database/embedded';
import type { Histogram } from './exposition.ts';

/** The same database; how long each statement takes is written down, waiting for its turn included. */
export function timeDatabase(database: Database, durations: Histogram): Database {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work;
    } finally {
      durations.add((performance.now() - began) / 1000);
    }
  };
  const same: Database = {
    kind: database.kind,
    run: (statements, options): Promise<RawResult[]> => timed(database.run(statements, options)),
    query: (text, values, options) => timed(database.query(text, values, options)),
    transaction: (work) => database.transaction(work),
    listen: (channel, hear, missed) => database.listen(channel, hear, missed),
    load: () => database.load(),
    close: () => database.close(),
  };
  return isEmbedded(database) ? Object.assign(same, { backup: () => database.backup() }) : same;
}
