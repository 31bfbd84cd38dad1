import type { Database } from './database.ts';

/**
 * Whom a call works for, the most urgent first. Statements of the Data API (`api`), which anybody can send, never keep
 * the others waiting for long: a share of the connections on PostgreSQL, turns by lane on the embedded database.
 */
export const LANES = ['playback', 'auth', 'page', 'service', 'maintenance', 'api'] as const;
export type Lane = (typeof LANES)[number];

/** For calls that name no lane: the server's own work. */
export const DEFAULT_LANE: Lane = 'service';

/** The same database, whose calls go into this lane unless they name another. */
export function inLane(database: Database, lane: Lane): Database {
  return {
    kind: database.kind,
    run: (statements, options) => database.run(statements, { lane, ...options }),
    query: (text, values, options) => database.query(text, values, { lane, ...options }),
    transaction: (work, chosen = lane) => database.transaction(work, chosen),
    listen: (...how) => database.listen(...how),
    load: () => database.load(),
    close: () => database.close(),
  };
}
