import type { Database, Transaction } from '../../database/database.ts';
import * as queries from './introspection-queries.ts';
import { addReadRules, POLICIES, type PolicyRow } from './policies.ts';
import {
  addViewPrimaryKeys,
  buildRelationships,
  type ForeignKeyRow,
  type PrimaryKeyRow,
  ViewKeys,
  type ViewRow,
} from './relationships.ts';
import {
  type Column,
  type ComputedColumn,
  type ComputedRelationship,
  keyOf,
  type RestFunction,
  type SchemaCache,
  type Table,
} from './schema-cache.ts';
import { readTimeout, readTimeouts, type TimeoutRow } from './timeouts.ts';

interface TableRow extends Omit<Table, 'isView' | 'primaryKey' | 'columns' | 'readRules'> {
  is_view: boolean;
  primary_key: string[];
}

interface ColumnRow extends Omit<Column, 'baseType' | 'maxLength' | 'enumValues'> {
  schema: string;
  table: string;
  base_type: string;
  max_length: number | null;
  enum_values: string[];
}

interface FunctionRow {
  schema: string;
  name: string;
  description: string | null;
  parameters: { name: string; type: string; input_type: string; required: boolean; variadic: boolean }[];
  is_void: boolean;
  returns_set: boolean;
  is_composite: boolean;
  return_schema: string;
  return_name: string;
  volatility: 'i' | 's' | 'v';
  roles: string[];
  result_columns: { name: string; type: string }[];
  timeout: string | null;
}

interface RowFunctionRow {
  schema: string;
  name: string;
  table_schema: string;
  table: string;
  foreign_schema: string | null;
  foreign_table: string | null;
  is_relationship: boolean | null;
  single: boolean;
  returns_set: boolean;
  type: string;
}

/** Hints in errors name only what the caller's role can use. */
const ROLES = ['anon', 'authenticated', 'service_role'];

/** Reads the exposed schemas, in one transaction for a consistent result. */
export async function introspect(
  database: Database,
  schemas: readonly string[],
  extraSearchPath: readonly string[],
): Promise<SchemaCache> {
  const exposed = [...schemas];
  const searched = [...new Set([...schemas, ...extraSearchPath])];
  const rows = await database.transaction(async (transaction) => {
    // With an empty search path the catalogue prints qualified names.
    await transaction.script(`set local search_path = ''`);
    return {
      tables: await queryRows<TableRow>(transaction, queries.TABLES, [exposed, ROLES]),
      columns: await queryRows<ColumnRow>(transaction, queries.COLUMNS, [exposed, ROLES]),
      policies: await queryRows<PolicyRow>(transaction, POLICIES, [exposed, ROLES]),
      foreignKeys: await queryRows<ForeignKeyRow>(transaction, queries.FOREIGN_KEYS),
      primaryKeys: await queryRows<PrimaryKeyRow>(transaction, queries.PRIMARY_KEYS),
      views: await queryRows<ViewRow>(transaction, queries.VIEWS),
      functions: await queryRows<FunctionRow>(transaction, queries.FUNCTIONS, [exposed, ROLES]),
      rowFunctions: await queryRows<RowFunctionRow>(transaction, queries.ROW_FUNCTIONS, [exposed, searched]),
      castTypes: await queryRows<{ name: string; sql: string; schema: string }>(
        transaction,
        queries.CAST_TYPES,
        [searched],
      ),
      toFeature: await queryRows<{ sql: string }>(transaction, queries.TO_FEATURE),
      timeouts: await queryRows<TimeoutRow>(transaction, queries.ROLE_TIMEOUTS, [ROLES]),
    };
  });

  const tables = toTables(rows.tables, rows.columns);
  addReadRules(tables, rows.policies);
  const views = new ViewKeys(rows.views);
  addViewPrimaryKeys(tables, rows.primaryKeys, views);
  const computed = rows.rowFunctions.filter((row) => row.is_relationship && exposed.includes(row.schema));
  return {
    tables,
    relationships: buildRelationships(tables, rows.foreignKeys, views, computed.map(toComputedRelationship)),
    functions: Map.groupBy(rows.functions.map(toFunction), keyOf),
    computedColumns: toComputedColumns(rows.rowFunctions),
    castTypes: toCastTypes(rows.castTypes),
    toFeature: rows.toFeature[0]?.sql,
    timeouts: readTimeouts(rows.timeouts),
  };
}

