import type { ClientBase } from 'pg';

/** What lies between this process and PostgreSQL. */
export interface ConnectionKind {
  /** A pooler, such as PgBouncer, which may give each transaction another connection. */
  isPooled: boolean;
  /** Whether a statement that was prepared once is there again in the next transaction. */
  keepsPrepared: boolean;
}

export async function inspectConnection(client: ClientBase): Promise<ConnectionKind> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pooler announces itself with a number of its own.
  const { processID } = client as ClientBase & { processID: number | null };
  if (rows[0]?.pid === processID) return { isPooled: false, keepsPrepared: true };
  return { isPooled: true, keepsPrepared: await poolerPrepares(client) };
}

/** From 1.21 on PgBouncer prepares the statements of its clients itself, under names of its own. */
async function poolerPrepares(client: ClientBase): Promise<boolean> {
  const text = `select name from pg_prepared_statements where statement like '%lakou prepared check%'`;
  try {
    const { rows } = await client.query<{ name: string }>({ name: 'lakou prepared check', text });
    return rows.some(({ name }) => name.startsWith('PGBOUNCER_'));
  } catch (error) {
    // Another client has prepared it on the connection that both were given.
    const duplicateStatement = '42P05';
    if ((error as { code?: string }).code === duplicateStatement) return false;
    throw error;
  }
}
