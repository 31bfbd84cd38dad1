import type { JsonStep } from '../parse/parse-field.ts';
import type { Operation } from '../parse/parse-filter.ts';
import type { AggregateName } from '../parse/parse-select.ts';
import type { QualifiedName, ReadRules, Relationship } from '../schema/schema-cache.ts';

/** The source of rows: a table, a view, or a function's result. */
export interface Source extends QualifiedName {
  columns: Map<string, { type: string; baseType: string; roles: readonly string[] }>;
  /** Computed columns by name. */
  computed: Map<string, QualifiedName & { type: string }>;
  /** The row type, when the rows are exactly those of an exposed table. */
  rowType?: QualifiedName;
  /** By role. */
  readRules?: ReadonlyMap<string, ReadRules>;
}

/** A value of a row, with all names resolved in the schema cache. */
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
  /** The table's name in PostgreSQL's error messages. */
  label: string;
  depth: number;
  /** How many lists it is nested in, itself included if it is one. The root is not counted. */
  lists: number;
  columns: OutputColumn[];
  embeds: EmbedNode[];
  where: Condition[];
  order: Ordering[];
  limit?: number;
  offset?: number;
}

export interface EmbedNode extends ReadNode {
  /** As written in the request, and as named in the response. */
  name: string;
  as: string;
  relationship: Relationship;
  inner: boolean;
  spread: boolean;
}

/** Used for filters only; nothing is selected from it. */
export function isHidden(embed: EmbedNode): boolean {
  return embed.columns.length === 0 && embed.embeds.every(isHidden);
}

export function hasAggregate(node: ReadNode): boolean {
  return node.columns.some((column) => column.aggregate !== undefined);
}
