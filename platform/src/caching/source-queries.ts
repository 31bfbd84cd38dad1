/** Queries of the catalogue, with an empty search path, so that it prints qualified names. $1: visitors' role, $2: exposed schemas. */

const isConstant = (catalogue: string) =>
  `coalesce(obj_description(o.oid, '${catalogue}') like '%(constant for visitors)%', false)`;
const isReadable = (privilege: string) =>
  `n.nspname = any($2) and has_schema_privilege($1, n.oid, 'usage') and ${privilege}`;

/** The definition of a view, or all policies of a table; null where changes cannot be followed. */
export const RELATIONS = `
select n.nspname as schema, o.relname as name, o.relkind in ('v', 'c') as has_no_rows, ${isConstant('pg_class')} as is_constant,
  case
    when o.relkind = 'v' then pg_get_viewdef(o.oid)
    when o.relkind = 'c' then ''
    when o.relkind = 'r' and not o.relhassubclass and not o.relispartition then coalesce((
      select string_agg(pg_get_expr(p.polqual, p.polrelid), E'\\n') from pg_policy p
      where p.polrelid = o.oid and p.polcmd in ('r', '*') and exists (
        select from unnest(p.polroles) as r (role) where r.role = 0 or pg_has_role($1, r.role, 'member'))), '')
  end as definition,
  (select count(*) from pg_trigger t join pg_proc f on f.oid = t.tgfoid join pg_namespace s on s.oid = f.pronamespace
    where t.tgrelid = o.oid and t.tgenabled in ('O', 'A')
      and s.nspname = 'platform' and f.proname in ('notify_change', 'collect_change')) = 4 as is_watched,
  ${isReadable(`has_any_column_privilege($1, o.oid, 'select')`)} as is_readable
from pg_class o join pg_namespace n on n.oid = o.relnamespace
where o.relkind in ('r', 'v', 'm', 'p', 'f', 'c') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;

/** The definition is null where tables may be read that it does not name. */
export const FUNCTIONS = `
select n.nspname as schema, o.proname as name, obj_description(o.oid, 'pg_proc') as description, ${isConstant('pg_proc')} as is_constant,
  case
    when o.provolatile = 'v' then null
    when o.provolatile = 'i' or l.lanname in ('c', 'internal') then ''
    when o.prosqlbody is not null then pg_get_functiondef(o.oid)
    when l.lanname in ('sql', 'plpgsql') and 'search_path=""' = any(o.proconfig)
      then o.prosrc || ' ' || pg_get_function_arguments(o.oid)
  end as definition,
  ${isReadable(`has_function_privilege($1, o.oid, 'execute')`)} as is_readable
from pg_proc o join pg_namespace n on n.oid = o.pronamespace join pg_language l on l.oid = o.prolang
where o.prokind in ('f', 'w') and n.nspname not in ('pg_catalog', 'information_schema')
  and o.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;

/** Another value after each change of tables, views, functions, policies, triggers and grants. */
export const FINGERPRINT = `
select sum(hashint8(o.version::text::int8))::text as fingerprint from (
  select xmin as version from pg_class where oid >= 16384 and relpersistence <> 't'
  union all select xmin from pg_proc where oid >= 16384
  union all select xmin from pg_rewrite where oid >= 16384
  union all select xmin from pg_trigger where not tgisinternal
  union all select xmin from pg_policy
  union all select xmin from pg_namespace
  union all select xmin from pg_auth_members
  union all select xmin from pg_description where objoid >= 16384
  union all select xmin from pg_attribute where attacl is not null
) as o`;
