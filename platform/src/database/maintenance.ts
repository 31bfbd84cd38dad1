import type { Database } from './database.ts';

// As PostgreSQL's autovacuum decides it.
const tablesInNeed = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

const longMs = 300_000;

/**
 * What a PostgreSQL server does in the background and PGlite does not: bring the log of changes into the files
 * (else it grows until the next stop, and a restart after a crash reads all of it), remove dead rows, and count
 * what the planner wants to know. Each step is a turn of its own, so nobody waits for all of it.
 */
export class Housekeeping {
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

  /** Where the log of changes has come to. Also has what was counted until now told to everybody. */
  async #position(): Promise<string> {
    const [row] = await this.#database.query<{ at: string }>(
      'select pg_current_wal_insert_lsn()::text as at, pg_stat_force_next_flush()',
    );
    return row?.at ?? '';
  }
}
