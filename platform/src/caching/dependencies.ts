/** What an answer was made from: a table, or its rows with one value in a column. */
export interface Dependency {
  /** With its schema: `public.films`. */
  table: string;
  /** Rows with this value alone, in PostgreSQL's text form. */
  column?: string;
  value?: string;
}

export type Dependencies = readonly Dependency[];

/** Beyond this many rows of a table, the whole table is noted. */
const MOST_ROWS = 100;

/** Undefined when one of them is not known. */
export function mergeDependencies(all: Iterable<Dependencies | undefined>): Dependencies | undefined {
  const byTable = new Map<string, Map<string, Dependency>>();
  for (const dependencies of all) {
    if (dependencies === undefined) return undefined;
    for (const dependency of dependencies) {
      const ofTable = byTable.get(dependency.table) ?? new Map<string, Dependency>();
      byTable.set(dependency.table, ofTable.set(rowsKey(dependency), dependency));
    }
  }
  return [...byTable].flatMap(([table, ofTable]) =>
    ofTable.has('') || ofTable.size > MOST_ROWS ? [{ table }] : [...ofTable.values()],
  );
}

function rowsKey({ column, value }: Dependency): string {
  return column === undefined ? '' : `${column}=${value}`;
}

const known = new WeakMap<Response, Dependencies>();

/** What an answer of the Data API was made from. Undefined when that is not known: it is good for a second. */
export function dependenciesOf(response: Response): Dependencies | undefined {
  return known.get(response);
}

export function withDependencies(response: Response, dependencies: Dependencies | undefined): Response {
  if (dependencies !== undefined) known.set(response, dependencies);
  return response;
}
