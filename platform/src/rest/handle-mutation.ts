import { invalidBody, RestError } from './errors.ts';
import { explainStatement, respondPlan } from './explain.ts';
import { parseMutationBody, readBody } from './parse/parse-body.ts';
import { appliedPreferences, type Preferences } from './parse/parse-prefer.ts';
import type { Query } from './parse/parse-query.ts';
import { contentRange } from './parse/parse-range.ts';
import { type MutationKind, type MutationPlan, planMutation } from './plan/plan-mutation.ts';
import { planRead, sourceOfTable } from './plan/plan-read.ts';
import { refuseStrict, tableNotFound } from './refusals.ts';
import { type Answer, applyResponseSettings, contentHeaders, respond } from './respond.ts';
import { type RestRequest, readContext, readQuery, roleLimit, runStatements, text } from './rest-request.ts';
import type { Table } from './schema/schema-cache.ts';
import { bodySql, guardSql, RESPONSE_SETTINGS, SPENT_MS_SQL } from './sql/answer-sql.ts';
import { INSERTED_ROWS, mutationSql } from './sql/mutation-sql.ts';
import { Parameters, quoteLiteral, quoteName } from './sql/parameters.ts';
import { ReadSql } from './sql/read-sql.ts';

const KINDS: Record<string, MutationKind> = {
  POST: 'insert',
  PATCH: 'update',
  PUT: 'upsert-one',
  DELETE: 'delete',
};

/** POST, PATCH, PUT and DELETE of a table or view. */
export async function handleMutation(
  rest: RestRequest,
  table: Table | undefined,
  name: string,
): Promise<Answer> {
  const { cache, request, media, preferences } = rest;
  const kind = KINDS[request.method];
  const source = table && sourceOfTable(cache, table);
  if (!table || !source) throw tableNotFound(rest, name);
  if (!kind) throw invalidBody('a write needs POST, PATCH, PUT or DELETE');
  const query = readQuery(rest, false);
  if (kind === 'upsert-one') refusePaging(query);
  const payload =
    kind === 'delete'
      ? undefined
      : parseMutationBody(
          await readBody(request, roleLimit(rest, 'bodyBytes')),
          request.headers.get('content-type'),
          query.columns,
        );
  const context = readContext(rest);
  const read = planRead(context, source, query, 'mutation');
  const plan = planMutation(context, kind, table, read, query, payload, preferences);
  refuseStrict(preferences);

  const statement = mutationStatement(rest, plan);
  if (media.plan) {
    return respondPlan(rest, await runStatements(rest, [explainStatement(statement, media.plan)], {}));
  }
  const [result] = await runStatements(rest, [statement], {});
  const [rowCount, body, location, inserted, headersSetting, statusSetting] = result?.rows[0] ?? [];
  const rows = Number(text(rowCount) ?? 0);
  const full = preferences.return === 'representation';
  const answer = applyResponseSettings(
    {
      ...(text(location) !== undefined && {
        location: `/${encodeURIComponent(name)}?${keyFilters(text(location) ?? '')}`,
      }),
      ...(kind !== 'upsert-one' && { 'content-range': rangeOf(kind, rows, preferences) }),
      'preference-applied': appliedPreferences(preferences, honoured(plan)),
      ...(full && contentHeaders(rest)),
    },
    statusOf(kind, full, preferences, text(inserted)),
    text(headersSetting),
    text(statusSetting),
  );
  return respond(answer.status, answer.headers, full ? (body ?? null) : null);
}

function mutationStatement(
  rest: RestRequest,
  plan: MutationPlan,
): { text: string; values: Parameters['values'] } {
  const { media, preferences } = rest;
  const parameters = new Parameters();
  const sql = new ReadSql(parameters, rest.identity.role, readContext(rest).embeddedRows);
  const full = preferences.return === 'representation';
  const wantsLocation = preferences.return === 'headers-only' && plan.kind === 'insert';
  const key = wantsLocation ? plan.table.primaryKey : [];
  const returning = full ? sql.needs(plan.read) : key;
  const write = mutationSql(plan, returning, parameters, sql);
  const rows = full ? sql.rows(plan.read, 'written') : 'SELECT FROM written';
  const body = full ? bodySql(media, 'rows', media.kind === 'csv' ? sql.names(plan.read) : []) : 'null';
  const columns = [
    'count(*)',
    body,
    key.length > 0 ? locationSql(key) : 'null',
    plan.onConflict?.resolution === 'merge-duplicates' ? INSERTED_ROWS : 'null',
    RESPONSE_SETTINGS,
    ...guards(rest, plan),
    SPENT_MS_SQL,
  ];
  return {
    text: `WITH written AS (${write}) SELECT ${columns.join(', ')} FROM (${rows}) AS answer`,
    values: parameters.values,
  };
}

function guards({ media, preferences }: RestRequest, plan: MutationPlan): string[] {
  const written = '(SELECT count(*) FROM written)';
  const found: string[] = [];
  if (plan.kind === 'upsert-one') found.push(guardSql('key', `${written} <> 1`, written));
  if (media.kind === 'object' && !media.plan) found.push(guardSql('single', 'count(*) <> 1', 'count(*)'));
  if (preferences.maxAffected !== undefined && preferences.handling === 'strict' && plan.kind !== 'insert') {
    found.push(guardSql('affected', `${written} > ${preferences.maxAffected}`, written));
  }
  return found;
}

/** The first row's primary key, as JSON of texts. */
function locationSql(key: string[]): string {
  const pairs = key.map((name) => `${quoteLiteral(name)}, w.${quoteName(name)}::text`).join(', ');
  return `(SELECT json_build_object(${pairs}) FROM written AS w LIMIT 1)`;
}

function keyFilters(location: string): string {
  const values = JSON.parse(location) as Record<string, string | null>;
  return Object.entries(values)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
    )
    .join('&');
}

function rangeOf(kind: MutationKind, rows: number, preferences: Preferences): string {
  const counted = preferences.count === 'exact' || preferences.count === 'estimated';
  return contentRange(0, kind === 'update' ? rows : 0, counted ? rows : undefined);
}

function statusOf(
  kind: MutationKind,
  full: boolean,
  preferences: Preferences,
  inserted: string | undefined,
): number {
  const anyNew = Number(inserted ?? 0) > 0;
  if (kind === 'insert')
    return inserted !== undefined && !anyNew && preferences.resolution === 'merge-duplicates' ? 200 : 201;
  if (!full) return 204;
  return kind === 'upsert-one' && anyNew ? 201 : 200;
}

function honoured(plan: MutationPlan): (keyof Preferences)[] {
  const common: (keyof Preferences)[] = ['return', 'count', 'tx', 'handling', 'timezone'];
  if (plan.kind === 'insert')
    return [...common, 'missing', ...(plan.onConflict ? (['resolution'] as const) : [])];
  if (plan.kind === 'update') return [...common, 'missing', 'maxAffected'];
  return plan.kind === 'delete' ? [...common, 'maxAffected'] : common;
}

function refusePaging(query: Query): void {
  if (query.pages.length === 0) return;
  throw new RestError({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  });
}
