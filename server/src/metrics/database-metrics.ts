import type { Database } from '@lakou/platform/database';
import { Gauge, type Metric } from 'prom-client';

/** Without `done`: all films there are would have to be counted. */
const MEDIA_STATUSES = ['queued', 'running', 'failed', 'canceled'];

interface Counts {
  jobs: Record<string, number>;
}

/** The database's load, and what only it knows about all processes together. */
export class DatabaseMetrics {
  readonly #database: Database;
  readonly #running = new Gauge({
    name: 'database_running',
    help: 'Connections (or the one engine) at work.',
    registers: [],
  });
  readonly #waiting = new Gauge({
    name: 'database_waiting',
    help: 'Statements that wait for a connection.',
    registers: [],
  });
  readonly #up = new Gauge({ name: 'database_up', help: 'Whether the database answers.', registers: [] });
  readonly #jobs = new Gauge({
    name: 'media_jobs',
    help: 'Uploaded films on their way to a stream, by status.',
    labelNames: ['status'],
    registers: [],
  });

  readonly metrics: readonly Metric[] = [this.#running, this.#waiting, this.#up, this.#jobs];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Called before each scrape. When the database does not answer, its counts have no value rather than an old one. */
  async update(): Promise<void> {
    const { running, waiting } = this.#database.load();
    this.#running.set(running);
    this.#waiting.set(waiting);
    const counts = await readCounts(this.#database).catch(() => undefined);
    this.#up.set(counts ? 1 : 0);
    this.#jobs.reset();
    if (!counts) return;
    for (const status of MEDIA_STATUSES) this.#jobs.set({ status }, counts.jobs[status] ?? 0);
  }
}

async function readCounts(database: Database): Promise<Counts | undefined> {
  const [row] = await database.query<Counts>(
    `select
       (select coalesce(jsonb_object_agg(status, number), '{}')
          from (select status, count(*) as number from public.media_jobs where status <> 'done' group by status) by_status) as jobs`,
    [],
    { timeoutMs: 2_000 },
  );
  return row;
}
