import { Histogram } from 'prom-client';
import type { ObserveStatements } from '../statements/observe-database.ts';

/** Observes how long statements take. */
export class QueryDurations {
  readonly histogram = new Histogram({
    name: 'database_query_duration_seconds',
    help: 'From sending a statement to its result, waiting for a connection included.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });

  readonly observe: ObserveStatements =
    () =>
    ({ ms }) =>
      this.histogram.observe(ms / 1000);
}
