import type { RawResult, Statement } from '../../database/database.ts';
import { toRows, toValue } from '../../database/values.ts';

/** One row of `realtime.changes`. JSON stays text, so that no number loses precision. */
export interface Change {
  id: string;
  transaction: string;
  schema: string;
  name: string;
  operation: 'INSERT' | 'UPDATE' | 'DELETE';
  at: string;
  tooLarge: boolean;
  record: string | null;
  oldKey: string | null;
  /** The primary key as it is now; null for a DELETE. */
  key: string | null;
  /** Of the whole row. */
  hash: string | null;
  /** The row before a DELETE, to check policies with. Never sent. */
  deletedRow: string | null;
}

/** The tables that this process has subscriptions to. */
export interface ListenedTables {
  /** Whole schemas. */
  schemas: string[];
  /** `schema.table`. */
  tables: string[];
}

/** Small values of a row that is too large to be sent; whole otherwise. */
const fitting = (column: string, limit: string): string => `case
  when octet_length(${column}::text) <= ${limit} then ${column}
  else (select jsonb_object_agg(e.key, e.value) from jsonb_each(${column}) e where octet_length(e.value::text) <= 64)
end`;

const readStatement = `
  select c.id::text, c.transaction_id::text as transaction, c.table_schema as schema, c.table_name as name, c.operation,
    to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    coalesce(octet_length(c.record::text) > $6::int, false) as "tooLarge",
    (${fitting('c.record', '$6::int')})::text as record,
    c.old_key::text as "oldKey",
    md5(c.record::text) as hash,
    (${fitting('c.old_record', '$6::int')})::text as "deletedRow",
    (
      select jsonb_object_agg(a.attname, c.record -> a.attname)::text
      from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indisprimary and i.indrelid = to_regclass(format('%I.%I', c.table_schema, c.table_name))
        and c.record is not null
    ) as key
  from realtime.changes c
  where c.transaction_id = any ($1::xid8[])
    and not (c.transaction_id = ($1::xid8[])[1] and c.id <= $2::bigint)
    and (c.table_schema = any ($3::text[]) or c.table_schema || '.' || c.table_name = any ($4::text[]))
  order by array_position($1::xid8[], c.transaction_id), c.id
  limit $5::int`;

/** The changes of these transactions, in their order; of the first one only those after `afterId`. */
export function readChanges(
  transactions: string[],
  afterId: string,
  listenedTables: ListenedTables,
  limits: { rows: number; recordBytes: number },
): Statement {
  return {
    text: readStatement,
    name: 'realtime_changes',
    values: [
      transactions,
      afterId,
      listenedTables.schemas,
      listenedTables.tables,
      limits.rows,
      limits.recordBytes,
    ].map(toValue),
  };
}

export function toChanges(result: RawResult | undefined): Change[] {
  return result === undefined ? [] : toRows<Change>(result);
}

/** A row with some of its columns left out. */
export interface Part {
  id: string;
  record: string | null;
  oldKey: string | null;
  hash: string | null;
}

/** The rows with these columns only. */
export function readParts(ids: string[], columns: string[], recordBytes: number): Statement {
  const part = (json: string): string =>
    `(select coalesce(jsonb_object_agg(e.key, e.value), '{}')::text from jsonb_each(${json}) e where e.key = any ($2::text[]))`;
  return {
    text: `select c.id::text,
        case when c.record is not null then ${part(fitting('c.record', '$3::int'))} end as record,
        case when c.old_key is not null then ${part('c.old_key')} end as "oldKey",
        md5(${part('c.record')}) as hash
      from realtime.changes c where c.id = any ($1::bigint[])`,
    name: 'realtime_parts',
    values: [ids, columns, recordBytes].map(toValue),
  };
}

/** Transactions that have committed since a snapshot, and the snapshot of now. */
export const readMissed = (snapshot: string): Statement => ({
  // A transaction that waited for another one's row has the higher last id, so these are in order.
  text: `select pg_current_snapshot()::text as snapshot, coalesce((
      select json_agg(missed.transaction order by missed.last) from (
        select transaction_id::text as transaction, max(id) as last from realtime.changes
        where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
          and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
        group by transaction_id
      ) missed
    ), '[]') as transactions`,
  name: 'realtime_missed',
  values: [snapshot],
});
