import { notEmbedded, RestError, tooMuch } from '../errors.ts';
import type { RestLimits } from '../limits.ts';
import { jsonPathName } from '../parse/parse-field.ts';
import type { Filter, LogicTree } from '../parse/parse-filter.ts';
import type { OrderTerm } from '../parse/parse-order.ts';
import type { Page, Query } from '../parse/parse-query.ts';
import type { SelectColumn, SelectEmbed, SelectItem } from '../parse/parse-select.ts';
import { refuseDeepJson } from '../parse/refuse-deep-json.ts';
import {
  isToOne,
  keyOf,
  type QualifiedName,
  type Relationship,
  type SchemaCache,
  type Table,
} from '../schema/schema-cache.ts';
import { findRelationship } from './find-relationship.ts';
import {
  type Condition,
  type EmbedNode,
  type FieldRef,
  hasAggregate,
  type Ordering,
  type ReadNode,
  type Source,
} from './read-plan.ts';
import { refuseRepeatedColumns, refuseSameNames } from './refuse-repeats.ts';
import { findField, resolveField } from './resolve-field.ts';
import { refuseManyLookups, restrictRows, restrictWrittenRows } from './restrict-rows.ts';

export interface ReadContext {
  cache: SchemaCache;
  schema: string;
  role: string;
  limits: Pick<RestLimits, 'maxRows' | 'listDepth'>;
  /** For all embedded rows of a response together; undefined for callers without limits. */
  embeddedRows: number | undefined;
  aggregates: boolean;
}

/** The query for returning written rows: filters and paging of the root are part of the write. */
export type ReadPurpose = 'read' | 'call' | 'mutation';

/** Resolves the query against the schema: all names, and the relationships of embedded resources. */
export function planRead(context: ReadContext, source: Source, query: Query, purpose: ReadPurpose): ReadNode {
  const root: ReadNode = {
    source,
    label: purpose === 'call' ? 'pgrst_call' : source.name,
    depth: 0,
    lists: 0,
    columns: [],
    embeds: [],
    where: [],
    order: [],
  };
  fillNode(context, root, query.select);
  if (root.columns.length === 0 && root.embeds.length === 0) root.columns.push({ star: true, as: '*' });
  for (const { path, value } of query.filters) {
    if (purpose === 'mutation' && path.length === 0) continue;
    const node = nodeAt(root, path);
    node.where.push(toCondition(context, node, value));
  }
  for (const { path, value } of query.logic) {
    if (purpose === 'mutation' && path.length === 0) continue;
    const node = nodeAt(root, path);
    node.where.push(toCondition(context, node, value));
  }
  for (const { path, value } of query.orders) {
    const node = nodeAt(root, path);
    node.order = value.map((term) => toOrdering(context, node, term));
  }
  for (const { path, value } of query.pages) {
    if (purpose === 'mutation' && path.length === 0) continue;
    applyPage(nodeAt(root, path), value);
  }
  if (purpose === 'mutation') restrictWrittenRows(root, context.embeddedRows);
  else restrictRows(root, context.limits.maxRows);
  refuseManyLookups(root, context.embeddedRows);
  return root;
}

const sources = new WeakMap<Table, Source>();

export function sourceOfTable(cache: SchemaCache, name: QualifiedName): Source | undefined {
  const table = cache.tables.get(keyOf(name));
  if (!table) return undefined;
  const known = sources.get(table);
  if (known) return known;
  const source: Source = {
    schema: table.schema,
    name: table.name,
    columns: table.columns,
    computed: computedOf(cache, name),
    rowType: { schema: table.schema, name: table.name },
    readRules: table.readRules,
  };
  sources.set(table, source);
  return source;
}

export function computedOf(cache: SchemaCache, name: QualifiedName): Source['computed'] {
  const computed = cache.computedColumns.get(keyOf(name));
  if (!computed) return new Map();
  return new Map([...computed].map(([key, column]) => [key, { ...column.function, type: column.type }]));
}

function fillNode(context: ReadContext, node: ReadNode, items: SelectItem[]): void {
  for (const item of items) {
    if (item.kind === 'embed') node.embeds.push(planEmbed(context, node, item));
    else addColumn(context, node, item);
  }
  refuseSameNames(node);
  if (context.embeddedRows !== undefined) refuseRepeatedColumns(items);
}

function addColumn(context: ReadContext, node: ReadNode, item: SelectColumn): void {
  if (item.aggregate && !context.aggregates && !(item.aggregate === 'count' && node.depth > 0)) {
    throw new RestError({
      status: 400,
      code: 'PGRST123',
      message: 'Use of aggregate functions is not allowed',
    });
  }
  const star = item.field.name === '*' && !node.source.columns.has('*');
  if (star && !item.aggregate) {
    node.columns.push({ star: true, as: '*' });
    return;
  }
  const bareCount = isBareCount(node, item);
  const field: FieldRef =
    star || bareCount
      ? { kind: 'row', name: '*', type: 'record', path: [] }
      : resolveField(node, item.field, context.role);
  const aggregate = bareCount ? 'count' : item.aggregate;
  node.columns.push({
    star: false,
    field,
    as: item.alias ?? aggregate ?? (field.path.length > 0 ? jsonPathName(item.field) : item.field.name),
    ...(item.cast !== undefined && { cast: castType(context.cache, item.cast) }),
    ...(aggregate && { aggregate }),
    ...(item.aggregateCast !== undefined && { aggregateCast: castType(context.cache, item.aggregateCast) }),
  });
}

