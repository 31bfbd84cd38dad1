import type { Database, Transaction } from '@lakou/platform/database';
import {
  COLUMNS,
  CONSTRAINTS,
  DEFAULT_PRIVILEGES,
  GRANTS,
  INDEXES,
  POLICIES,
  PUBLICATIONS,
  RELATIONS,
  ROUTINES,
  SCHEMAS,
  TRIGGERS,
} from './catalog-queries.ts';

interface Relation {
  oid: number;
  name: string;
  kind: 'table' | 'view' | 'type' | 'sequence';
  options: string | null;
  comment: string | null;
  secured: boolean;
  definition: string | null;
}
interface Line {
  relation: number;
  text: string;
}
interface Column extends Line {
  comment: string | null;
  name: string;
}
interface Grant {
  relation: number;
  target: string;
  grantee: string;
  privilege: string;
  column: string | null;
}
interface Routine {
  name: string;
  signature: string;
  definition: string;
  comment: string | null;
  grantees: string[] | null;
}

/** The text of supabase/schema.sql: everything that supabase/migrations build. */
export async function describeMigratedSchema(database: Database): Promise<string> {
  const schema = await describeSchema(database, {
    schemas: ['public', 'private'],
    attachedTo: ['auth', 'storage'],
  });
  return `${HEADER}\n${schema}`;
}

const HEADER = `-- The current schema, for reading. Generated from supabase/migrations by \`npm run db:schema\`; never edited or run:
-- a test fails when it differs from what the migrations build.
`;

export interface DescribeOptions {
  /** Whose tables, views, types and functions are described. */
  schemas: string[];
  /** Of tables elsewhere, the policies, and the triggers that call a function of `schemas`. */
  attachedTo?: string[];
}

/**
 * A schema as SQL for reading: each table with its columns, constraints, indexes, grants, policies and triggers, then
 * views, types and functions. Read from the catalogs, in an order that does not depend on when something was created,
 * so that PostgreSQL 15 and later and PGlite print the same text for the same migrations.
 */
export function describeSchema(database: Database, options: DescribeOptions): Promise<string> {
  return database.transaction(async (transaction) => {
    // PostgreSQL omits the schema of what is on the search path.
    await transaction.script(`set local search_path = ''`);
    return describeCatalogs(transaction, options);
  });
}

async function describeCatalogs(
  database: Pick<Transaction, 'query'>,
  { schemas, attachedTo = [] }: DescribeOptions,
): Promise<string> {
  const own = [schemas];
  const everywhere = [[...schemas, ...attachedTo]];
  const relations = await database.query<Relation>(RELATIONS, own);
  const columns = await database.query<Column>(COLUMNS, own);
  const constraints = await database.query<Line>(CONSTRAINTS, own);
  const indexes = await database.query<Line>(INDEXES, own);
  const grants = await database.query<Grant>(GRANTS, own);
  const policies = await database.query<Line & { schema: string; target: string }>(POLICIES, everywhere);
  const triggers = await database.query<Line & { schema: string; target: string }>(TRIGGERS, [
    everywhere[0],
    schemas,
  ]);
  const routines = await database.query<Routine>(ROUTINES, own);
  const texts = async (sql: string) =>
    (await database.query<{ text: string }>(sql, own)).map(({ text }) => text);

  const of = <T extends { relation: number }>(lines: T[], { oid }: Relation): T[] =>
    lines.filter(({ relation }) => relation === oid);
  const printed = (lines: Line[]) => lines.map(({ text }) => `${text};`);

  const relation = (each: Relation): string => {
    const kind = each.kind;
    const fields = [...of(columns, each), ...of(constraints, each)]
      .map(({ text }) => `  ${text}`)
      .join(',\n');
    const head = {
      table: `create table ${each.name} (\n${fields}\n)`,
      type: `create type ${each.name} as (\n${fields}\n)`,
      view: `create view ${each.name}${each.options ? ` with (${each.options})` : ''} as\n${each.definition}`,
      sequence: `create sequence ${each.name}`,
    }[kind];
    return [
      `${head};`,
      ...(each.comment === null ? [] : [comment(`${kind} ${each.name}`, each.comment)]),
      ...of(columns, each)
        .filter((column) => column.comment !== null)
        .map((column) => comment(`column ${each.name}.${column.name}`, column.comment ?? '')),
      ...printed(of(indexes, each)),
      ...(each.secured ? [`alter table ${each.name} enable row level security;`] : []),
      ...describeGrants(of(grants, each)),
      ...printed(of(policies, each)),
      ...printed(of(triggers, each)),
    ].join('\n');
  };
  const described = (kind: Relation['kind']) => relations.filter((each) => each.kind === kind).map(relation);

  const attached = attachedTo.flatMap((schema) => {
    const targets = [...policies, ...triggers]
      .filter((line) => line.schema === schema)
      .map(({ target }) => target);
    return [...new Set(targets)]
      .toSorted()
      .map((target) =>
        printed([...policies, ...triggers].filter((line) => line.target === target)).join('\n'),
      );
  });

  const sections: [string, string[]][] = [
    ['Schemas', [(await texts(SCHEMAS)).join('\n'), (await texts(DEFAULT_PRIVILEGES)).join('\n')]],
    ['Types', described('type')],
    ['Tables', described('table')],
    ['Sequences', described('sequence')],
    ['Views', described('view')],
    [`On tables of ${attachedTo.join(', ')}`, attached],
    ['Functions', routines.map(describeRoutine)],
    ['Publications', await texts(PUBLICATIONS)],
  ];
  return sections
    .filter(([, blocks]) => blocks.some((block) => block !== ''))
    .map(([title, blocks]) => `${heading(title)}\n\n${blocks.filter((block) => block !== '').join('\n\n')}\n`)
    .join('\n');
}

const heading = (title: string) => `-- ${title} ${'-'.repeat(112 - title.length)}`;
const comment = (target: string, text: string) => `comment on ${target} is '${text.replaceAll("'", "''")}';`;

/** One line per set of privileges: `grant select on public.movies to anon, authenticated;`. */
function describeGrants(grants: Grant[]): string[] {
  const granted = new Map<string, { target: string; privileges: string[] }>();
  const byGrantee = Map.groupBy(
    grants,
    ({ grantee, column }) => `${grantee}${column === null ? '' : ' columns'}`,
  );
  for (const [key, own] of byGrantee) {
    const privileges = Map.groupBy(own, ({ privilege }) => privilege);
    const names = PRIVILEGES.filter((name) => privileges.has(name)).map((name) => {
      const named = privileges.get(name)?.flatMap(({ column }) => (column === null ? [] : [column])) ?? [];
      return named.length > 0 ? `${name} (${named.join(', ')})` : name;
    });
    const all = names.length === PRIVILEGES.length && !key.endsWith(' columns');
    granted.set(key, { target: own[0]?.target ?? '', privileges: all ? ['all'] : names });
  }
  const lines = Map.groupBy(
    granted,
    ([, { target, privileges }]) => `grant ${privileges.join(', ')} on ${target}`,
  );
  return [...lines]
    .map(([line, keys]) => `${line} to ${keys.map(([key]) => key.replace(/ columns$/, '')).join(', ')};`)
    .toSorted();
}

const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];

function describeRoutine({ signature, definition, comment: text, grantees }: Routine): string {
  return [
    `${definition.trimEnd().replace(/^CREATE OR REPLACE/, 'CREATE')};`,
    ...(text === null ? [] : [comment(`function ${signature}`, text)]),
    ...(grantees === null ? [] : [`grant execute on function ${signature} to ${grantees.join(', ')};`]),
  ].join('\n');
}
