import type { RawResult, Statement } from '../../database/database.ts';
import { toRows, toValue } from '../../database/values.ts';
import { SPENT_MS_SQL } from '../../rest/sql/answer-sql.ts';
import { Snapshot } from './snapshot.ts';

export interface PublishedTable {
  schema: string;
  name: string;
  /** `type` is the name clients know, `sql` the one to cast to. */
  columns: { name: string; type: string; sql: string }[];
  key: string[];
  roles: Record<string, RoleRights>;
}

export interface RoleRights {
  /** The columns that the role can read. */
  columns: string[];
  /** Every row is visible to the role whatever the claims are. */
  open: boolean;
}

export interface TableName {
  schema: string;
  name: string;
}

/** Read again for every batch of changes, so that revoked rights take effect at once. */
const describing = `
  select n.nspname as schema, c.relname as name,
    (
      select json_agg(json_build_object('name', a.attname, 'type', t.typname, 'sql', format_type(a.atttypid, -1))
        order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce((
      select json_agg(a.attname) from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as key,
    coalesce((
      select json_object_agg(r.rolname, json_build_object(
        'columns', coalesce((
          select json_agg(a.attname) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
        ), '[]'),
        'open', not c.relrowsecurity or r.rolbypassrls or r.rolsuper or coalesce((
          select bool_and(o.polpermissive) and bool_or(pg_get_expr(o.polqual, o.polrelid) = 'true')
          from pg_catalog.pg_policy o
          where o.polrelid = c.oid and o.polcmd in ('r', '*')
            and exists (select from unnest(o.polroles) as member where member = 0 or pg_has_role(r.oid, member, 'usage'))
        ), false)
      ))
      from pg_catalog.pg_roles r where r.rolname = any ($3::text[])
    ), '{}') as roles
  from pg_catalog.pg_publication_tables p
  join pg_catalog.pg_namespace n on n.nspname = p.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  join unnest($1::text[], $2::text[]) as isWanted (schema, name) on isWanted.schema = p.schemaname
    and (isWanted.name is null or isWanted.name = p.tablename)
  where p.pubname = 'supabase_realtime'`;

/** Without a name: all of the schema. */
export function describeTables(
  names: { schema: string; name: string | undefined }[],
  roles: string[],
): Statement {
  return {
    text: describing,
    name: 'realtime_tables',
    values: [names.map(({ schema }) => schema), names.map(({ name }) => name ?? null), roles].map(toValue),
  };
}

export function readTables(result: RawResult): Map<string, PublishedTable> {
  return new Map(toRows<PublishedTable>(result).map((table) => [nameOf(table), table]));
}

/** The tables at this moment. */
export async function findTables(
  run: (statements: Statement[]) => Promise<RawResult[]>,
  names: { schema: string; name: string | undefined }[],
  role: string,
): Promise<{ tables: PublishedTable[]; moment: Snapshot }> {
  const moment = { text: `select pg_current_snapshot()::text as snapshot, ${SPENT_MS_SQL}` };
  const [described, taken] = await run([describeTables(names, [role]), moment]);
  const [row] = taken === undefined ? [] : toRows<{ snapshot: string }>(taken);
  return {
    tables: described === undefined ? [] : [...readTables(described).values()],
    moment: new Snapshot(row?.snapshot ?? ''),
  };
}

export function nameOf({ schema, name }: TableName): string {
  return `${schema}.${name}`;
}
