import type { Database } from '@lakou/platform/database';

interface Column {
  relation: string;
  kind: 'r' | 'v';
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
}
interface Relationship {
  relation: string;
  name: string;
  columns: string[];
  one_to_one: boolean;
  referenced: string;
  referenced_columns: string[];
}
interface Routine {
  name: string;
  args: { name: string; type: string; optional: boolean }[] | null;
  returns: string;
  returns_set: boolean;
  /** Of `returns table (…)`. */
  columns: { name: string; type: string }[] | null;
}

/** The types of schema public in the form that supabase-js takes, read from a migrated database. */
export async function databaseTypes(database: Database): Promise<string> {
  const columns = await database.query<Column>(COLUMNS);
  const relationships = await database.query<Relationship>(RELATIONSHIPS);
  const routines = await database.query<Routine>(ROUTINES);
  const tables = new Set(columns.filter(({ kind }) => kind === 'r').map(({ relation }) => relation));
  const views = new Set(columns.filter(({ kind }) => kind === 'v').map(({ relation }) => relation));
  const typeOf = (type: string): string => typescriptType(type, tables, views);

  const relation = (name: string): string => {
    const own = columns.filter((column) => column.relation === name);
    const fields = (optional: (column: Column) => boolean, skip: (column: Column) => boolean) =>
      own
        .filter((column) => !skip(column))
        .map((column) => {
          const type = typeOf(column.type) + (column.nullable ? ' | null' : '');
          return `          ${column.name}${optional(column) ? '?' : ''}: ${type}`;
        })
        .join('\n');
    const row = fields(
      () => false,
      () => false,
    );
    const insert = fields(
      (column) => column.nullable || column.has_default || column.kind === 'v',
      (column) => column.generated,
    );
    const update = fields(
      () => true,
      (column) => column.generated,
    );
    const links = relationships
      .filter((link) => link.relation === name)
      .map(
        (link) => `          {
            foreignKeyName: '${link.name}'
            columns: [${link.columns.map((column) => `'${column}'`).join(', ')}]
            isOneToOne: ${link.one_to_one}
            referencedRelation: '${link.referenced}'
            referencedColumns: [${link.referenced_columns.map((column) => `'${column}'`).join(', ')}]
          }`,
      );
    return `      ${name}: {
        Row: {\n${row}\n        }
        Insert: {\n${insert}\n        }
        Update: {\n${update}\n        }
        Relationships: [${links.length ? `\n${links.join(',\n')}\n        ` : ''}]
      }`;
  };

  const routine = ({ name, args, returns, returns_set, columns }: Routine): string => {
    const given = args?.length
      ? `{ ${args.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${typeOf(arg.type)}`).join('; ')} }`
      : 'never';
    const row = columns?.map((column) => `${column.name}: ${typeOf(column.type)}`).join('; ');
    const one = row ? `{ ${row} }` : typeOf(returns);
    return `      ${name}: { Args: ${given}; Returns: ${one}${returns_set ? '[]' : ''} }`;
  };

  return `// Generated from supabase/migrations by \`npm run types\`. Never edited: a test fails when it is stale.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
${[...tables].map(relation).join('\n')}
    }
    Views: {
${[...views].map(relation).join('\n')}
    }
    Functions: {
${routines.map(routine).join('\n')}
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
`;
}

function typescriptType(type: string, tables: Set<string>, views: Set<string>): string {
  if (type.startsWith('_')) return `${typescriptType(type.slice(1), tables, views)}[]`;
  if (/^(int[248]|float[48]|numeric)$/.test(type)) return 'number';
  if (type === 'bool') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'Json';
  if (type === 'void') return 'undefined';
  if (tables.has(type)) return `Database['public']['Tables']['${type}']['Row']`;
  if (views.has(type)) return `Database['public']['Views']['${type}']['Row']`;
  // Dates, uuids, texts and everything else travel as strings.
  return 'string';
}

const COLUMNS = `
  select c.relname as relation, case c.relkind when 'v' then 'v' else 'r' end as kind, a.attname as name, t.typname as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as has_default,
    a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`;

// A view in public that shows a table of the same name in private stands for it: profiles.
const RELATIONSHIPS = `
  select c.relname as relation, k.conname as name, f.relname as referenced,
    (select json_agg(a.attname order by n) from unnest(k.conkey) with ordinality as u (num, n)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
    (select json_agg(a.attname order by n) from unnest(k.confkey) with ordinality as u (num, n)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as referenced_columns,
    exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
      and i.indnkeyatts = cardinality(k.conkey) and (i.indkey::int2[])[0:i.indnkeyatts - 1] @> k.conkey) as one_to_one
  from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
    and exists (select from pg_class v where v.relname = f.relname and v.relnamespace = 'public'::regnamespace)
  order by c.relname collate "C", k.conname collate "C"`;

const ROUTINES = `
  select p.proname as name, t.typname as returns, p.proretset as returns_set,
    (select json_agg(json_build_object(
        'name', p.proargnames[n], 'type', a.typname, 'optional', n > p.pronargs - p.pronargdefaults) order by n)
      from unnest(p.proargtypes::oid[]) with ordinality as u (type, n) join pg_type a on a.oid = u.type) as args,
    (select json_agg(json_build_object('name', p.proargnames[n], 'type', a.typname) order by n)
      from unnest(p.proallargtypes, p.proargmodes) with ordinality as u (type, mode, n) join pg_type a on a.oid = u.type
      where u.mode = 't') as columns
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
  order by p.proname collate "C"`;
