import type { Payload } from '../parse/parse-body.ts';
import { refuseDeepJson } from '../parse/refuse-deep-json.ts';
import { keyOf, type RestFunction, type SchemaCache } from '../schema/schema-cache.ts';
import { findFunction, takesBody } from './find-function.ts';
import { computedOf, type ReadContext } from './plan-read.ts';
import type { Source } from './read-plan.ts';

/** The column for the value of a function that does not return rows. */
export const SCALAR = 'pgrst_scalar';

export interface CallPlan {
  function: RestFunction;
  source: Source;
  arguments:
    | { kind: 'none' }
    /** From the query string or a form: text that is cast to the parameter's type. */
    | { kind: 'texts'; values: { name: string; value: string | string[] }[] }
    /** From a JSON body, which the database parses. */
    | { kind: 'json'; payload: Extract<Payload, { kind: 'json' }>; names: string[] }
    /** The body as a whole. */
    | { kind: 'body'; payload: Payload };
}

export function planCall(
  { cache, schema, role }: ReadContext,
  name: string,
  pairs: [string, string][],
  body: Payload | undefined,
): CallPlan {
  const texts = body?.kind === 'form' ? body.pairs : body === undefined ? pairs : undefined;
  const names = texts ? [...new Set(texts.map(([key]) => key))] : body?.kind === 'json' ? body.keys : [];
  const shape = { names, ...(body && { body }) };
  const found = findFunction(cache, { schema, name }, shape, role);
  return { function: found, source: sourceOfCall(cache, found), arguments: argumentsOf(found, texts, shape) };
}

function argumentsOf(
  found: RestFunction,
  texts: [string, string][] | undefined,
  shape: { names: string[]; body?: Payload },
): CallPlan['arguments'] {
  const unnamed = found.parameters.length === 1 && found.parameters[0]?.name === '';
  const filled = takesBody(found, shape) || shape.names.includes('');
  if (unnamed && filled && shape.body && shape.body.kind !== 'form')
    return { kind: 'body', payload: shape.body };
  const given = found.parameters.filter((parameter) => shape.names.includes(parameter.name));
  if (given.length === 0) return { kind: 'none' };
  if (shape.body?.kind === 'json') {
    return { kind: 'json', payload: shape.body, names: given.map((parameter) => parameter.name) };
  }
  return {
    kind: 'texts',
    values: given.map(({ name, type, variadic }) => {
      const all = (texts ?? []).filter(([key]) => key === name).map(([, value]) => value);
      const value = all.at(-1) ?? '';
      if (type === 'json' || type === 'jsonb') refuseDeepJson(value, 'value');
      return { name, value: variadic ? all : value };
    }),
  };
}

/** The rows of a function: a table's, those it declares, or a single value. */
function sourceOfCall(cache: SchemaCache, found: RestFunction): Source {
  const isTable = cache.tables.has(keyOf(found.returnType)) && found.returns === 'composite';
  const columns =
    found.returns === 'composite' ? found.resultColumns : [{ name: SCALAR, type: found.returnType.name }];
  return {
    schema: found.schema,
    name: isTable ? found.returnType.name : found.name,
    columns: new Map(columns.map(({ name, type }) => [name, { type, baseType: type, roles: found.roles }])),
    computed: isTable ? computedOf(cache, found.returnType) : new Map(),
    ...(isTable && { rowType: found.returnType }),
  };
}
