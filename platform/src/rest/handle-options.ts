import { tableNotFound } from './refusals.ts';
import type { Target } from './request-target.ts';
import { type Answer, respond } from './respond.ts';
import type { RestRequest } from './rest-request.ts';
import { keyOf, type Table } from './schema/schema-cache.ts';

/** OPTIONS outside of a browser's preflight: the allowed methods. */
export function handleOptions(rest: RestRequest, target: Target): Answer {
  const { cache, schema } = rest;
  if (target.kind === 'root') return allow('OPTIONS,GET,HEAD');
  if (target.kind === 'function') {
    const overloads = cache.functions.get(keyOf({ schema, name: target.name })) ?? [];
    const onlyPost = overloads.length > 0 && overloads.every((one) => one.volatility === 'volatile');
    return allow(onlyPost ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST');
  }
  const table = cache.tables.get(keyOf({ schema, name: target.name }));
  if (!table) throw tableNotFound(rest, target.name);
  return allow(tableMethods(table));
}

function tableMethods(table: Table): string {
  const methods = ['OPTIONS', 'GET', 'HEAD'];
  if (table.insertable) methods.push('POST');
  if (table.insertable && table.updatable && table.primaryKey.length > 0) methods.push('PUT');
  if (table.updatable) methods.push('PATCH');
  if (table.deletable) methods.push('DELETE');
  return methods.join(',');
}

function allow(methods: string): Answer {
  return respond(200, { allow: methods }, null);
}
