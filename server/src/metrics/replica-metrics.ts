import type { Database } from '@lakou/platform/database';
import { Counter, Gauge, type Metric } from 'prom-client';

/** Who answers reads, and how far behind the read replica is. Without a replica they have no values. */
export class ReplicaMetrics {
  readonly #database: Database;
  readonly #reads = new Counter({
    name: 'database_reads_total',
    help: 'Reads that the replica could take, by who answered them.',
    labelNames: ['target'],
    registers: [],
  });
  readonly #up = new Gauge({
    name: 'database_replica_up',
    help: 'Whether the read replica answers.',
    registers: [],
  });
  readonly #lag = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How old the oldest write is that the read replica lacks.',
    registers: [],
  });

  readonly metrics: readonly Metric[] = [this.#reads, this.#up, this.#lag];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Called before each scrape. */
  update(): void {
    const { replica } = this.#database.load();
    this.#reads.reset();
    this.#up.remove();
    this.#lag.remove();
    if (!replica) return;
    for (const target of ['primary', 'replica'] as const) this.#reads.inc({ target }, replica.reads[target]);
    this.#up.set(replica.lagSeconds === undefined ? 0 : 1);
    if (replica.lagSeconds !== undefined) this.#lag.set(replica.lagSeconds);
  }
}
