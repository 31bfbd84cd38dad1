import { createHash } from 'node:crypto';
import type { Database, Identity, RawResult, Statement } from '../../database/database.ts';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { toRows } from '../../database/values.ts';
import { DeletionChecks } from './deletion-checks.ts';
import type { PublishedTable } from './published-tables.ts';
import { quoted } from './quoted.ts';

interface CurrentRowsQuery {
  table: PublishedTable;
  /** What the role can read. */
  columns: string[];
  /** Inserted or updated rows: the change's id, the key, and a hash of those columns after the change. */
  rows: { id: string; key: string; hash: string }[];
}

interface DeletedRowsQuery {
  table: PublishedTable;
  /** The change's id, and the row before it. */
  deleted: { id: string; row: string }[];
}

type VisibilityQuery = CurrentRowsQuery | DeletedRowsQuery;

/** For each change whose row can be read, or could be before it was deleted: the row as it is now if it has changed since, else null. */
export type VisibleRows = Map<string, string | null>;

export interface VisibilityCheck {
  identity: Identity;
  queries: VisibilityQuery[];
}

/** Identities checked in one round trip. */
const identitiesPerTrip = 25;
const parallelTrips = 3;

/**
 * Which rows each identity can read now, in the order of the checks. Selects the rows by their keys with the identity's
 * role and claims, so the policies decide. They apply to the current row; when it has changed since, the current row is
 * what is sent, because the policies were not checked for the earlier one.
 */
export async function checkVisibility(database: Database, checks: VisibilityCheck[]): Promise<VisibleRows[]> {
  const answers: VisibleRows[] = [];
  const starts = Array.from(
    { length: Math.ceil(checks.length / identitiesPerTrip) },
    (_, n) => n * identitiesPerTrip,
  );
  const runTrips = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const batch = await checkTogether(database, checks.slice(start, start + identitiesPerTrip));
      for (const [index, visible] of batch.entries()) answers[start + index] = visible;
    }
  };
  await Promise.all(Array.from({ length: parallelTrips }, runTrips));
  return answers;
}

async function checkTogether(database: Database, checks: VisibilityCheck[]): Promise<VisibleRows[]> {
  const functions = new DeletionChecks();
  const statements = checks.flatMap(({ identity, queries }) => [
    setIdentityStatement(identity),
    ...queries.map((query) => visibilityStatement(identity, query, functions)),
  ]);
  try {
    const results = await functions.run(database, statements);
    return checks.map(({ queries }) => {
      const [, ...own] = results.splice(0, queries.length + 1);
      return new Map(own.flatMap((result, index) => readAnswer(queries[index], result)));
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return checkSeparately(database, checks);
  }
}

/** A table that cannot be read, or whose policy fails, must not affect other tables and identities. */
async function checkSeparately(database: Database, checks: VisibilityCheck[]): Promise<VisibleRows[]> {
  const answers: VisibleRows[] = [];
  for (const { identity, queries } of checks) {
    const visible: VisibleRows = new Map();
    for (const query of queries) {
      try {
        const functions = new DeletionChecks();
        const statement = visibilityStatement(identity, query, functions);
        const [, result] = await functions.run(database, [setIdentityStatement(identity), statement]);
        for (const [id, changed] of result === undefined ? [] : readAnswer(query, result))
          visible.set(id, changed);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
      }
    }
    answers.push(visible);
  }
  return answers;
}

/** In its own statement before the query, because policies are chosen when a statement is planned. */
function setIdentityStatement({ role, claims }: Identity): Statement {
  return {
    text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
    name: 'realtime_become',
    values: [claims === undefined ? '' : JSON.stringify(claims), role],
  };
}

function readAnswer(query: VisibilityQuery | undefined, result: RawResult): [string, string | null][] {
  return toRows<{ ordinal: number; changed: string | null }>(result).flatMap(({ ordinal, changed }) => {
    const rows = query && ('rows' in query ? query.rows : query.deleted);
    const row = rows?.[ordinal - 1];
    return row === undefined ? [] : [[row.id, changed] as [string, string | null]];
  });
}

function visibilityStatement(
  identity: Identity,
  query: VisibilityQuery,
  functions: DeletionChecks,
): Statement {
  return 'rows' in query ? currentRowsStatement(identity, query) : functions.statement(query);
}

function currentRowsStatement({ role }: Identity, { table, columns, rows }: CurrentRowsQuery): Statement {
  const name = quoted(table.schema, table.name);
  const equal = table.key.map((column) => `t.${quoted(column)} = k.${quoted(column)}`).join(' and ');
  const readable = columns.map((column) => `t.${quoted(column)}`).join(', ');
  const input = rows.map(({ key, hash }) => `{"key":${key},"hash":"${hash}"}`).join(',');
  const text = `select input.ordinal::int, case when md5(now.row::text) <> input.row ->> 'hash' then now.row::text end as changed
      from jsonb_array_elements($1::jsonb) with ordinality as input (row, ordinal)
      cross join lateral jsonb_populate_record(null::${name}, input.row -> 'key') as k
      join lateral (
        select to_jsonb(readable) as row from ${name} as t cross join lateral (select ${readable}) as readable
        where ${equal}
      ) as now on true`;
  return { text, name: `realtime_visible ${role} ${hashOf(text)}`, values: [`[${input}]`] };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
