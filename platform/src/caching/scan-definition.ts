/** What a definition in SQL refers to, with the names as they are in the catalogue. */
export interface Scanned {
  /** All `a.b`: tables, functions, and columns of aliases. */
  names: ReadonlySet<string>;
  /** It can return something else although no table has changed, or read tables that its text does not name. */
  isOpaque: boolean;
}

const TIME = /\b(now|current_date|current_time|current_timestamp|localtime|localtimestamp|today|tomorrow)\b/i;
const CHANGING =
  /\b(\w+_timestamp|timeofday|age|random\w*|gen_\w+|nextval|currval|lastval|txid_\w+|version)\s*\(/i;
/** The catalogue, statistics, and functions that run SQL given as text. */
const SYSTEM = /\b(pg_(?!catalog\b)\w+|\w+_to_xml\w*|ts_stat|inet_\w+)\b/i;
const DYNAMIC = /\b(execute|tablesample)\b/i;
/** A visitor's claims and role are always the same; other settings tell about the request. */
const SETTING = /\bcurrent_setting\s*\(\s*(?!'(request\.jwt\.|role'))/i;
const OPAQUE = [TIME, CHANGING, SYSTEM, DYNAMIC, SETTING];

/**
 * Its names must be qualified: printed by PostgreSQL, or written for an empty search path. Words in comments and texts
 * count too: what is found is too much rather than too little.
 */
export function scanDefinition(sql: string): Scanned {
  const names = new Set<string>();
  for (const [, schema = '', name = ''] of sql.matchAll(/("[^"]+"|\w+)\s*\.\s*("[^"]+"|\w+)/g))
    names.add(`${identifier(schema)}.${identifier(name)}`);
  return { names, isOpaque: OPAQUE.some((pattern) => pattern.test(sql)) };
}

function identifier(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1) : written.toLowerCase();
}
