import type { Database } from '@lakou/platform/database';
import type { Job } from './job.ts';

/** A process that is silent for so long loses its job to another. */
const LEASE_SECONDS = 60;
export const LEASE_MS = LEASE_SECONDS * 1000;

export interface ClaimedJob extends Job {
  key: string | null;
  /** How often any process claimed the job. Only the one that claimed it last can end it. */
  claims: number;
}

/** The jobs in the database. What is written about a job that another process has taken over has no effect. */
export class JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes sure that these kinds repeat, so many milliseconds apart. */
  async repeat(kinds: readonly { kind: string; every: number }[]): Promise<void> {
    await this.#database.query('select private.repeat_jobs($1, $2)', [
      kinds.map(({ kind }) => kind),
      kinds.map(({ every }) => `${every} ms`),
    ]);
  }

  async claim(kinds: readonly string[]): Promise<ClaimedJob | undefined> {
    const [job] = await this.#database.query<ClaimedJob>(
      'select id, kind, payload, key, attempts, claims from private.claim_job($1, make_interval(secs => $2))',
      [kinds, LEASE_SECONDS],
    );
    return job;
  }

  /** Until a job of these kinds is due, or another process's lease ends. */
  async msUntilNext(kinds: readonly string[]): Promise<number> {
    const [next] = await this.#database.query<{ seconds: number | null }>(
      'select private.seconds_until_next_job($1) as seconds',
      [kinds],
    );
    return next?.seconds == null ? Number.POSITIVE_INFINITY : next.seconds * 1000;
  }

  /** False: another process has it now. */
  async extendLease({ id, claims }: ClaimedJob): Promise<boolean> {
    const [answer] = await this.#database.query<{ held: boolean }>(
      'select private.extend_job_lease($1, $2, make_interval(secs => $3)) as held',
      [id, claims, LEASE_SECONDS],
    );
    return answer?.held ?? false;
  }

  async finish({ id, claims }: ClaimedJob): Promise<void> {
    await this.#database.query('select private.finish_job($1, $2)', [id, claims]);
  }

  /** To be continued by another process, or after the next start. */
  async release({ id, claims }: ClaimedJob): Promise<void> {
    await this.#database.query('select private.release_job($1, $2)', [id, claims]);
  }

  async fail({ id, claims }: ClaimedJob, error: string, maxAttempts: number): Promise<void> {
    await this.#database.query('select private.fail_job($1, $2, $3, $4)', [id, claims, error, maxAttempts]);
  }
}
