import { keyOf, type ReadRules, type Table } from './schema-cache.ts';

/**
 * $1: exposed schemas, $2: roles of callers. Which rows a role can read. A condition that a caller could not send, because it
 * names something in a schema that is closed to them, is not callable.
 */
export const POLICIES = `
select row_to_json(t)::text as row from (
  select n.nspname as schema, c.relname as "table", r.rolname as role, pg_get_expr(p.polqual, p.polrelid) as condition,
    exists (select from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = p.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.deptype = 'n') as is_of_row,
    has_table_privilege(r.oid, c.oid, 'select') and not exists (
      select from pg_depend d
      left join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
      left join pg_class k on d.refclassid = 'pg_class'::regclass and k.oid = d.refobjid
      where d.classid = 'pg_policy'::regclass and d.objid = p.oid
        and (f.provolatile = 'v' or not has_schema_privilege(r.oid, coalesce(f.pronamespace, k.relnamespace), 'usage'))
    ) as is_callable
  from pg_policy p
  join pg_class c on c.oid = p.polrelid and c.relrowsecurity
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = any($1)
  join pg_roles r on r.rolname = any($2) and not r.rolsuper and not r.rolbypassrls
  where p.polpermissive and p.polcmd in ('r', '*')
    and exists (select from unnest(p.polroles) o (role) where o.role = 0 or pg_has_role(r.oid, o.role, 'usage'))
  order by p.polname
) t`;

export interface PolicyRow {
  schema: string;
  table: string;
  role: string;
  condition: string;
  is_of_row: boolean;
  is_callable: boolean;
}

/** Adds to each table the conditions that are the same for all of its rows, by role. */
export function addReadRules(tables: Map<string, Table>, policies: PolicyRow[]): void {
  const groups = Map.groupBy(
    policies,
    ({ schema, table, role }) => `${keyOf({ schema, name: table })} ${role}`,
  );
  for (const group of groups.values()) {
    const [{ schema, table, role }] = group as [PolicyRow];
    const rules = toReadRules(group);
    if (rules) tables.get(keyOf({ schema, name: table }))?.readRules.set(role, rules);
  }
}

function toReadRules(policies: PolicyRow[]): ReadRules | undefined {
  const isOpen = policies.some(({ condition }) => condition === 'true');
  if (isOpen || !policies.every(({ is_callable }) => is_callable)) return undefined;
  const either = (some: PolicyRow[]) => some.map(({ condition }) => `(${condition})`).join(' OR ');
  const all = policies.filter(({ is_of_row }) => !is_of_row);
  const some = policies.filter(({ is_of_row }) => is_of_row);
  if (all.length === 0) return undefined;
  return { all: either(all), ...(some.length > 0 && { some: either(some) }) };
}
