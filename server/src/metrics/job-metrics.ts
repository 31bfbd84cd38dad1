import type { Database } from '@lakou/platform/database';
import type { Metric } from 'prom-client';
import { gauge } from './gauge.ts';

/** Counting is worth no more than this many rows. */
const COUNTED_AT_MOST = 1_000;

interface Counts {
  due: number;
  failed: number;
  age: number;
}

/** Background work of all processes together. */
export class JobMetrics {
  readonly #database: Database;
  readonly #kinds: readonly string[];
  readonly #due = gauge('jobs_due', 'Background jobs that are due and not begun, counted up to 1000.');
  readonly #failed = gauge('jobs_failed', 'Background jobs that wait for an admin, counted up to 1000.');
  readonly #age = gauge('jobs_oldest_due_age_seconds', 'How long the oldest of the due jobs has been due.');

  readonly metrics: readonly Metric[] = [this.#due, this.#failed, this.#age];

  constructor(database: Database, kinds: readonly string[]) {
    this.#database = database;
    this.#kinds = kinds;
  }

  /** Called before each scrape. When the database does not answer, there is no value rather than an old one. */
  async update(): Promise<void> {
    for (const one of [this.#due, this.#failed, this.#age]) one.remove();
    const counts = await this.#read().catch(() => undefined);
    if (!counts) return;
    this.#due.set(counts.due);
    this.#failed.set(counts.failed);
    this.#age.set(counts.age);
  }

  async #read(): Promise<Counts | undefined> {
    const [row] = await this.#database.query<Counts>(
      `select
         (select count(*)::integer from (
            select from unnest($1::text[]) k (kind)
              cross join lateral (
                select from private.jobs j
                where j.kind = k.kind and j.status <> 'failed' and j.run_after <= now()
                order by j.run_after, j.id limit ${COUNTED_AT_MOST}) each_kind
            limit ${COUNTED_AT_MOST}) due) as due,
         (select count(*)::integer from (
            select from private.jobs j where j.failed_at is not null
            order by j.failed_at, j.id limit ${COUNTED_AT_MOST}) failed) as failed,
         (select coalesce(max(extract(epoch from now() - oldest.run_after)), 0)::double precision
            from unnest($1::text[]) k (kind)
              cross join lateral (
                select j.run_after from private.jobs j
                where j.kind = k.kind and j.status <> 'failed' and j.run_after <= now()
                order by j.run_after, j.id limit 1) oldest) as age`,
      [this.#kinds],
      { timeoutMs: 2_000 },
    );
    return row;
  }
}
