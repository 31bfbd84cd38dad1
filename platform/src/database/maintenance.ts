import type { Database } from './database.ts';

// The thresholds of PostgreSQL's autovacuum.
const tablesInNeed = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

const longMs = 300_000;

/**
 * What a PostgreSQL server does in the background and PGlite does not: checkpoints (otherwise the write-ahead log grows
 * until the next stop, and recovery reads all of it), vacuum and analyze. Each statement runs on its own, so other
 * calls wait for one at most.
 */
export class DatabaseMaintenance {
  readonly #database: Database;
  #seen = '';

  constructor(database: Database) {
    this.#database = database;
  }

  async run(): Promise<void> {
    if ((await this.#position()) === this.#seen) return;
    for (const { name } of await this.#database.query<{ name: string }>(tablesInNeed)) {
      await this.#database.run([{ text: `vacuum (analyze) ${name}` }], { timeoutMs: longMs });
    }
    await this.#database.run([{ text: 'checkpoint' }], { timeoutMs: longMs });
    this.#seen = await this.#position();
  }

  /** The position of the write-ahead log. Also flushes pending statistics. */
  async #position(): Promise<string> {
    const [row] = await this.#database.query<{ at: string }>(
      'select pg_current_wal_insert_lsn()::text as at, pg_stat_force_next_flush()',
    );
    return row?.at ?? '';
  }
}
