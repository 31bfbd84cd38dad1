import { type Dependencies, type Dependency, mergeDependencies } from '../../caching/dependencies.ts';
import type { Sources } from '../../caching/sources.ts';
import type { CallPlan } from '../plan/plan-call.ts';
import type { Condition, EmbedNode, FieldRef, ReadNode } from '../plan/read-plan.ts';
import { keyOf, type QualifiedName } from '../schema/schema-cache.ts';
import { argumentsOf } from './call-arguments.ts';

/** Values that columns have in every row that is read. */
type Fixed = ReadonlyMap<string, readonly string[]>;

const MOST_VALUES = 20;

/** What a read of a table or view depends on; undefined when that is not known. */
export function readDependencies(
  node: ReadNode,
  sources: Sources,
  given: Fixed = new Map(),
): Dependencies | undefined {
  const fixed = new Map([...given, ...fixedValues(node)]);
  return mergeDependencies([
    relationDependencies(node.source, fixed, sources),
    ...within(node, sources, fixed),
  ]);
}

/** What a call depends on, and the rows that are embedded in its result. */
export function callDependencies(call: CallPlan, node: ReadNode, sources: Sources): Dependencies | undefined {
  return mergeDependencies([functionDependencies(call, sources), ...within(node, sources, new Map())]);
}

function relationDependencies(name: QualifiedName, fixed: Fixed, sources: Sources): Dependencies | undefined {
  const own = keyOf(name);
  const [column, values] = [...fixed][0] ?? [];
  return sources
    .tablesOf(own)
    ?.flatMap((table): Dependency[] =>
      table === own && column !== undefined && values !== undefined
        ? values.map((value) => ({ table, column, value }))
        : [{ table }],
    );
}

/** A function's comment can say of which tables it reads only the rows with the value of an argument. */
function functionDependencies(call: CallPlan, sources: Sources): Dependencies | undefined {
  const name = keyOf(call.function);
  const given = argumentsOf(call);
  const restricted = new Map<string, Dependency>();
  for (const { table, column, parameter } of declaredRows(sources.descriptionOf(name))) {
    const value = given.get(parameter);
    if (value !== undefined && isCanonical(value)) restricted.set(table, { table, column, value });
  }
  return sources.tablesOf(name)?.map((table) => restricted.get(table) ?? { table });
}

/** `(rows: public.posts.topic_id = topic, …)` */
function declaredRows(description: string) {
  const [, list = ''] = /\(rows: ([^)]*)\)/.exec(description) ?? [];
  return [...list.matchAll(/(\w+\.\w+)\.(\w+) = (\w+)/g)].map(
    ([, table = '', column = '', parameter = '']) => ({ table, column, parameter }),
  );
}

/** Embedded resources and functions that the query names. */
function within(node: ReadNode, sources: Sources, fixed: Fixed): (Dependencies | undefined)[] {
  const fields: (FieldRef | undefined)[] = [
    ...node.columns.map(({ field }) => field),
    ...node.order.map(({ field }) => field),
    ...node.where.flatMap(fieldsOf),
  ];
  const called = fields.flatMap((field) => (field?.function ? [keyOf(field.function)] : []));
  return [
    ...called.map((name) => sources.tablesOf(name)?.map((table) => ({ table }))),
    ...node.embeds.map((embed) => embedDependencies(embed, sources, fixed)),
  ];
}

function fieldsOf(condition: Condition): FieldRef[] {
  if (condition.kind === 'filter') return [condition.field];
  return condition.kind === 'logic' ? condition.children.flatMap(fieldsOf) : [];
}

function embedDependencies(embed: EmbedNode, sources: Sources, fixed: Fixed): Dependencies | undefined {
  const { relationship } = embed;
  if (relationship.kind === 'computed') {
    const tables = sources.tablesOf(keyOf(relationship.function))?.map((table) => ({ table }));
    return mergeDependencies([tables, readDependencies(embed, sources)]);
  }
  const known = relationship.columns.flatMap(([here, there]) => {
    const values = fixed.get(here);
    return values === undefined ? [] : [[there, values] as const];
  });
  if (relationship.junction === undefined) return readDependencies(embed, sources, new Map(known));
  const junction = relationDependencies(relationship.junction.table, new Map(known), sources);
  return mergeDependencies([junction, readDependencies(embed, sources)]);
}

/** From conditions that all rows fulfil, on columns whose values have one spelling. */
function fixedValues(node: ReadNode): [string, readonly string[]][] {
  return node.where.flatMap((condition): [string, readonly string[]][] => {
    if (condition.kind !== 'filter' || condition.negated) return [];
    const { field, operation } = condition;
    if (field.kind !== 'column' || field.path.length > 0 || !KEY_TYPES.includes(field.type)) return [];
    const values = valuesOf(operation);
    return values.length > 0 && values.length <= MOST_VALUES && values.every(isCanonical)
      ? [[field.name, values]]
      : [];
  });
}

function valuesOf(operation: Extract<Condition, { kind: 'filter' }>['operation']): string[] {
  if (operation.kind === 'in') return operation.values;
  const isEqual =
    operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === undefined;
  return isEqual ? [operation.value] : [];
}

const KEY_TYPES = ['uuid', 'smallint', 'integer', 'bigint'];

/** As PostgreSQL would print it. */
function isCanonical(value: string): boolean {
  return /^(0|-?[1-9]\d{0,18}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/.test(value);
}