async function queryRows<Row>(
  transaction: Transaction,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const answers = await transaction.query<{ row: string }>(text, values);
  return answers.map(({ row }) => JSON.parse(row) as Row);
}

function toTables(rows: TableRow[], columns: ColumnRow[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const { is_view, primary_key, ...row } of rows) {
    tables.set(keyOf(row), {
      ...row,
      isView: is_view,
      primaryKey: primary_key,
      columns: new Map(),
      readRules: new Map(),
    });
  }
  for (const { schema, table, base_type, max_length, enum_values, ...row } of columns) {
    tables.get(keyOf({ schema, name: table }))?.columns.set(row.name, {
      ...row,
      baseType: base_type,
      maxLength: max_length,
      enumValues: enum_values,
    });
  }
  return tables;
}

function toFunction(row: FunctionRow): RestFunction {
  // Without declared columns only the value itself knows what is in it.
  const isUntyped = row.return_name === 'record' && row.result_columns.length === 0;
  return {
    schema: row.schema,
    name: row.name,
    description: row.description,
    parameters: row.parameters.map(({ input_type, ...rest }) => ({ ...rest, inputType: input_type })),
    returns: row.is_void ? 'void' : row.is_composite && !isUntyped ? 'composite' : 'scalar',
    returnsSet: row.returns_set,
    returnType: { schema: row.return_schema, name: row.return_name },
    volatility: ({ i: 'immutable', s: 'stable', v: 'volatile' } as const)[row.volatility],
    resultColumns: row.result_columns,
    roles: row.roles,
    timeoutMs: readTimeout(row.timeout),
  };
}

function toComputedRelationship(row: RowFunctionRow): ComputedRelationship {
  return {
    kind: 'computed',
    table: { schema: row.table_schema, name: row.table },
    foreignTable: { schema: row.foreign_schema ?? '', name: row.foreign_table ?? '' },
    function: { schema: row.schema, name: row.name },
    single: row.single,
  };
}

function toComputedColumns(rows: RowFunctionRow[]): Map<string, Map<string, ComputedColumn>> {
  const found = new Map<string, Map<string, ComputedColumn>>();
  for (const row of rows) {
    if (row.returns_set) continue;
    const key = keyOf({ schema: row.table_schema, name: row.table });
    const ofTable = found.get(key) ?? new Map<string, ComputedColumn>();
    ofTable.set(row.name, { function: { schema: row.schema, name: row.name }, type: row.type });
    found.set(key, ofTable);
  }
  return found;
}

/** Standard SQL names, which the catalogue does not list. `char` without a length has one character. */
const SPELLINGS: Record<string, string> = {
  int: 'integer',
  integer: 'integer',
  smallint: 'smallint',
  bigint: 'bigint',
  real: 'real',
  float: 'double precision',
  'double precision': 'double precision',
  decimal: 'numeric',
  dec: 'numeric',
  boolean: 'boolean',
  char: 'character',
  character: 'character',
  'character varying': 'character varying',
  bit: 'bit',
  'bit varying': 'bit varying',
  'timestamp with time zone': 'timestamp with time zone',
  'timestamp without time zone': 'timestamp without time zone',
  'time with time zone': 'time with time zone',
  'time without time zone': 'time without time zone',
};

function toCastTypes(rows: { name: string; sql: string; schema: string }[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const row of rows) if (row.schema !== 'pg_catalog') types.set(row.name, row.sql);
  for (const row of rows) if (row.schema === 'pg_catalog') types.set(row.name, row.sql);
  for (const [spelling, sql] of Object.entries(SPELLINGS)) types.set(spelling, sql);
  return types;
}
