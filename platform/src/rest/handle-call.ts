import { callDependencies } from './caching/plan-dependencies.ts';
import { addRangeHeader } from './compile-read.ts';
import { notOneRow, pastTheEnd, RestError } from './errors.ts';
import { explainStatement, respondPlan } from './explain.ts';
import { parseCallBody, readBody } from './parse/parse-body.ts';
import { appliedPreferences } from './parse/parse-prefer.ts';
import { contentRange, rangeStatus } from './parse/parse-range.ts';
import { type CallPlan, planCall } from './plan/plan-call.ts';
import { planRead } from './plan/plan-read.ts';
import type { ReadNode } from './plan/read-plan.ts';
import { refuseStrict } from './refusals.ts';
import { type Answer, applyResponseSettings, contentHeaders, respond } from './respond.ts';
import { type RestRequest, readContext, readQuery, roleLimit, runStatements, text } from './rest-request.ts';
import { bodySql, guardSql, RESPONSE_SETTINGS, type Shape, SPENT_MS_SQL } from './sql/answer-sql.ts';
import { callSql } from './sql/call-sql.ts';
import { Parameters } from './sql/parameters.ts';
import { ReadSql } from './sql/read-sql.ts';

/** GET, HEAD and POST of a function. */
export async function handleCall(rest: RestRequest, name: string): Promise<Answer> {
  const { request, media, preferences } = rest;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && request.method !== 'POST') {
    throw new RestError({
      status: 405,
      code: 'PGRST101',
      message: `Cannot use the ${request.method} method on RPC`,
    });
  }
  const query = readQuery(rest, reads);
  if (reads) addRangeHeader(query.pages, request.headers.get('range'));
  const body = reads
    ? undefined
    : parseCallBody(
        await readBody(request, roleLimit(rest, 'bodyBytes')),
        request.headers.get('content-type'),
      );
  const context = readContext(rest);
  const call = planCall(context, name, query.args, body);
  const node = planRead(context, call.source, query, 'call');
  refuseStrict(preferences);
  if (
    preferences.maxAffected !== undefined &&
    preferences.handling === 'strict' &&
    !call.function.returnsSet
  ) {
    throw new RestError({
      status: 400,
      code: 'PGRST128',
      message:
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    });
  }

  const readOnly = reads || call.function.volatility !== 'volatile';
  const { timeoutMs } = call.function;
  const statement = callStatement(rest, call, node);
  if (media.plan) {
    return respondPlan(
      rest,
      await runStatements(rest, [explainStatement(statement, media.plan)], { readOnly, timeoutMs }),
    );
  }
  const [result] = await runStatements(rest, [statement], { readOnly, timeoutMs });
  const [rowCount, content, exact, headersSetting, statusSetting] = result?.rows[0] ?? [];
  const rows = Number(text(rowCount) ?? 0);
  if (media.kind === 'object' && rows !== 1) throw notOneRow(rows);
  const total = text(exact) === undefined ? undefined : Number(text(exact));
  const offset = node.offset ?? 0;
  const status = rangeStatus(offset, rows, total);
  if (status === 416) throw pastTheEnd(offset, total);
  const silent = call.function.returns === 'void' || (preferences.return === 'minimal' && !reads);
  const answer = applyResponseSettings(
    {
      'content-range': contentRange(offset, rows, total),
      'preference-applied': appliedPreferences(preferences, [
        'count',
        'tx',
        'handling',
        'timezone',
        'maxAffected',
      ]),
      ...(!silent && contentHeaders(rest)),
    },
    silent ? 204 : status,
    text(headersSetting),
    text(statusSetting),
  );
  const sent = respond(
    answer.status,
    answer.headers,
    silent || request.method === 'HEAD' ? null : (content ?? null),
  );
  return { ...sent, dependencies: rest.sources && callDependencies(call, node, rest.sources) };
}

function callStatement(
  rest: RestRequest,
  call: CallPlan,
  node: ReadNode,
): { text: string; values: Parameters['values'] } {
  const { media, preferences, request } = rest;
  const parameters = new Parameters();
  const sql = new ReadSql(parameters, rest.identity.role, readContext(rest).embeddedRows);
  const source = callSql(call, parameters);
  const rows = sql.rows(node, 'called');
  const nobodyReads = call.function.returns === 'void' || request.method === 'HEAD';
  const body = nobodyReads
    ? 'null'
    : bodySql(media, shapeOf(call), media.kind === 'csv' ? sql.names(node) : []);
  const columns = [
    'count(*)',
    body,
    preferences.count === undefined ? 'null' : `(${sql.countRows(node, 'called')})`,
    RESPONSE_SETTINGS,
  ];
  if (media.kind === 'object' && !media.plan) columns.push(guardSql('single', 'count(*) <> 1', 'count(*)'));
  if (preferences.maxAffected !== undefined && preferences.handling === 'strict') {
    columns.push(guardSql('affected', `count(*) > ${preferences.maxAffected}`, 'count(*)'));
  }
  columns.push(SPENT_MS_SQL);
  return {
    text: `WITH called AS (${source}) SELECT ${columns.join(', ')} FROM (${rows}) AS answer`,
    values: parameters.values,
  };
}

function shapeOf({ function: called }: CallPlan): Shape {
  if (called.returns === 'composite') return called.returnsSet ? 'rows' : 'one-row';
  return called.returnsSet ? 'values' : 'value';
}
