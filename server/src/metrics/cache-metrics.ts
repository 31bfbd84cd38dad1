import type { ChangeNotices } from '@lakou/platform/caching';
import { Counter, Gauge, type Metric } from 'prom-client';

const labelNames = ['cache'];

/** What is kept until the database changes: answers of the Data API, pages. */
export class CacheMetrics {
  readonly #changes: Pick<ChangeNotices, 'stats'>;
  readonly #entries = new Gauge({ name: 'cache_entries', help: 'Kept results.', labelNames, registers: [] });
  readonly #bytes = new Gauge({ name: 'cache_bytes', help: 'Their memory.', labelNames, registers: [] });
  readonly #hits = new Counter({
    name: 'cache_hits_total',
    help: 'Requests answered with a kept result.',
    labelNames,
    registers: [],
  });
  readonly #misses = new Counter({
    name: 'cache_misses_total',
    help: 'Results that were made.',
    labelNames,
    registers: [],
  });
  readonly metrics: readonly Metric[] = [this.#entries, this.#bytes, this.#hits, this.#misses];

  constructor(changes: Pick<ChangeNotices, 'stats'>) {
    this.#changes = changes;
  }

  /** Called before each scrape. */
  update(): void {
    this.#hits.reset();
    this.#misses.reset();
    for (const { name: cache, entries, bytes, hits, misses } of this.#changes.stats()) {
      this.#entries.set({ cache }, entries);
      this.#bytes.set({ cache }, bytes);
      this.#hits.inc({ cache }, hits);
      this.#misses.inc({ cache }, misses);
    }
  }
}
