import type { Client } from 'pg';

export interface Measured {
  text: string;
  calls: number;
  /** Per call: pages of tables and indexes that were read, from memory or disk, also by the functions it calls. */
  buffers: number;
  /** False: sent by a function. Its cost is part of the statement that called the function. */
  isSent: boolean;
  /** Seen at the start only, on connections that had to read the catalog first. */
  isCold?: boolean;
}
export type Statements = Map<string, Measured>;

/** Everything that was run in this database since the last reset, by normalised statement. */
export async function readStatements(client: Client): Promise<Statements> {
  const { rows } = await client.query<{
    id: string;
    text: string;
    calls: string;
    buffers: string;
    sent: boolean;
  }>(
    `select s.queryid || ' ' || s.toplevel as id, min(s.query) as text, sum(s.calls) as calls, s.toplevel as sent,
        sum(s.shared_blks_hit + s.shared_blks_read + s.local_blks_hit + s.local_blks_read + s.temp_blks_read + s.temp_blks_written) as buffers
      from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = current_database() and s.query !~ 'pg_stat_' group by s.queryid, s.toplevel`,
  );
  return new Map(
    rows.map(({ id, text, calls, buffers, sent }) => [
      id,
      { text, calls: Number(calls), buffers: Math.round(Number(buffers) / Number(calls)), isSent: sent },
    ]),
  );
}

/** The cheapest of several rounds: what differs between them is caches of PostgreSQL's connections. */
export function leastOf(rounds: Statements[]): Statements {
  const least: Statements = new Map();
  for (const round of rounds)
    for (const [id, measured] of round) {
      const known = least.get(id);
      if (!known || measured.buffers < known.buffers) least.set(id, measured);
    }
  return least;
}

const ALLOWED_GROWTH = 3;
/**
 * A list of two hundred rows may read a page for each, and that of a sitemap a thousand, which the smallest world does not
 * have. And a table that fits into memory is read whole where the large world would use an index.
 */
const FEW_BUFFERS = process.env.LONG ? 250 : 1_200;
const COLD_BUFFERS = 2_000;
/** A batch of background work has a fixed size, which the small world does not fill. */
const BATCH_BUFFERS = 60_000;

/** Reads what tables and functions there are, or a connection's memory of it: no row of ours. */
function readsOnlyCatalog(text: string): boolean {
  const relations = [...text.matchAll(/\b(?:from|join)\s+([\w".]+)/gi)].map(([, name = '']) => name);
  return relations.length > 0 && relations.every((name) => name.startsWith('pg_catalog.'));
}

/** Of auth and the platform, each some hundred rows at a time. */
const PERIODIC = /^with deleted as \(\s*delete from (auth|platform)\./;

export interface Grown extends Measured {
  before: number;
}

/** The statements that read more than allowed in the world that is a hundred times larger, worst first. */
export function findGrown(small: Statements, large: Statements, background: ReadonlySet<string>): Grown[] {
  const allowed = ({ text, before, isCold }: Grown) =>
    Math.max(
      ALLOWED_GROWTH * before,
      background.has(text) || PERIODIC.test(text) ? BATCH_BUFFERS : isCold ? COLD_BUFFERS : FEW_BUFFERS,
    );
  return [...large]
    .map(([id, measured]) => ({ ...measured, before: small.get(id)?.buffers ?? 0 }))
    .filter((grown) => grown.isSent && grown.buffers > allowed(grown) && !readsOnlyCatalog(grown.text))
    .toSorted((a, b) => b.buffers - a.buffers);
}

/** What functions run that grew too: where to look. */
export function findCauses(small: Statements, large: Statements): Grown[] {
  return [...large]
    .map(([id, measured]) => ({ ...measured, before: small.get(id)?.buffers ?? 0 }))
    .filter(
      ({ isSent, buffers, before }) => !isSent && buffers > Math.max(ALLOWED_GROWTH * before, FEW_BUFFERS),
    )
    .toSorted((a, b) => b.buffers - a.buffers);
}

export const describeGrown = ({ before, buffers, calls, text }: Grown): string =>
  `${before} → ${buffers} buffers (${calls} ×): ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
