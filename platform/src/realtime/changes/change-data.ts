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

/** For those who may not, or do not want to, see every column. The database cuts, so that no number loses a digit. */
export async function readAllParts(
  database: Database,
  wanted: { table: PublishedTable; changes: Change[]; columns: string[][] }[],
  recordBytes: number,
): Promise<Parts> {
  const parts: Parts = new Map();
  for (const { table, changes, columns } of wanted) {
    const partial = new Map(
      columns.filter((some) => !isWhole(table, some)).map((some) => [partKey(some), some]),
    );
    for (const [key, some] of partial) {
      const statement = readParts(
        changes.map(({ id }) => id),
        some,
        recordBytes,
      );
      const [result] = await database.run([statement], { readOnly: true });
      const rows = result === undefined ? [] : toRows<Part>(result);
      const there = parts.get(key) ?? new Map();
      for (const row of rows) there.set(row.id, row);
      parts.set(key, there);
    }
  }
  return parts;
}

/** The change with these columns; undefined when it is no longer there. */
export function partOf(
  change: Change,
  table: PublishedTable,
  columns: string[],
  parts: Parts,
): Part | undefined {
  return isWhole(table, columns) ? change : parts.get(partKey(columns))?.get(change.id);
}

/** What a client is told of a change, as JSON. */
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

/** The row as it is now, with these columns, and without its large values when it is too large. */
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
