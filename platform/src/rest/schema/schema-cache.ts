/** Tables, relationships and functions of the exposed schemas. Read once, cached until a reload. */
export interface SchemaCache {
  tables: Map<string, Table>;
  /** By the table's key: everything that can be embedded in it. */
  relationships: Map<string, Relationship[]>;
  /** By `schema.name`: all overloads. */
  functions: Map<string, RestFunction[]>;
  /** By the table's key, then by name: computed columns. */
  computedColumns: Map<string, Map<string, ComputedColumn>>;
  /** The types allowed behind `::`, and their SQL names. */
  castTypes: Map<string, string>;
  /** The SQL name of PostGIS's function from a row to a GeoJSON feature, where it is installed. */
  toFeature: string | undefined;
  /** By role, where its settings limit the time of a statement: milliseconds. */
  timeouts: Map<string, number>;
}

export interface Column {
  name: string;
  /** As printed by the catalogue, such as `character varying(20)` or `public.status`. */
  type: string;
  /** A domain's base type; otherwise the type itself, without its modifiers. */
  baseType: string;
  nullable: boolean;
  /** The expression, in SQL; null for columns without a default and generated ones. */
  default: string | null;
  maxLength: number | null;
  enumValues: string[];
  description: string | null;
  /** Those that can use it. */
  roles: string[];
}

export interface Table {
  schema: string;
  name: string;
  description: string | null;
  isView: boolean;
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  primaryKey: string[];
  columns: Map<string, Column>;
  /** Those that can use it, or a column of it. */
  roles: string[];
  /** By role, where policies have a part that is the same for every row. */
  readRules: Map<string, ReadRules>;
}

/** Conditions, in SQL: callers who meet `all` can read every row, others the rows that meet `some`. */
export interface ReadRules {
  all: string;
  some?: string;
}

export interface QualifiedName {
  schema: string;
  name: string;
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

/** A pair of columns: here, there. */
export type ColumnPair = readonly [string, string];

export interface KeyRelationship {
  kind: 'key';
  table: QualifiedName;
  foreignTable: QualifiedName;
  cardinality: Cardinality;
  /** The foreign key's name; for many-to-many the one from junction to table. */
  constraint: string;
  columns: ColumnPair[];
  isSelf: boolean;
  /** Only for many-to-many. `columns` then pairs table and junction. */
  junction?: { table: QualifiedName; constraint: string; columns: ColumnPair[] };
}

/** A function from a row to rows, embedded under its own name. */
export interface ComputedRelationship {
  kind: 'computed';
  table: QualifiedName;
  foreignTable: QualifiedName;
  function: QualifiedName;
  single: boolean;
}

export type Relationship = KeyRelationship | ComputedRelationship;

export interface ComputedColumn {
  function: QualifiedName;
  /** The type of its value. */
  type: string;
}

export interface Parameter {
  name: string;
  type: string;
  /** The type to cast a value to: `character` and `bit` would truncate it. */
  inputType: string;
  required: boolean;
  variadic: boolean;
}

export interface RestFunction {
  schema: string;
  name: string;
  description: string | null;
  parameters: Parameter[];
  returns: 'void' | 'scalar' | 'composite';
  returnsSet: boolean;
  /** The table or composite type it returns, if any. */
  returnType: QualifiedName;
  volatility: 'immutable' | 'stable' | 'volatile';
  /** Names and types of the columns when it returns rows that are no table's. */
  resultColumns: { name: string; type: string }[];
  /** Those that can call it. */
  roles: string[];
  /** Where its settings limit the time of a statement: milliseconds. */
  timeoutMs: number | undefined;
}

export function keyOf(name: QualifiedName): string {
  return `${name.schema}.${name.name}`;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.single;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}
