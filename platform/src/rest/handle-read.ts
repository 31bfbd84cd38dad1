import { readDependencies } from './caching/plan-dependencies.ts';
import { compileRead } from './compile-read.ts';
import { notOneRow, pastTheEnd } from './errors.ts';
import { explainStatement, respondPlan } from './explain.ts';
import { appliedPreferences } from './parse/parse-prefer.ts';
import { contentRange, rangeStatus } from './parse/parse-range.ts';
import { refuseStrict, tableNotFound } from './refusals.ts';
import { type Answer, contentHeaders, respond } from './respond.ts';
import { type RestRequest, runStatements, text } from './rest-request.ts';
import type { Table } from './schema/schema-cache.ts';

/** Clients and proxies refuse longer headers. */
const LONGEST_LOCATION = 4096;

/** GET and HEAD of a table or view. */
export async function handleRead(rest: RestRequest, table: Table | undefined, name: string): Promise<Answer> {
  const { request, media, preferences } = rest;
  if (!table) throw tableNotFound(rest, name);
  refuseStrict(preferences);
  const { statements, offset, node } = compileRead(rest, table);
  const [first] = statements;
  if (media.plan && first) {
    return respondPlan(
      rest,
      await runStatements(rest, [explainStatement(first, media.plan)], { readOnly: true }),
    );
  }

  const results = await runStatements(rest, statements, { readOnly: true });
  const [rowCount, body, exact] = results[0]?.rows[0] ?? [];
  const rows = Number(text(rowCount) ?? 0);
  if (media.kind === 'object' && rows !== 1) throw notOneRow(rows);
  const total = totalOf(rest, text(exact), results[1] && estimate(text(results[1].rows[0]?.[0])));
  const status = rangeStatus(offset, rows, total);
  if (status === 416) throw pastTheEnd(offset, total);
  const location = `/${encodeURIComponent(name)}${rest.url.search}`;
  const headers: Record<string, string | undefined> = {
    'content-range': contentRange(offset, rows, total),
    'content-location': location.length > LONGEST_LOCATION ? undefined : location,
    'preference-applied': appliedPreferences(preferences, ['count', 'tx', 'handling', 'timezone']),
    ...contentHeaders(rest),
  };
  const dependencies = rest.sources && readDependencies(node, rest.sources);
  if (request.method === 'HEAD' || !body) return { ...respond(status, headers, null), dependencies };
  // A browser's cache would treat 206 as part of a file.
  if (status === 206)
    return { ...respond(status, { ...headers, 'cache-control': 'no-store' }, body), dependencies };
  return { ...respond(status, headers, body), isTagged: true, dependencies };
}

function totalOf(
  rest: RestRequest,
  exact: string | undefined,
  guessed: number | undefined,
): number | undefined {
  if (exact === undefined) return guessed;
  const counted = Number(exact);
  return counted > rest.settings.limits.maxRows && guessed !== undefined
    ? Math.max(counted, guessed)
    : counted;
}

function estimate(plan: string | undefined): number | undefined {
  if (plan === undefined) return undefined;
  const [top] = JSON.parse(plan) as [{ Plan: { 'Plan Rows': number } }];
  return top.Plan['Plan Rows'];
}
