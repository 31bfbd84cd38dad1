import type { Database, RawResult, Statement } from './database.ts';
import { SharedQuestion } from './shared-question.ts';

/** A place in PostgreSQL's write-ahead log, in bytes from its beginning: the larger, the later. */
export type WalPosition = number;

/**
 * Behind everything that has been acknowledged. A commit that does not wait for the disk is acknowledged before it is
 * flushed, so then the place where the next record goes has to do, which a replica reaches later.
 */
const written: Statement = {
  name: 'wal written',
  text: `select pg_catalog.pg_wal_lsn_diff(
    case pg_catalog.current_setting('synchronous_commit')
      when 'off' then pg_catalog.pg_current_wal_insert_lsn() else pg_catalog.pg_current_wal_flush_lsn() end, '0/0')`,
};

/** How far a replica is; without a row it is none, or no longer. */
export const replayed: Statement = {
  name: 'wal replayed',
  text: `select pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_last_wal_replay_lsn(), '0/0')
    where pg_catalog.pg_is_in_recovery() and pg_catalog.pg_last_wal_replay_lsn() is not null`,
};

export function positionIn(result: RawResult | undefined): WalPosition | undefined {
  const [position] = result?.rows[0] ?? [];
  return position ? Number(position.toString('utf8')) : undefined;
}

/** What the primary has acknowledged so far. */
export function askWritten(primary: Database, timeoutMs: number): SharedQuestion<WalPosition> {
  return new SharedQuestion(async () => {
    const [result] = await primary.run([written], { timeoutMs });
    const position = positionIn(result);
    if (position === undefined) throw new Error('the primary does not say how much it has written');
    return position;
  });
}
