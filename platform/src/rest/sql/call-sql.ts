import { type CallPlan, SCALAR } from '../plan/plan-call.ts';
import type { Parameter } from '../schema/schema-cache.ts';
import { bodyRows } from './body-sql.ts';
import { arrayLiteral, type Parameters, quoteName, quoteQualified } from './parameters.ts';

/** Calls the function; its rows, or its value under one name, are the source of the read. */
export function callSql(plan: CallPlan, parameters: Parameters): string {
  const { from, list } = argumentsSql(plan, parameters);
  const call = `${quoteQualified(plan.function)}(${list})`;
  if (plan.function.returns !== 'composite') {
    return `SELECT ${call} AS ${SCALAR}${from === '' ? '' : ` FROM ${from}`}`;
  }
  return from === '' ? `SELECT f.* FROM ${call} AS f` : `SELECT f.* FROM ${from}, LATERAL ${call} AS f`;
}

function argumentsSql(plan: CallPlan, parameters: Parameters): { from: string; list: string } {
  const given = plan.arguments;
  const byName = new Map(plan.function.parameters.map((parameter) => [parameter.name, parameter]));
  if (given.kind === 'none') return { from: '', list: '' };
  if (given.kind === 'body') {
    const type = plan.function.parameters[0]?.type ?? 'text';
    const { payload } = given;
    if (payload.kind === 'raw' && payload.type === 'bytea') {
      return { from: '', list: `${parameters.bind(payload.bytes)}::bytea` };
    }
    const text =
      payload.kind === 'json' ? payload.text : payload.kind === 'raw' ? payload.bytes.toString('utf8') : '';
    return { from: '', list: `${parameters.bind(text)}::${type}` };
  }
  if (given.kind === 'json') {
    const columns = given.names.map((name) => ({
      name,
      type: byName.get(name)?.inputType ?? 'text',
      default: null,
    }));
    const from = bodyRows(given.payload, columns, parameters, { alias: 'a', defaults: false, oneRow: true });
    const list = given.names.map((name) => passSql(byName.get(name), `a.${quoteName(name)}`));
    return { from, list: list.join(', ') };
  }
  const list = given.values.map(({ name, value }) => {
    const bound = parameters.bind(Array.isArray(value) ? arrayLiteral(value) : value);
    return passSql(byName.get(name), `${bound}::${byName.get(name)?.inputType ?? 'text'}`);
  });
  return { from: '', list: list.join(', ') };
}

function passSql(parameter: Parameter | undefined, value: string): string {
  const name = parameter?.name ? `${quoteName(parameter.name)} := ` : '';
  return `${parameter?.variadic ? 'VARIADIC ' : ''}${name}${value}`;
}
