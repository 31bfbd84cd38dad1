import type { SignLanguage } from '@lakou/contract/media/sign-languages';
import type { FilmSign } from '@lakou/media/film';
import type { Database } from '@lakou/platform/database';
import { LEASE_SECONDS } from './job-queue.ts';

/** A sign video that a stream lacks, or one that was deleted and is still there. */
export interface ClaimedSign {
  /** The film or episode. */
  title_id: string;
  stream_id: string;
  sign_id: string;
  /** Null when it was deleted, and the next two. */
  language: SignLanguage | null;
  source_path: string | null;
  /** Null also when the uploaded file is gone. */
  source_version: string | null;
  /** The deleted file in the stream. */
  file: string | null;
  /** This one included. */
  attempts: number;
}

/** The sign videos that are due, for one worker. It cannot change those that another worker has claimed. */
export class SignQueue {
  readonly #database: Database;
  readonly #worker: string;

  constructor(database: Database, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  async claim(): Promise<ClaimedSign | undefined> {
    const [claimed] = await this.#database.query<ClaimedSign>(
      'select * from private.claim_sign_video($1, $2)',
      [this.#worker, LEASE_SECONDS],
    );
    return claimed;
  }

  /** Renews the lease. False: it was lost, or the video was deleted. */
  hold({ title_id, sign_id }: ClaimedSign): Promise<boolean> {
    const values = [title_id, sign_id, this.#worker, LEASE_SECONDS];
    return this.#queryYes('select private.renew_sign_lease($1, $2, $3, $4) as yes', values);
  }

  /** Null: it is no longer in the stream. */
  finish(claimed: ClaimedSign, made: { entry: FilmSign; duration: number } | null): Promise<boolean> {
    const { title_id, stream_id, sign_id } = claimed;
    const values = [title_id, stream_id, sign_id, this.#worker, made?.entry ?? null, made?.duration ?? null];
    return this.#queryYes('select private.save_stream_sign($1, $2, $3, $4, $5, $6) as yes', values);
  }

  async fail({ title_id, sign_id }: ClaimedSign, key: string): Promise<void> {
    const values = [title_id, sign_id, this.#worker, key];
    await this.#database.query('select private.fail_sign_video($1, $2, $3, $4)', values);
  }

  /** After a failure that can pass; without seconds, what was only interrupted, which is no attempt. */
  async putBack({ title_id }: ClaimedSign, retrySeconds: number | null = null): Promise<void> {
    await this.#database.query(
      `update private.sign_checks set worker = null, lease_until = null,
          attempts = attempts - $3, run_after = now() + make_interval(secs => $4)
        where title_id = $1 and worker = $2`,
      [title_id, this.#worker, retrySeconds === null ? 1 : 0, retrySeconds ?? 0],
    );
  }

  /** Those that are being made, by any worker. */
  async listClaimed(): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `select v.id from private.sign_checks c join public.sign_videos v on v.movie_id = c.title_id or v.episode_id = c.title_id
        where c.worker is not null`,
    );
    return rows.map(({ id }) => id);
  }

  /** For a database with one process at a time: what is still claimed belongs to a dead one. */
  async releaseAll(): Promise<void> {
    await this.#database.query(
      'update private.sign_checks set worker = null, lease_until = null where worker is not null',
    );
  }

  async #queryYes(text: string, values: unknown[]): Promise<boolean> {
    const [answer] = await this.#database.query<{ yes: boolean }>(text, values);
    return answer?.yes ?? false;
  }
}
