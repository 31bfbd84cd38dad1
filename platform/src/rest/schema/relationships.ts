import {
  type ColumnPair,
  type ComputedRelationship,
  type KeyRelationship,
  keyOf,
  type QualifiedName,
  type Relationship,
  type Table,
} from './schema-cache.ts';
import { readViewColumns } from './view-columns.ts';

export interface ForeignKeyRow {
  constraint: string;
  schema: string;
  table: string;
  table_oid: number;
  foreign_schema: string;
  foreign_table: string;
  foreign_oid: number;
  columns: [number, string, number, string][];
  is_unique: boolean;
}

export interface ViewRow {
  oid: number;
  schema: string;
  name: string;
  tree: string;
  columns: Record<string, string> | null;
}

export interface PrimaryKeyRow {
  table_oid: number;
  columns: number[];
}

/** For a view: table oid → column number → the view's columns that show it. */
type Shown = Map<number, Map<number, string[]>>;

/** Views that contain a table's key columns have the table's relationships. */
export class ViewKeys {
  readonly #views: { view: QualifiedName; shown: Shown }[];

  constructor(rows: ViewRow[]) {
    const byOid = new Map(rows.map((row) => [row.oid, { row, columns: readViewColumns(row.tree) }]));
    const resolve = (table: number, column: number, seen: Set<number>): [number, number][] => {
      const view = byOid.get(table);
      if (!view || seen.has(table)) return [[table, column]];
      const passed = view.columns.filter((entry) => entry.position === column);
      const deeper = passed.flatMap((entry) =>
        resolve(entry.originTable, entry.originColumn, new Set([...seen, table])),
      );
      return [[table, column], ...deeper];
    };
    this.#views = [...byOid.values()].map(({ row, columns }) => {
      const shown: Shown = new Map();
      for (const entry of columns) {
        const name = row.columns?.[entry.position];
        if (name === undefined) continue;
        for (const [table, column] of resolve(entry.originTable, entry.originColumn, new Set([row.oid]))) {
          const ofTable = shown.get(table) ?? new Map<number, string[]>();
          ofTable.set(column, [...(ofTable.get(column) ?? []), name]);
          shown.set(table, ofTable);
        }
      }
      return { view: { schema: row.schema, name: row.name }, shown };
    });
  }

  /** Every view that contains all these columns of the table, with all their names there. */
  showing(table: number, columns: readonly number[]): { view: QualifiedName; names: string[] }[] {
    return this.#views.flatMap(({ view, shown }) => {
      const ofTable = shown.get(table);
      if (!ofTable) return [];
      return combinations(columns.map((column) => ofTable.get(column) ?? [])).map((names) => ({
        view,
        names,
      }));
    });
  }
}

function combinations(choices: string[][]): string[][] {
  return choices.reduce<string[][]>(
    (all, names) => all.flatMap((one) => names.map((name) => [...one, name])),
    [[]],
  );
}

/** A view has its table's primary key if it contains all of its columns. */
export function addViewPrimaryKeys(tables: Map<string, Table>, keys: PrimaryKeyRow[], views: ViewKeys): void {
  for (const key of keys) {
    for (const { view, names } of views.showing(key.table_oid, key.columns)) {
      const table = tables.get(keyOf(view));
      if (table?.isView && table.primaryKey.length === 0) table.primaryKey = names;
    }
  }
}

/** All relationships between exposed tables and views, by the table they start from. */
export function buildRelationships(
  tables: Map<string, Table>,
  foreignKeys: ForeignKeyRow[],
  views: ViewKeys,
  computed: ComputedRelationship[],
): Map<string, Relationship[]> {
  const forward = foreignKeys.flatMap((key) => throughViews(key, views));
  const all: Relationship[] = [...forward, ...forward.map(inverse), ...throughJunctions(forward, tables)];
  const relationships = new Map<string, Relationship[]>();
  for (const relationship of all) {
    if (!tables.has(keyOf(relationship.table)) || !tables.has(keyOf(relationship.foreignTable))) continue;
    // A computed relationship overrides a foreign key of the same name.
    const overridden = computed.some(
      (one) =>
        keyOf(one.table) === keyOf(relationship.table) &&
        keyOf(one.function) === keyOf(relationship.foreignTable),
    );
    if (!overridden) append(relationships, relationship);
  }
  for (const relationship of computed) append(relationships, relationship);
  for (const list of relationships.values()) list.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return relationships;
}

