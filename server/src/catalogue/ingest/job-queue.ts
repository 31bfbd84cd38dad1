import { randomUUID } from 'node:crypto';
import type { Database } from '@lakou/platform/database';

/** How long a silent worker keeps its job: several missed heartbeats. */
export const LEASE_SECONDS = 20;

export interface Job {
  job_id: string;
  movie_id: string | null;
  episode_id: string | null;
  source_path: string;
  /** Null when the uploaded file is gone. */
  source_version: string | null;
  source_bytes: number | null;
  stream_id: string;
  encryption_key: Buffer;
  /** This one included. */
  attempts: number;
  /** No worker has started on the stream yet. */
  fresh: boolean;
}

export interface Progress {
  stage: 'checking' | 'first' | 'second';
  percent: number;
  secondsLeft: number | null;
}

/** The jobs in the database, for one worker. It cannot change jobs that another worker has claimed. */
export class JobQueue {
  readonly worker = randomUUID();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(): Promise<Job | undefined> {
    const [job] = await this.#database.query<Job>('select * from private.claim_media_job($1, $2)', [
      this.worker,
      LEASE_SECONDS,
    ]);
    return job;
  }

  /** Renews the lease. False: the job was canceled, or is another worker's now. */
  async hold({ job_id }: Job): Promise<boolean> {
    return this.#queryYes('select private.renew_media_job_lease($1, $2, $3) as yes', [
      job_id,
      this.worker,
      LEASE_SECONDS,
    ]);
  }

  /** The same job with a new, empty stream. */
  async restart(job: Job): Promise<Job> {
    const [fresh] = await this.#database.query<Pick<Job, 'stream_id' | 'encryption_key'>>(
      'select * from private.restart_media_job($1, $2)',
      [job.job_id, this.worker],
    );
    return fresh ? { ...job, ...fresh } : job;
  }

  async progress({ job_id }: Job, { stage, percent, secondsLeft }: Progress): Promise<void> {
    await this.#database.query('select private.update_media_job_progress($1, $2, $3, $4, $5)', [
      job_id,
      this.worker,
      stage,
      Math.min(100, Math.max(0, percent)).toFixed(1),
      secondsLeft === null ? null : Math.max(0, Math.round(secondsLeft)),
    ]);
  }

  watchable({ job_id }: Job, film: object): Promise<boolean> {
    return this.#queryYes('select private.mark_media_job_watchable($1, $2, $3) as yes', [
      job_id,
      this.worker,
      film,
    ]);
  }

  done({ job_id }: Job, film: object): Promise<boolean> {
    return this.#queryYes('select private.finish_media_job($1, $2, $3) as yes', [job_id, this.worker, film]);
  }

  async failed({ job_id }: Job, key: string, detail: string, retrySeconds: number | null): Promise<void> {
    await this.#database.query('select private.fail_media_job($1, $2, $3, $4, $5)', [
      job_id,
      this.worker,
      key,
      detail.slice(0, 2000),
      retrySeconds,
    ]);
  }

  /** Puts back what this worker holds; with `everybody`, what anybody holds. */
  async release(everybody = false): Promise<void> {
    await this.#database.query('select private.release_media_jobs($1)', [everybody ? null : this.worker]);
  }

  async #queryYes(text: string, values: unknown[]): Promise<boolean> {
    const [answer] = await this.#database.query<{ yes: boolean }>(text, values);
    return answer?.yes ?? false;
  }
}