/** `posts(count)` counts the rows unless a column has that name, whatever the aggregate setting is. */
function isBareCount(node: ReadNode, item: SelectColumn): boolean {
  return (
    item.field.name === 'count' &&
    item.aggregate === undefined &&
    item.field.path.length === 0 &&
    findField(node.source, item.field) === undefined
  );
}

function castType(cache: SchemaCache, name: string): string {
  const type = cache.castTypes.get(name) ?? cache.castTypes.get(name.toLowerCase());
  if (type) return type;
  throw new RestError({ status: 400, code: '42704', message: `type "${name}" does not exist` });
}

function planEmbed(context: ReadContext, parent: ReadNode, item: SelectEmbed): EmbedNode {
  const origin = parent.source.rowType ?? parent.source;
  const relationship = findRelationship(context, origin.name, item);
  const source = sourceOfTable(context.cache, relationship.foreignTable);
  if (!source) throw notEmbedded(item.name);
  const depth = parent.depth + 1;
  const lists = parent.lists + (isToOne(relationship) ? 0 : 1);
  if (lists > context.limits.listDepth) throw tooMuch('The select parameter nests lists too deeply');
  const embed: EmbedNode = {
    source,
    label: labelOf(relationship, depth),
    depth,
    lists,
    columns: [],
    embeds: [],
    where: [],
    order: [],
    name: item.name,
    as: item.alias ?? item.name,
    relationship,
    inner: item.join === 'inner',
    spread: item.spread,
  };
  fillNode(context, embed, item.items);
  if (embed.spread && !isToOne(relationship) && hasAggregateWithin(embed)) {
    throw new RestError({
      status: 400,
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    });
  }
  return embed;
}

function hasAggregateWithin(node: ReadNode): boolean {
  return hasAggregate(node) || node.embeds.some((embed) => embed.spread && hasAggregateWithin(embed));
}

function labelOf(relationship: Relationship, depth: number): string {
  const { name } = relationship.foreignTable;
  const plain = relationship.kind === 'key' && relationship.cardinality === 'many-to-many';
  return plain ? name : `${name}_${depth}`;
}

function nodeAt(root: ReadNode, path: string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const next = node.embeds.find((embed) => embed.name === name || embed.as === name);
    if (!next) throw notEmbedded(name);
    node = next;
  }
  return node;
}

export function toCondition(context: ReadContext, node: ReadNode, tree: LogicTree): Condition {
  if (tree.kind === 'logic') {
    return {
      kind: 'logic',
      operator: tree.operator,
      negated: tree.negated,
      children: tree.children.map((child) => toCondition(context, node, child)),
    };
  }
  const onEmbed = filterOnEmbed(node, tree);
  if (onEmbed) return onEmbed;
  const { negated, operation } = tree;
  const field = resolveField(node, tree.field, context.role);
  if (isJson(field)) {
    const values = operation.kind === 'in' ? operation.values : [operation.value];
    for (const value of values) refuseDeepJson(value, 'value');
  }
  return { kind: 'filter', field, negated, operation };
}

/** Whether what the field is compared with is parsed as JSON. */
function isJson({ type, path }: FieldRef): boolean {
  const last = path.at(-1);
  return last ? !last.asText : type === 'json' || type === 'jsonb';
}

/** `posts=is.null` checks whether there are posts at all. */
function filterOnEmbed(node: ReadNode, filter: Filter): Condition | undefined {
  if (filter.field.path.length > 0) return undefined;
  const embed = node.embeds.find((candidate) => candidate.as === filter.field.name);
  if (!embed) return undefined;
  const { operation, negated } = filter;
  if (operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')) {
    return { kind: 'embed', embed, exists: (operation.value === 'not_null') !== negated };
  }
  if (findField(node.source, filter.field)) return undefined;
  throw new RestError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${embed.as}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
}

function toOrdering({ role }: ReadContext, node: ReadNode, term: OrderTerm): Ordering {
  const how = {
    ...(term.direction && { direction: term.direction }),
    ...(term.nulls && { nulls: term.nulls }),
  };
  if (term.relation === undefined) return { field: resolveField(node, term.field, role), ...how };
  const embed = node.embeds.find((candidate) => candidate.as === term.relation);
  if (!embed) throw notEmbedded(term.relation);
  if (!isToOne(embed.relationship)) {
    throw new RestError({
      status: 400,
      code: 'PGRST118',
      message: `A related order on '${embed.as}' is not possible`,
      details: `'${node.source.name}' and '${embed.as}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return { field: resolveField(embed, term.field, role), embed, ...how };
}

function applyPage(node: ReadNode, page: Page): void {
  if (page.limit !== undefined) node.limit = page.limit;
  if (page.offset !== undefined) node.offset = page.offset;
}
