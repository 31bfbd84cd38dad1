import type { JsonStep } from '../parse/parse-field.ts';
import type { Operation } from '../parse/parse-filter.ts';
import type { AggregateName } from '../parse/parse-select.ts';
import type { QualifiedName, Relationship } from '../schema/schema-cache.ts';

/** Where rows come from: a table, a view, or what a function returns. */
export interface Source extends QualifiedName {
  columns: Map<string, { type: string; baseType: string }>;
  /** By name: functions of the row that read like columns. */
  computed: Map<string, QualifiedName & { type: string }>;
  /** The row type, when the rows are exactly those of an exposed table. */
  rowType?: QualifiedName;
}

/** A value of a row, every name in it found in the schema cache. */
export interface FieldRef {
  kind: 'column' | 'computed' | 'row';
  name: string;
  function?: QualifiedName;
  type: string;
  path: JsonStep[];
}

export interface OutputColumn {
  /** All columns, as they are. */
  star: boolean;
  field?: FieldRef;
  as: string;
  /** SQL of the type, from the cache. */
  cast?: string;
  aggregate?: AggregateName;
  aggregateCast?: string;
}

export type Condition =
  | { kind: 'filter'; field: FieldRef; negated: boolean; operation: Operation }
  | { kind: 'logic'; operator: 'and' | 'or'; negated: boolean; children: Condition[] }
  /** Whether an embedded resource has any row. */
  | { kind: 'embed'; embed: EmbedNode; exists: boolean };

export interface Ordering {
  field: FieldRef;
  /** The embedded row that has the field. */
  embed?: EmbedNode;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export interface ReadNode {
  source: Source;
  /** How PostgreSQL would name this table in a complaint about it. */
  label: string;
  depth: number;
  columns: OutputColumn[];
  embeds: EmbedNode[];
  where: Condition[];
  order: Ordering[];
  limit?: number;
  offset?: number;
}

export interface EmbedNode extends ReadNode {
  /** As written in the request, and as shown in the answer. */
  name: string;
  as: string;
  relationship: Relationship;
  inner: boolean;
  spread: boolean;
}

/** Nothing was selected from it: it is there for the filters only. */
export function isHidden(embed: EmbedNode): boolean {
  return embed.columns.length === 0 && embed.embeds.every(isHidden);
}

export function hasAggregate(node: ReadNode): boolean {
  return node.columns.some((column) => column.aggregate !== undefined);
}
