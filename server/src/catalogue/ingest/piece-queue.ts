import type { Piece } from '@lakou/media/plan-pieces';
import type { Database } from '@lakou/platform/database';
import { LEASE_SECONDS } from './job-queue.ts';

/** A piece that this worker has claimed. */
export interface ClaimedPiece {
  job_id: string;
  stage: Piece['stage'];
  number: number;
  piece: Piece;
  source_path: string;
  source_version: string;
  stream_id: string;
}

type PieceKey = Pick<ClaimedPiece, 'job_id' | 'stage' | 'number'>;
const THIS_PIECE = 'job_id = $1 and stage = $2 and number = $3';
const keyOf = ({ job_id, stage, number }: PieceKey): unknown[] => [job_id, stage, number];

/** The pieces of films in the database, for one worker. It cannot change those that another worker has claimed. */
export class PieceQueue {
  readonly #database: Database;
  readonly #worker: string;

  constructor(database: Database, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  /** Stores the pieces of a job, or returns those of an earlier attempt if they are of the same length. */
  async offer(job_id: string, pieces: Piece[]): Promise<Piece[]> {
    const stored = await this.#database.query<{ piece: Piece }>(
      'select piece from private.media_pieces where job_id = $1 order by stage, number',
      [job_id],
    );
    const before = stored.map(({ piece }) => piece);
    const outline = (of: Piece[]): string => JSON.stringify(of.map(({ start, end }) => [start, end]));
    if (outline(before) === outline(pieces)) return before;
    await this.#database.query('delete from private.media_pieces where job_id = $1', [job_id]);
    await this.#database.query(
      `insert into private.media_pieces (job_id, stage, number, piece)
        select $1, e ->> 'stage', (e ->> 'number')::integer, e from jsonb_array_elements($2::jsonb) e`,
      [job_id, JSON.stringify(pieces)],
    );
    await this.#database.query(`select pg_notify('media', '')`);
    return pieces;
  }

  /** Whether pieces are worth their join: another worker can take some, or an earlier attempt has left some. */
  async isShared(job_id: string): Promise<boolean> {
    const [row] = await this.#database.query<{ shared: boolean }>(
      `select exists (select from private.media_pieces p where p.job_id = $1)
        or exists (select from private.media_workers w
          where w.id <> $2 and w.state = 'ready' and w.seen_at > now() - interval '3 minutes') as shared`,
      [job_id, this.#worker],
    );
    return row?.shared === true;
  }

  /** The next piece of any film; with a stage, of this film, also those that failed elsewhere. */
  async claim(of?: { job_id: string; stage: Piece['stage'] }): Promise<ClaimedPiece | undefined> {
    const [claimed] = await this.#database.query<ClaimedPiece>(
      'select * from private.claim_media_piece($1, $2, $3, $4)',
      [this.#worker, LEASE_SECONDS, of?.job_id ?? null, of?.stage ?? null],
    );
    return claimed;
  }

  /** Renews the lease. False: it was lost, or the job has ended. */
  hold(piece: PieceKey): Promise<boolean> {
    return this.#change(
      piece,
      `lease_until = now() + make_interval(secs => ${LEASE_SECONDS})`,
      `and exists (select from public.media_jobs j where j.id = job_id and j.status = 'running')`,
    );
  }

  finish(piece: PieceKey): Promise<boolean> {
    return this.#change(piece, 'is_done = true, worker = null, lease_until = null');
  }

  /** Leaves the piece to others. What was only interrupted is no attempt. */
  async putBack(piece: PieceKey, why: 'interrupted' | 'failed'): Promise<void> {
    const attempts = why === 'interrupted' ? ', attempts = attempts - 1' : '';
    await this.#change(piece, `worker = null, lease_until = null${attempts}`);
  }

  /** For a piece whose file is missing. */
  async reset(piece: PieceKey): Promise<void> {
    await this.#database.query(
      `update private.media_pieces set is_done = false where ${THIS_PIECE}`,
      keyOf(piece),
    );
  }

  /** The numbers of the pieces that are stored. */
  async listDone(job_id: string, stage: Piece['stage']): Promise<number[]> {
    const rows = await this.#database.query<{ number: number }>(
      'select number from private.media_pieces where job_id = $1 and stage = $2 and is_done',
      [job_id, stage],
    );
    return rows.map(({ number }) => number);
  }

  /** For a database with one process at a time: pieces that are still claimed belong to a dead one. */
  async releaseAll(): Promise<void> {
    await this.#database.query(
      'update private.media_pieces set worker = null, lease_until = null where worker is not null',
    );
  }

  /** Removes the pieces of jobs that have ended, and returns the jobs, whose files can go. */
  async removeEnded(): Promise<string[]> {
    const rows = await this.#database.query<{ job_id: string }>(
      `delete from private.media_pieces p using public.media_jobs j
        where j.id = p.job_id and j.status not in ('queued', 'running') returning p.job_id`,
    );
    return [...new Set(rows.map(({ job_id }) => job_id))];
  }

  async #change(piece: PieceKey, changes: string, condition = ''): Promise<boolean> {
    const rows = await this.#database.query(
      `update private.media_pieces set ${changes} where ${THIS_PIECE} and worker = $4 ${condition} returning 1`,
      [...keyOf(piece), this.#worker],
    );
    return rows.length > 0;
  }
}
