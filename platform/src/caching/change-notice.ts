import type { Dependency } from './dependencies.ts';

/** One committed statement changed a table. */
export interface ChangeNotice {
  table: string;
  /** Of all changed rows, before and after: the values of some columns. Undefined when they are too many. */
  rows: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

export type Message = { kind: 'change'; notice: ChangeNotice } | { kind: 'ping'; id: string };

/** Every role of the database can send on the channel, so nothing about a payload is certain. */
export function parseMessage(payload: string): Message | undefined {
  const message = parseObject(payload);
  if (message === undefined) return undefined;
  if (typeof message.ping === 'string') return { kind: 'ping', id: message.ping };
  if (typeof message.table !== 'string') return undefined;
  return { kind: 'change', notice: { table: message.table, rows: parseRows(message.rows) } };
}

export function touches({ table, rows }: ChangeNotice, dependency: Dependency): boolean {
  if (table !== dependency.table) return false;
  if (rows === undefined || dependency.column === undefined || dependency.value === undefined) return true;
  const values = rows.get(dependency.column);
  return values === undefined || values.has(dependency.value);
}

/** Whatever is not of the expected form counts as all rows. */
function parseRows(rows: unknown): ChangeNotice['rows'] {
  if (!isObject(rows)) return undefined;
  const columns = new Map<string, Set<string>>();
  for (const [column, values] of Object.entries(rows)) {
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return undefined;
    columns.set(column, new Set(values));
  }
  return columns;
}

function parseObject(payload: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
