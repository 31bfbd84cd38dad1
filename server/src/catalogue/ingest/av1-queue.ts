import type { Film, FilmRung } from '@lakou/media/film';
import type { Database } from '@lakou/platform/database';
import { LEASE_SECONDS } from './job-queue.ts';

/** A finished film that lacks AV1. */
export interface Av1Job {
  job_id: string;
  source_path: string;
  source_version: string;
  stream_id: string;
  encryption_key: Buffer;
  film: Film;
  /** Since the last complete rung, this one included; those that gave way to an upload do not count. */
  attempts: number;
}

/** Finished films whose low rungs are also encoded in AV1, when nothing else is to be done. */
export class Av1Queue {
  readonly #database: Database;
  readonly #worker: string;

  constructor(database: Database, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  async claim(): Promise<Av1Job | undefined> {
    const [job] = await this.#database.query<Av1Job>('select * from private.claim_av1_job($1, $2)', [
      this.#worker,
      LEASE_SECONDS,
    ]);
    return job;
  }

  /** Renews the lease. False: it was lost, or an upload waits and goes first. */
  async hold({ job_id }: Av1Job): Promise<boolean> {
    const values = [job_id, this.#worker, LEASE_SECONDS];
    return this.#queryYes('select private.renew_av1_job_lease($1, $2, $3) as yes', values);
  }

  /** Another rung is complete. */
  async noteRung({ job_id }: Av1Job): Promise<void> {
    await this.#database.query('select private.note_av1_rendition($1, $2)', [job_id, this.#worker]);
  }

  async finish({ job_id }: Av1Job, rungs: FilmRung[]): Promise<boolean> {
    const values = [job_id, this.#worker, JSON.stringify(rungs)];
    return this.#queryYes('select private.finish_av1_job($1, $2, $3) as yes', values);
  }

  /** Gives way to an upload; with seconds, after a failure that can pass. */
  async putBack({ job_id }: Av1Job, retrySeconds: number | null = null): Promise<void> {
    const values = [job_id, this.#worker, retrySeconds];
    await this.#database.query('select private.put_back_av1_job($1, $2, $3)', values);
  }

  async giveUp({ job_id }: Av1Job): Promise<void> {
    await this.#database.query('select private.give_up_av1_job($1, $2)', [job_id, this.#worker]);
  }

  async #queryYes(text: string, values: unknown[]): Promise<boolean> {
    const [answer] = await this.#database.query<{ yes: boolean }>(text, values);
    return answer?.yes ?? false;
  }
}
