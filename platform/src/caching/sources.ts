import type { Database } from '../database/database.ts';
import { scanDefinition } from './scan-definition.ts';
import { FUNCTIONS, RELATIONS } from './source-queries.ts';

interface SourceRow {
  schema: string;
  name: string;
  definition: string | null;
  is_constant: boolean;
  is_readable: boolean;
}
interface RelationRow extends SourceRow {
  has_no_rows: boolean;
  is_watched: boolean;
}
interface FunctionRow extends SourceRow {
  description: string | null;
}

/** A table, view or function, and what it refers to. */
interface Node {
  /** Undefined when that is not known. */
  reads: ReadonlySet<string> | undefined;
  isTable: boolean;
}

export interface SourceOptions {
  role?: string;
  schemas?: readonly string[];
}

/**
 * From which tables visitors' answers are made: through views, policies and functions, whose definitions name them. What is
 * unknown, such as a name made at run time, makes all that refers to it unknown.
 */
export class Sources {
  readonly #nodes = new Map<string, Node>();
  readonly #schemas: ReadonlySet<string>;
  readonly #watched: ReadonlySet<string>;
  readonly #readable: readonly string[];
  readonly #descriptions: ReadonlyMap<string, string>;
  readonly #tables = new Map<string, readonly string[] | undefined>();

  constructor(relations: readonly RelationRow[], functions: readonly FunctionRow[]) {
    const rows = [...relations, ...functions];
    this.#schemas = new Set(rows.map(({ schema }) => schema));
    for (const row of relations) this.#add(row, !row.has_no_rows);
    for (const row of functions) this.#add(row, false);
    this.#watched = new Set(relations.filter((row) => row.is_watched).map(nameOf));
    this.#readable = rows.filter((row) => row.is_readable).map(nameOf);
    this.#descriptions = new Map(functions.map((row) => [nameOf(row), row.description ?? '']));
  }

  /** The tables behind a table, view or function; undefined when they are not known, or not all are watched. */
  tablesOf(name: string): readonly string[] | undefined {
    const tables = this.#reached(name);
    return tables?.every((table) => this.#watched.has(table)) ? tables : undefined;
  }

  /** The comment of a function. */
  descriptionOf(name: string): string {
    return this.#descriptions.get(name) ?? '';
  }

  /** All tables that have to be watched. */
  wanted(): string[] {
    return [...new Set(this.#readable.flatMap((name) => this.#reached(name) ?? []))].toSorted();
  }

  /** What visitors can read although it is not known from which tables. */
  unknown(): string[] {
    return [...new Set(this.#readable.filter((name) => this.#reached(name) === undefined))].toSorted();
  }

  #add(row: SourceRow, isTable: boolean): void {
    const name = nameOf(row);
    const known = this.#nodes.get(name);
    const reads = row.is_constant ? new Set<string>() : this.#readsOf(row.definition);
    // Functions of one name are not told apart.
    const merged = known === undefined ? reads : reads && known.reads?.union(reads);
    this.#nodes.set(name, { reads: merged, isTable: isTable || (known?.isTable ?? false) });
  }

  #readsOf(definition: string | null): ReadonlySet<string> | undefined {
    if (definition === null) return undefined;
    const { names, isOpaque } = scanDefinition(definition);
    const isOfSchema = (name: string) => this.#schemas.has(name.slice(0, name.indexOf('.')));
    return isOpaque ? undefined : new Set([...names].filter(isOfSchema));
  }

  #reached(root: string): readonly string[] | undefined {
    if (!this.#tables.has(root)) this.#tables.set(root, this.#follow(root));
    return this.#tables.get(root);
  }

  #follow(root: string): readonly string[] | undefined {
    const seen = new Set([root]);
    const tables: string[] = [];
    // Names that are found are added while the set is walked.
    for (const name of seen) {
      const node = this.#nodes.get(name);
      if (node?.reads === undefined) return undefined;
      if (node.isTable) tables.push(name);
      for (const next of node.reads) seen.add(next);
    }
    return tables;
  }
}

function nameOf({ schema, name }: SourceRow): string {
  return `${schema}.${name}`;
}

export async function readSources(database: Database, options: SourceOptions = {}): Promise<Sources> {
  const { role = 'anon', schemas = ['public'] } = options;
  return database.transaction(async (transaction) => {
    await transaction.script(`set local search_path = ''`);
    const relations = await transaction.query<RelationRow>(RELATIONS, [role, schemas]);
    return new Sources(relations, await transaction.query<FunctionRow>(FUNCTIONS, [role, schemas]));
  });
}
