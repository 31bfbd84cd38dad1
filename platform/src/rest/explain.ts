import type { RawResult, Statement } from '../database/database.ts';
import type { Media } from './parse/parse-accept.ts';
import { type Answer, contentHeaders, respond } from './respond.ts';
import type { RestRequest } from './rest-request.ts';

/** Explains the statement. The options come from a fixed list, so they can be part of the text. */
export function explainStatement(statement: Statement, plan: NonNullable<Media['plan']>): Statement {
  const options = [
    `FORMAT ${plan.format.toUpperCase()}`,
    ...plan.options.map((option) => option.toUpperCase()),
  ];
  return { ...statement, text: `EXPLAIN (${options.join(', ')}) ${statement.text}` };
}

export function respondPlan(rest: RestRequest, results: RawResult[]): Answer {
  const lines = (results[0]?.rows ?? []).map(([line]) => line?.toString('utf8') ?? '');
  return respond(200, contentHeaders(rest), lines.join('\n'));
}
