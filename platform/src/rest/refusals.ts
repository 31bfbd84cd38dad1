import { RestError } from './errors.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import type { RestRequest } from './rest-request.ts';
import { mostSimilar } from './schema/similar-name.ts';

export function tableNotFound({ cache, schema, identity }: RestRequest, name: string): RestError {
  const names = [...cache.tables.values()]
    .filter((table) => table.schema === schema && table.roles.includes(identity.role))
    .map((table) => table.name);
  const similar = mostSimilar(names, name);
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: similar === undefined ? null : `Perhaps you meant the table '${schema}.${similar}'`,
  });
}

/** With \`handling=strict\` unknown preferences are an error. */
export function refuseStrict(preferences: Preferences): void {
  if (preferences.handling !== 'strict' || preferences.invalid.length === 0) return;
  throw new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.invalid.join(', ')}`,
  });
}

export function unsupportedMethod(method: string): RestError {
  return new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });
}
