import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** How long a process keeps an upload that it no longer renews: so long others wait after it was killed. */
const LEASE_SECONDS = 10;
/** What a process allows itself less than the database does. */
const MARGIN_SECONDS = 2;

/** Which process works on an upload, in the database that all share. */
export class UploadLeases {
  readonly #database: Database;
  readonly #process = randomUUID();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Until when this process has it; undefined when another one has it, which is told that it is wanted. */
  async take(id: string): Promise<number | undefined> {
    const until = deadline();
    const [row] = await this.#database.query<{ exists: boolean; taken: boolean }>(
      `with taken as (
          update platform.uploads set process = $2, held_until = now() + make_interval(secs => $3), is_wanted = false
            where id = $1 and (held_until is null or held_until < now()) returning id),
        wanted as (
          update platform.uploads set is_wanted = true where id = $1 and held_until >= now())
        select exists (select from platform.uploads where id = $1), exists (select from taken) as taken`,
      [id, this.#process, LEASE_SECONDS],
    );
    if (row?.taken) return until;
    return row?.exists ? undefined : Number.POSITIVE_INFINITY;
  }

  /** Those that this process still has, until when, and whether another one wants it. */
  async renew(ids: readonly string[]): Promise<Map<string, { until: number; isWanted: boolean }>> {
    const until = deadline();
    const rows = await this.#database.query<{ id: string; is_wanted: boolean }>(
      `update platform.uploads set held_until = now() + make_interval(secs => $3)
        where process = $2 and id = any ($1::uuid[]) returning id, is_wanted`,
      [ids, this.#process, LEASE_SECONDS],
    );
    return new Map(rows.map((row) => [row.id, { until, isWanted: row.is_wanted }]));
  }

  async release(id: string): Promise<void> {
    await this.#database.query(
      `update platform.uploads set process = null, held_until = null, is_wanted = false where id = $1 and process = $2`,
      [id, this.#process],
    );
  }
}

function deadline(): number {
  return performance.now() + (LEASE_SECONDS - MARGIN_SECONDS) * 1000;
}
