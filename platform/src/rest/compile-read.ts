import type { Statement } from '../database/database.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import type { Page } from './parse/parse-query.ts';
import { intersectPages, parseRange } from './parse/parse-range.ts';
import { planRead, sourceOfTable } from './plan/plan-read.ts';
import type { ReadNode } from './plan/read-plan.ts';
import { isClient, type RestRequest, readContext, readQuery } from './rest-request.ts';
import type { SchemaCache, Table } from './schema/schema-cache.ts';
import { bodySql, SPENT_MS_SQL } from './sql/answer-sql.ts';
import { Parameters } from './sql/parameters.ts';
import { ReadSql } from './sql/read-sql.ts';

export interface CompiledRead {
  /** The rows, and if requested the planner's estimate of their number. */
  statements: Statement[];
  offset: number;
  node: ReadNode;
}

const MAX_COMPILED = 1000;
const LONGEST_KEY = 2000;

/** Compiled reads by URL, per schema cache, so that a reload drops them. */
const compiled = new WeakMap<SchemaCache, Map<string, CompiledRead>>();

/** Compiles a URL to SQL. Cached until the schema changes. */
export function compileRead(rest: RestRequest, table: Table): CompiledRead {
  const { cache, request, media, preferences, schema, url } = rest;
  const range = request.headers.get('range') ?? '';
  const kind = `${rest.identity.role} ${request.method === 'HEAD'} ${media.kind} ${media.stripNulls} ${preferences.count}`;
  const key = `${schema}\n${table.name}\n${kind}\n${range}\n${url.search}`;
  let known = compiled.get(cache);
  if (!known) {
    known = new Map();
    compiled.set(cache, known);
  }
  const found = known.get(key);
  if (found) return found;
  const made = compile(rest, table);
  if (key.length <= LONGEST_KEY) {
    if (known.size >= MAX_COMPILED) known.delete(known.keys().next().value ?? '');
    known.set(key, made);
  }
  return made;
}

function compile(rest: RestRequest, table: Table): CompiledRead {
  const { cache, request } = rest;
  const source = sourceOfTable(cache, table);
  if (!source) throw new Error('the table is not in the schema cache');
  const query = readQuery(rest, false);
  addRangeHeader(query.pages, request.headers.get('range'));
  const node = planRead(readContext(rest), source, query, 'read');
  return { statements: readStatements(rest, node), offset: node.offset ?? 0, node };
}

export function addRangeHeader(pages: { path: string[]; value: Page }[], header: string | null): void {
  const range = parseRange(header);
  if (!range) return;
  const root = pages.find(({ path }) => path.length === 0);
  if (root) root.value = intersectPages(root.value, range);
  else pages.push({ path: [], value: range });
}

function readStatements(rest: RestRequest, node: ReadNode): Statement[] {
  const { media, request, settings } = rest;
  const parameters = new Parameters();
  const isHead = request.method === 'HEAD';
  // Without a body PostgreSQL leaves embedded rows out, unless counting them has an effect.
  const sql = new ReadSql(
    parameters,
    rest.identity.role,
    isHead ? undefined : readContext(rest).embeddedRows,
  );
  const rows = sql.rows(node);
  const body = isHead ? 'null' : bodySql(media, 'rows', media.kind === 'csv' ? sql.names(node) : []);
  const count = countOf(rest);
  let total = 'null';
  if (count === 'exact') total = `(${sql.countRows(node)})`;
  // Counting stops one past the limit; beyond it the planner's estimate is used.
  if (count === 'estimated') {
    total = `(SELECT count(*) FROM (${sql.matches(node)} LIMIT ${settings.limits.maxRows + 1}) AS counted)`;
  }
  const statements: Statement[] = [
    {
      text: `SELECT count(*), ${body}, ${total}, ${SPENT_MS_SQL} FROM (${rows}) AS answer`,
      values: parameters.values,
    },
  ];
  if (count === 'planned' || count === 'estimated') {
    const guess = new Parameters();
    statements.push({
      text: `EXPLAIN (FORMAT JSON) ${new ReadSql(guess, rest.identity.role).matches(node)}`,
      values: guess.values,
    });
  }
  return statements;
}

/** The planner's estimate includes rows that policies hide, so clients get the exact number instead. */
function countOf(rest: RestRequest): Preferences['count'] {
  const { count } = rest.preferences;
  return count !== undefined && isClient(rest) ? 'exact' : count;
}