function append(relationships: Map<string, Relationship[]>, relationship: Relationship): void {
  const key = keyOf(relationship.table);
  relationships.set(key, [...(relationships.get(key) ?? []), relationship]);
}

function sortKey(relationship: Relationship): string {
  if (relationship.kind === 'computed') return `0 ${keyOf(relationship.function)}`;
  const columns = relationship.columns.map((pair) => pair.join()).join();
  return `1 ${keyOf(relationship.foreignTable)} ${relationship.constraint} ${relationship.cardinality} ${columns}`;
}

function throughViews(key: ForeignKeyRow, views: ViewKeys): KeyRelationship[] {
  const ends = (table: QualifiedName, oid: number, numbers: number[], names: string[]) => [
    { table, names },
    ...views.showing(oid, numbers).map(({ view, names: shown }) => ({ table: view, names: shown })),
  ];
  const here = ends(
    { schema: key.schema, name: key.table },
    key.table_oid,
    key.columns.map((c) => c[0]),
    key.columns.map((c) => c[1]),
  );
  const there = ends(
    { schema: key.foreign_schema, name: key.foreign_table },
    key.foreign_oid,
    key.columns.map((c) => c[2]),
    key.columns.map((c) => c[3]),
  );
  return here.flatMap((from) =>
    there.map(
      (to): KeyRelationship => ({
        kind: 'key',
        table: from.table,
        foreignTable: to.table,
        cardinality: key.is_unique ? 'one-to-one' : 'many-to-one',
        constraint: key.constraint,
        columns: from.names.map((name, index): ColumnPair => [name, to.names[index] ?? '']),
        isSelf: keyOf(from.table) === keyOf(to.table),
      }),
    ),
  );
}

function inverse(relationship: KeyRelationship): KeyRelationship {
  return {
    ...relationship,
    table: relationship.foreignTable,
    foreignTable: relationship.table,
    cardinality: relationship.cardinality === 'many-to-one' ? 'one-to-many' : 'one-to-one',
    columns: relationship.columns.map(([here, there]): ColumnPair => [there, here]),
  };
}

/** A table whose primary key holds two foreign keys joins the two tables they point to. */
function throughJunctions(forward: KeyRelationship[], tables: Map<string, Table>): KeyRelationship[] {
  const byTable = Map.groupBy(forward, (relationship) => keyOf(relationship.table));
  const found: KeyRelationship[] = [];
  for (const [name, keys] of byTable) {
    const junction = tables.get(name);
    if (!junction) continue;
    for (const one of keys) {
      for (const other of keys) {
        if (one.constraint === other.constraint) continue;
        if (one.cardinality !== 'many-to-one' || other.cardinality !== 'many-to-one') continue;
        const used = [...one.columns, ...other.columns].map(([column]) => column);
        if (!used.every((column) => junction.primaryKey.includes(column))) continue;
        found.push({
          kind: 'key',
          table: one.foreignTable,
          foreignTable: other.foreignTable,
          cardinality: 'many-to-many',
          constraint: one.constraint,
          columns: one.columns.map(([inJunction, inTable]): ColumnPair => [inTable, inJunction]),
          isSelf: keyOf(one.foreignTable) === keyOf(other.foreignTable),
          junction: {
            table: one.table,
            constraint: other.constraint,
            columns: other.columns.map(([inJunction, inTable]): ColumnPair => [inTable, inJunction]),
          },
        });
      }
    }
  }
  return found;
}
