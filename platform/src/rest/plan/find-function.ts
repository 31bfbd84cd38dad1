import { RestError } from '../errors.ts';
import type { Payload } from '../parse/parse-body.ts';
import { keyOf, type QualifiedName, type RestFunction, type SchemaCache } from '../schema/schema-cache.ts';
import { mostSimilar } from '../schema/similar-name.ts';

/** The arguments of the call: names, or a body for a single unnamed argument. */
export interface CallShape {
  names: string[];
  /** Only POST can fill an unnamed argument. */
  body?: Payload;
}

/** Chooses the overload whose parameters match the given names, else one that takes the whole body. */
export function findFunction(
  cache: SchemaCache,
  name: QualifiedName,
  call: CallShape,
  role: string,
): RestFunction {
  const overloads = cache.functions.get(keyOf(name)) ?? [];
  const given = new Set(call.names);
  const named: RestFunction[] = [];
  const unnamed: RestFunction[] = [];
  for (const candidate of overloads) {
    if (fits(candidate, given, call)) named.push(candidate);
    else if (takesBody(candidate, call)) unnamed.push(candidate);
  }
  const found = named.length > 0 ? named : unnamed;
  const [one, two] = found;
  if (!one) throw noFunction(cache, name, call, role);
  if (two) throw ambiguous(found.filter((one) => one.roles.includes(role)));
  return one;
}

function fits(candidate: RestFunction, given: Set<string>, call: CallShape): boolean {
  const { parameters } = candidate;
  if (parameters.length === 0) return given.size === 0 && call.body?.kind !== 'raw';
  const names = new Set(parameters.map((parameter) => parameter.name));
  return (
    [...given].every((name) => names.has(name)) &&
    parameters.every((parameter) => !parameter.required || given.has(parameter.name)) &&
    call.body?.kind !== 'raw'
  );
}

/** A single unnamed parameter whose type is that of the body. */
export function takesBody(candidate: RestFunction, call: CallShape): boolean {
  const [parameter, more] = candidate.parameters;
  if (!parameter || more || parameter.name !== '' || !call.body) return false;
  if (call.body.kind === 'json') return parameter.type === 'json' || parameter.type === 'jsonb';
  return call.body.kind === 'raw' && parameter.type === call.body.type;
}

function noFunction(cache: SchemaCache, name: QualifiedName, call: CallShape, role: string): RestError {
  const full = `${name.schema}.${name.name}`;
  const names = [...call.names].sort();
  const raw = call.body?.kind === 'raw' ? call.body.type : undefined;
  const plural = names.length > 1 ? 'parameters' : 'parameter';
  const searched = names.length === 0 ? ' without parameters' : ` with ${plural} ${names.join(', ')}`;
  const orBody = call.body?.kind === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  const shown = names.length === 0 ? ' without parameters' : `(${names.join(', ')})`;
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${full}${raw ? '' : shown} in the schema cache`,
    details: `Searched for the function ${full}${raw ? ` with a single unnamed ${raw} parameter` : searched + orBody}, but no matches were found in the schema cache.`,
    hint: raw ? null : suggestion(cache, name, names, role),
  });
}

function suggestion(cache: SchemaCache, name: QualifiedName, names: string[], role: string): string | null {
  const list = (all: string[]) => `(${[...all].sort().join(', ')})`;
  const others = [...cache.functions.values()].flatMap((all) =>
    all.filter((one) => one.schema === name.schema && one.roles.includes(role)),
  );
  const overloads = others.filter((one) => one.name === name.name);
  const similar =
    overloads.length === 0
      ? mostSimilar(
          others.map((one) => one.name),
          name.name,
        )
      : mostSimilar(
          overloads.map((one) => list(one.parameters.map((parameter) => parameter.name))),
          list(names),
        );
  if (similar === undefined) return null;
  const called = overloads.length === 0 ? similar : `${name.name}${similar}`;
  return `Perhaps you meant to call the function ${name.schema}.${called}`;
}

function ambiguous(found: RestFunction[]): RestError {
  const signatures = found.map((one) => {
    const parameters = one.parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ');
    return `${one.schema}.${one.name}(${parameters})`;
  });
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
