import type { Media } from '../parse/parse-accept.ts';
import { SCALAR } from '../plan/plan-call.ts';
import { quoteLiteral } from './parameters.ts';

/** Many rows, the single row of a function, or scalar values. */
export type Shape = 'rows' | 'one-row' | 'value' | 'values';

/** The expression that turns all rows, under the alias `answer`, into the body. */
export function bodySql(media: Media, shape: Shape, names: string[]): string {
  // `answer.*`, because a bare `answer` would mean a column of that name, if there is one.
  const item = shape === 'value' || shape === 'values' ? `answer.${SCALAR}` : 'answer.*';
  if (media.kind === 'csv') {
    const header = quoteLiteral(`${names.map(csvName).join(',')}\n`);
    return `${header} || coalesce(string_agg(substring((answer.*)::text, 2, length((answer.*)::text) - 2), E'\\n'), '')`;
  }
  if (media.kind === 'geojson') {
    const features = `coalesce(json_agg(${media.toFeature}(answer.*)::json), '[]')`;
    return `json_build_object('type', 'FeatureCollection', 'features', ${features})`;
  }
  const array = media.stripNulls ? `json_strip_nulls(json_agg(${item}))` : `json_agg(${item})`;
  const single = media.kind === 'object' || shape === 'one-row' || shape === 'value';
  return single ? `coalesce(${array}->0, 'null')` : `coalesce(${array}, '[]')`;
}

function csvName(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

export type Guard = 'single' | 'affected' | 'key' | 'rows';

/**
 * Fails the whole statement when it does not have the required number of rows. The cast always fails, and its error
 * carries the number; a plain statement has no other way to raise an error.
 */
export function guardSql(guard: Guard, test: string, count: string): string {
  return `CASE WHEN ${test} THEN ('rest-guard:${guard}:' || ${count})::int4 END`;
}

export function readGuard(message: string): { guard: Guard; count: string } | undefined {
  const match = /"rest-guard:(single|affected|key|rows):(\d+)"/.exec(message);
  return match ? { guard: match[1] as Guard, count: match[2] ?? '0' } : undefined;
}

/** How long the statement took in the database, waiting for a connection not counted. Must be the last column. */
export const SPENT_MS = 'spent_ms';
export const SPENT_MS_SQL = `(extract(epoch from clock_timestamp() - now()) * 1000)::int8 AS ${SPENT_MS}`;

/** Status and headers that a function or trigger has set. */
export const RESPONSE_SETTINGS = `nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')`;
