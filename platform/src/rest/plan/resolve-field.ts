import { RestError } from '../errors.ts';
import type { Field } from '../parse/parse-field.ts';
import { editDistance } from '../schema/similar-name.ts';
import type { FieldRef, ReadNode, Source } from './read-plan.ts';

/** Finds a column or computed column. Names that are not in the cache never reach SQL. */
export function resolveField(node: Pick<ReadNode, 'source' | 'label'>, field: Field, role: string): FieldRef {
  const found = findField(node.source, field);
  if (found) return found;
  throw unknownColumn(node, field.name, role);
}

export function findField(source: Source, field: Field): FieldRef | undefined {
  const column = source.columns.get(field.name);
  if (column) return { kind: 'column', name: field.name, type: column.baseType, path: field.path };
  const computed = source.computed.get(field.name);
  if (computed)
    return { kind: 'computed', name: field.name, function: computed, type: computed.type, path: field.path };
  return undefined;
}

/** The same error as PostgreSQL's. */
function unknownColumn(node: Pick<ReadNode, 'source' | 'label'>, name: string, role: string): RestError {
  return new RestError({
    status: 400,
    code: '42703',
    message: `column ${node.label}.${printName(name)} does not exist`,
    hint: columnHint(node, name, role),
  });
}

/** PostgreSQL prints the name unquoted. */
function printName(name: string): string {
  return name.slice(0, 63);
}

/** Names only columns that the caller's role can use. */
function columnHint(node: Pick<ReadNode, 'source' | 'label'>, name: string, role: string): string | null {
  let best: string[] = [];
  let least = Math.min(3, Math.floor(name.length / 2));
  for (const [candidate, { roles }] of node.source.columns) {
    if (!roles.includes(role) || Math.abs(candidate.length - name.length) > least) continue;
    const distance = editDistance(candidate, name);
    if (distance > least) continue;
    best = distance < least ? [candidate] : [...best, candidate];
    least = distance;
  }
  const [one, two] = best.map((candidate) => `"${node.label}.${candidate}"`);
  if (one === undefined || best.length > 2) return null;
  return two === undefined
    ? `Perhaps you meant to reference the column ${one}.`
    : `Perhaps you meant to reference the column ${one} or the column ${two}.`;
}
