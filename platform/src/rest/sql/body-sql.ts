import type { JsonPayload } from '../parse/parse-body.ts';
import { type Parameters, quoteLiteral, quoteName } from './parameters.ts';

export interface BodyColumn {
  name: string;
  /** SQL of the type, from the catalogue. */
  type: string;
  /** SQL of the default, from the catalogue. */
  default: string | null;
}

/**
 * A FROM item that converts the JSON body to typed rows. With `defaults`, missing keys get their column's default
 * instead of null.
 */
export function bodyRows(
  payload: JsonPayload,
  columns: BodyColumn[],
  parameters: Parameters,
  options: { alias: string; defaults: boolean; oneRow?: boolean },
): string {
  const family = options.defaults ? 'jsonb' : 'json';
  const document = `${parameters.bind(payload.text)}::${family}`;
  const limit = options.oneRow ? ' LIMIT 1' : '';
  if (columns.length === 0) {
    const each = payload.isArray ? `${family}_array_elements(${document}) AS x` : '(VALUES (1)) AS x';
    // The document is referenced even without columns, so that its parameter has a type.
    const read = payload.isArray ? '' : ` WHERE ${document} IS NOT NULL`;
    return `(SELECT FROM ${each}${read}${limit}) AS ${options.alias}`;
  }
  const filled = options.defaults ? withDefaults(document, payload.isArray, columns) : document;
  const reader = payload.isArray ? `${family}_to_recordset` : `${family}_to_record`;
  const typed = columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(', ');
  return `(SELECT * FROM ${reader}(${filled}) AS x(${typed})${limit}) AS ${options.alias}`;
}

function withDefaults(document: string, isArray: boolean, columns: BodyColumn[]): string {
  const pairs = columns
    .filter((column) => column.default !== null)
    .map((column) => `${quoteLiteral(column.name)}, ${column.default}`);
  if (pairs.length === 0) return document;
  const defaults = `jsonb_build_object(${pairs.join(', ')})`;
  if (!isArray) return `${defaults} || ${document}`;
  return `(SELECT jsonb_agg(${defaults} || y) FROM jsonb_array_elements(${document}) AS y)`;
}
