import { RestError } from '../errors.ts';
import type { SelectEmbed } from '../parse/parse-select.ts';
import {
  type KeyRelationship,
  keyOf,
  type QualifiedName,
  type Relationship,
  type SchemaCache,
} from '../schema/schema-cache.ts';
import { similarNames } from '../schema/similar-name.ts';
import type { ReadContext } from './plan-read.ts';

/** Resolves `origin?select=target!hint(…)`; throws when no relationship or more than one matches. */
export function findRelationship(
  context: ReadContext,
  origin: string,
  embed: Pick<SelectEmbed, 'name' | 'hint'>,
): Relationship {
  const { cache, schema } = context;
  const all = (cache.relationships.get(keyOf({ schema, name: origin })) ?? []).filter(
    (relationship) =>
      (relationship.kind === 'computed' ? relationship.function : relationship.foreignTable).schema ===
      schema,
  );
  const found = all.filter((relationship) => matches(cache, relationship, embed.name, embed.hint));
  const [one, two] = found;
  if (!one) throw noRelationship(context, origin, embed, all);
  if (two) throw ambiguous(context, origin, embed.name, found);
  return one;
}

function matches(cache: SchemaCache, relationship: Relationship, target: string, hint?: string): boolean {
  if (relationship.kind === 'computed') return relationship.function.name === target;
  const { cardinality, constraint, columns, foreignTable, junction } = relationship;
  const [here, there] =
    columns.length === 1 && columns[0] && cardinality !== 'many-to-many' ? columns[0] : [];
  const named = foreignTable.name === target;
  if (relationship.isSelf) {
    // One foreign key, two directions: the table's name means the children, the column's name the parent.
    if (hint === undefined) {
      return (named && cardinality === 'one-to-many') || (here === target && cardinality === 'many-to-one');
    }
    if (cardinality === 'many-to-many') return named && junction?.table.name === hint;
    // The key's own name is the same in both directions, so as a hint it names neither.
    return named && cardinality === 'one-to-many' && there === hint;
  }
  if (hint === undefined) {
    if (named) return true;
    const isView = cache.tables.get(keyOf(foreignTable))?.isView ?? false;
    return !isView && cardinality !== 'many-to-many' && (constraint === target || here === target);
  }
  if (!named) return false;
  if (cardinality === 'many-to-many') return junction?.table.name === hint;
  return constraint === hint || here === hint || there === hint;
}

function noRelationship(
  context: ReadContext,
  origin: string,
  embed: Pick<SelectEmbed, 'name' | 'hint'>,
  all: Relationship[],
): RestError {
  const using = embed.hint === undefined ? '' : `' using the hint '${embed.hint}`;
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin}' and '${embed.name}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${embed.name}${using}' in the schema '${context.schema}', but no matches were found.`,
    hint: suggestion(context, origin, embed.name, all),
  });
}

function suggestion(
  context: ReadContext,
  origin: string,
  target: string,
  all: Relationship[],
): string | null {
  const { cache, schema } = context;
  const [wrong, candidates] =
    all.length > 0
      ? [target, all.map((relationship) => relationship.foreignTable)]
      : [
          origin,
          [...cache.relationships.values()]
            .flatMap((list) => list.filter((one) => one.table.schema === schema))
            .map((one) => one.table),
        ];
  const visible = candidates.filter((table) => canSee(context, table)).map(({ name }) => name);
  const [best] = similarNames(visible, wrong);
  // A perfect match means the name is right and the hint is wrong.
  if (!best || best.score === 1) return null;
  return `Perhaps you meant '${best.name}' instead of '${wrong}'.`;
}

function canSee({ cache, role }: ReadContext, table: QualifiedName): boolean {
  return cache.tables.get(keyOf(table))?.roles.includes(role) ?? false;
}

function ambiguous(context: ReadContext, origin: string, target: string, found: Relationship[]): RestError {
  const keys = found
    .filter((relationship) => relationship.kind === 'key')
    .filter(
      ({ foreignTable, junction }) =>
        canSee(context, foreignTable) && (!junction || canSee(context, junction.table)),
    );
  const choices = keys.map(
    (key) => `'${key.foreignTable.name}!${key.junction?.table.name ?? key.constraint}'`,
  );
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: keys.map(describe),
    hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function describe(key: KeyRelationship): Record<string, string> {
  const list = (columns: string[]) => `(${columns.join(', ')})`;
  const here = list(key.columns.map(([column]) => column));
  const there = list(key.columns.map(([, column]) => column));
  const relationship = key.junction
    ? `${key.junction.table.name} using ${key.constraint}${there} and ${key.junction.constraint}${list(key.junction.columns.map(([, column]) => column))}`
    : `${key.constraint} using ${key.table.name}${here} and ${key.foreignTable.name}${there}`;
  return {
    cardinality: key.cardinality,
    embedding: `${key.table.name} with ${key.foreignTable.name}`,
    relationship,
  };
}
