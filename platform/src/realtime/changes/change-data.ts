import type { Database } from '../../database/database.ts';
import { toRows } from '../../database/values.ts';
import { type Change, type Part, readParts } from './outbox.ts';
import type { PublishedTable } from './published-tables.ts';

/** Rows with some of their columns left out: by columns, then by change. */
export type Parts = Map<string, Map<string, Part>>;

const keys = new WeakMap<string[], string>();

export function partKey(columns: string[]): string {
  const known = keys.get(columns);
  if (known !== undefined) return known;
  const key = JSON.stringify(columns);
  keys.set(columns, key);
  return key;
}

/** For subscriptions without some columns. The database removes them, so that no number loses precision. */
export async function readAllParts(
  database: Database,
  listenedTables: { table: PublishedTable; changes: Change[]; columns: string[][] }[],
  recordBytes: number,
): Promise<Parts> {
  const parts: Parts = new Map();
  for (const { table, changes, columns } of listenedTables) {
    const partial = new Map(
      columns.filter((batch) => !isWhole(table, batch)).map((batch) => [partKey(batch), batch]),
    );
    for (const [key, batch] of partial) {
      const statement = readParts(
        changes.map(({ id }) => id),
        batch,
        recordBytes,
      );
      const [result] = await database.run([statement], { readOnly: true });
      const rows = result === undefined ? [] : toRows<Part>(result);
      const entries = parts.get(key) ?? new Map();
      for (const row of rows) entries.set(row.id, row);
      parts.set(key, entries);
    }
  }
  return parts;
}

/** The change with these columns; undefined when it no longer exists. */
export function partOf(
  change: Change,
  table: PublishedTable,
  columns: string[],
  parts: Parts,
): Part | undefined {
  return isWhole(table, columns) ? change : parts.get(partKey(columns))?.get(change.id);
}

/** A change as the client receives it, as JSON. */
export function changeData(
  change: Change,
  table: PublishedTable,
  columns: string[],
  { record, oldKey }: Pick<Part, 'record' | 'oldKey'>,
): string {
  const whole = isWhole(table, columns);
  const shown = table.columns
    .filter(({ name }) => whole || columns.includes(name))
    .map(({ name, type }) => ({ name, type }));
  const fields = [
    `"schema":${JSON.stringify(change.schema)}`,
    `"table":${JSON.stringify(change.name)}`,
    `"commit_timestamp":${JSON.stringify(change.at)}`,
    `"type":"${change.operation}"`,
    `"columns":${JSON.stringify(shown)}`,
    ...(change.operation === 'DELETE' ? [] : [`"record":${record ?? '{}'}`]),
    ...(change.operation === 'INSERT' ? [] : [`"old_record":${oldKey ?? '{}'}`]),
    `"errors":${change.tooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ];
  return `{${fields.join(',')}}`;
}

/** The current row with these columns, without its large values when it is too large. */
export function fittingRow(
  row: string,
  columns: string[],
  recordBytes: number,
): { record: string; tooLarge: boolean } {
  const tooLarge = Buffer.byteLength(row) > recordBytes;
  const fields = Object.entries(JSON.parse(row) as Record<string, unknown>).filter(
    ([name, value]) =>
      columns.includes(name) && (!tooLarge || Buffer.byteLength(JSON.stringify(value)) <= 64),
  );
  return { record: JSON.stringify(Object.fromEntries(fields)), tooLarge };
}

function isWhole(table: PublishedTable, columns: string[]): boolean {
  return columns.length === table.columns.length;
}
