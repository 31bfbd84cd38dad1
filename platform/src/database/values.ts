import { getTypeParser } from 'pg-types';
import type { RawResult, Value } from './database.ts';

/*
 * How PostgreSQL's values look in JavaScript, on both drivers:
 *   int8                    number where it is exact, else string
 *   numeric                 string: no digit is lost
 *   timestamp, timestamptz  ISO 8601 string with all its microseconds; timestamptz in UTC (`+00:00`)
 *   date, time, interval    string as PostgreSQL writes it
 *   json, jsonb             parsed
 *   bytea                   Buffer
 * and everything else as the package pg-types has it.
 */
const textArray = 1009;
const parsers = new Map<number, (text: string) => unknown>([
  [20, exactNumber],
  [1114, isoTimestamp],
  [1184, isoTimestamp],
  [1186, String],
  [1016, arrayOf(exactNumber)],
  [1115, arrayOf(isoTimestamp)],
  [1185, arrayOf(isoTimestamp)],
  [1187, arrayOf(String)],
]);

/** A JavaScript value in PostgreSQL's text form. Arrays become PostgreSQL arrays, other objects JSON. */
export function toValue(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw new TypeError(`a ${typeof value} cannot be bound to a statement`);
}

export function toRows<Row extends object>(result: RawResult): Row[] {
  const columns = result.fields.map(({ name, type }) => ({ name, parse: parserOf(type) }));
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index] ?? null;
      row[name] = value === null ? null : parse(value.toString('utf8'));
    }
    return row as Row;
  });
}

function parserOf(type: number): (text: string) => unknown {
  return parsers.get(type) ?? getTypeParser(type);
}

function exactNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    return typeof value === 'string' ? parse(value) : value;
  };
  return (text) => each(getTypeParser(textArray)(text));
}

function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value);
    const element = toValue(value);
    if (element === null) return 'NULL';
    const text = Buffer.isBuffer(element) ? `\\x${element.toString('hex')}` : element;
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${elements.join(',')}}`;
}
