import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What a page's loaders have read, for the browser: React Query's own format repeats a dozen empty fields per query. */
export type SentQuery = [key: QueryKey, data: unknown];

export function sentQueries(client: QueryClient): SentQuery[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, packed(state.data)]);
}

/** `sentAt`: when the page left the server, which keeps a page only as long as nothing on it changes. */
export function receiveQueries(client: QueryClient, queries: readonly SentQuery[], sentAt: number): void {
  for (const [key, data] of queries) client.setQueryData(key, unpacked(data), { updatedAt: sentAt });
}

type Row = Record<string, unknown>;

/** Rows of a table as their columns' names, once, and the values. */
interface PackedRows {
  '#columns': string[];
  /** What is the same in all rows. */
  same?: Row;
  /** Columns that have in all rows what another one has. */
  like?: Record<string, string>;
  rows: unknown[][];
}

function packed(value: unknown): unknown {
  if (Array.isArray(value)) return isTable(value) ? packedRows(value) : value.map(packed);
  return isRow(value) ? mapValues(value, packed) : value;
}

function packedRows(rows: readonly Row[]): PackedRows {
  const [first = {}] = rows;
  const isSame = (column: string) =>
    !isObject(first[column]) && rows.every((row) => row[column] === first[column]);
  const same = Object.entries(first).filter(([column]) => isSame(column));
  const different = Object.keys(first).filter((column) => !isSame(column));
  const like = different.flatMap((column, at) => {
    const other = different.slice(0, at).find((name) => rows.every((row) => row[name] === row[column]));
    return other ? [[column, other] as const] : [];
  });
  const columns = different.filter((column) => !like.some(([name]) => name === column));
  return {
    '#columns': columns,
    ...(same.length > 0 && { same: Object.fromEntries(same) }),
    ...(like.length > 0 && { like: Object.fromEntries(like) }),
    rows: rows.map((row, at) => columns.map((column) => repeated(rows, at, column) ?? packed(row[column]))),
  };
}

/** A longer text that an earlier row has in this column, such as its author, is that row's number. */
function repeated(rows: readonly Row[], at: number, column: string): { '#row': number } | undefined {
  const text = rows[at]?.[column];
  if (typeof text !== 'string' || text.length < LONG) return undefined;
  const earlier = rows.findIndex((row) => row[column] === text);
  return earlier < at ? { '#row': earlier } : undefined;
}

const LONG = 12;

/** Two rows or more, all with the same columns in the same order. */
function isTable(values: readonly unknown[]): values is Row[] {
  if (values.length < 2 || !values.every(isRow)) return false;
  const columns = Object.keys(values[0]!).join('\n');
  return values.every((row) => Object.keys(row).join('\n') === columns);
}

function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpacked);
  if (!isRow(value)) return value;
  if (!isPacked(value)) return mapValues(value, unpacked);
  return value.rows.map((row) => {
    const own = value['#columns'].map((column, at) => [column, unpackedCell(value, row, at)] as const);
    const unpackedRow: Row = { ...value.same, ...Object.fromEntries(own) };
    for (const [column, other] of Object.entries(value.like ?? {})) unpackedRow[column] = unpackedRow[other];
    return unpackedRow;
  });
}

function unpackedCell({ rows }: PackedRows, row: readonly unknown[], at: number): unknown {
  const cell = row[at];
  return isRow(cell) && typeof cell['#row'] === 'number' ? rows[cell['#row']]?.[at] : unpacked(cell);
}

function isPacked(value: Row | PackedRows): value is PackedRows {
  return '#columns' in value;
}

function isRow(value: unknown): value is Row {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function mapValues(row: Row, change: (value: unknown) => unknown): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]));
}
