/** Queries of the catalogue. Each returns one JSON text per row. */

/** $1: exposed schemas, $2: roles of callers. Partitions are reached through their parent. */
export const TABLES = `
select row_to_json(t)::text as row from (
  select n.nspname as schema, c.relname as name, c.oid::int8 as oid,
    obj_description(c.oid, 'pg_class') as description,
    c.relkind in ('v', 'm') as is_view,
    c.relkind in ('r', 'p') or c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 8 = 8 as insertable,
    c.relkind in ('r', 'p') or c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 4 = 4 as updatable,
    c.relkind in ('r', 'p') or c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 16 = 16 as deletable,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k(attnum, position)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p'
    ), '[]') as primary_key,
    array(select r.rolname from pg_roles r where r.rolname = any($2) and (
      has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
      or has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))) as roles
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and n.nspname = any($1)
  order by n.nspname, c.relname
) t`;

/** $1: exposed schemas, $2: roles of callers. An identity column's default is its sequence; a generated column has none. */
export const COLUMNS = `
select row_to_json(t)::text as row from (
  select n.nspname as schema, c.relname as "table", a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type,
    format_type(coalesce(nullif(ty.typbasetype, 0), a.atttypid), null) as base_type,
    not (a.attnotnull or ty.typtype = 'd' and ty.typnotnull) as nullable,
    case
      when a.attidentity <> '' then (
        select format('nextval(%L)', quote_ident(sn.nspname) || '.' || quote_ident(s.relname))
        from pg_depend d
        join pg_class s on s.oid = d.objid and s.relkind = 'S'
        join pg_namespace sn on sn.oid = s.relnamespace
        where d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i'
        limit 1)
      when a.attgenerated <> '' then null
      when ad.adbin is not null then pg_get_expr(ad.adbin, ad.adrelid)
      when ty.typtype = 'd' then pg_get_expr(ty.typdefaultbin, 0)
    end as "default",
    case when a.atttypmod > 4 and a.atttypid in (1042, 1043) then a.atttypmod - 4 end as max_length,
    coalesce((select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
      where e.enumtypid = coalesce(nullif(ty.typbasetype, 0), ty.oid)), '[]') as enum_values,
    col_description(a.attrelid, a.attnum) as description,
    array(select r.rolname from pg_roles r where r.rolname = any($2)
      and has_column_privilege(r.oid, a.attrelid, a.attnum, 'SELECT, INSERT, UPDATE')) as roles
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type ty on ty.oid = a.atttypid
  left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and not c.relispartition
    and c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any($1)
  order by a.attrelid, a.attnum
) t`;

/** All foreign keys, with whether the referencing columns are a key of their own (one-to-one). */
export const FOREIGN_KEYS = `
select row_to_json(t)::text as row from (
  select f.conname as constraint,
    n.nspname as schema, c.relname as "table", c.oid::int8 as table_oid,
    fn.nspname as foreign_schema, fc.relname as foreign_table, fc.oid::int8 as foreign_oid,
    (select json_agg(json_build_array(k.attnum, a.attname, k.fattnum, fa.attname) order by k.position)
      from unnest(f.conkey, f.confkey) with ordinality as k(attnum, fattnum, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum
      join pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = k.fattnum) as columns,
    exists (
      select from pg_constraint u
      where u.conrelid = f.conrelid and u.contype in ('p', 'u')
        and u.conkey <@ f.conkey and u.conkey @> f.conkey
    ) as is_unique
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class fc on fc.oid = f.confrelid
  join pg_namespace fn on fn.oid = fc.relnamespace
  where f.contype = 'f' and f.conparentid = 0
  order by n.nspname, c.relname, f.conname
) t`;

/** Primary keys by column number, for following them through views. */
export const PRIMARY_KEYS = `
select row_to_json(t)::text as row from (
  select conrelid::int8 as table_oid, to_json(conkey) as columns from pg_constraint where contype = 'p'
) t`;

/** All views that are not the system's, with their query tree and the names of their columns. */
export const VIEWS = `
select row_to_json(t)::text as row from (
  select c.oid::int8 as oid, n.nspname as schema, c.relname as name, r.ev_action::text as tree,
    (select json_object_agg(a.attnum, a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
) t`;

/** $1: exposed schemas, $2: roles of callers. Functions with unnamed arguments are left out, unless it is a single one we can fill. */
/** What `alter role … set statement_timeout` says, that of this database last. */
export const ROLE_TIMEOUTS = `
select row_to_json(t)::text as row from (
  select r.rolname as role, substr(c.setting, 19) as timeout
  from pg_db_role_setting s
  join pg_roles r on r.oid = s.setrole
  cross join unnest(s.setconfig) c (setting)
  where r.rolname = any ($1) and c.setting like 'statement_timeout=%'
    and s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
  order by s.setdatabase
) t`;

export const FUNCTIONS = `
select row_to_json(t)::text as row from (
  select n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as description,
    coalesce(args.list, '[]') as parameters,
    p.prorettype = 'void'::regtype as is_void,
    p.proretset as returns_set,
    rt.typtype = 'c' or coalesce(p.proargmodes::text[] && array['t', 'b', 'o'], false)
      or p.prorettype = 'record'::regtype as is_composite,
    rn.nspname as return_schema, coalesce(rc.relname, rt.typname) as return_name,
    p.provolatile as volatility,
    array(select r.rolname from pg_roles r where r.rolname = any($2)
      and has_function_privilege(r.oid, p.oid, 'EXECUTE')) as roles,
    coalesce(
      case when rt.typtype = 'c' then (
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = rt.typrelid and a.attnum > 0 and not a.attisdropped)
      else args.outputs end, '[]') as result_columns,
    (select substr(c.setting, 19) from unnest(p.proconfig) c (setting) where c.setting like 'statement_timeout=%') as timeout
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type dt on dt.oid = p.prorettype
  join pg_type rt on rt.oid = coalesce(nullif(dt.typbasetype, 0), dt.oid)
  join pg_namespace rn on rn.oid = rt.typnamespace
  left join pg_class rc on rc.oid = rt.typrelid
  left join lateral (
    select
      json_agg(json_build_object(
        'name', coalesce(a.name, ''), 'type', format_type(a.type, null),
        'input_type', case a.type
          when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
          when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]'
          else format_type(a.type, null) end,
        'required', a.input_position <= p.pronargs - p.pronargdefaults,
        'variadic', coalesce(a.mode = 'v', false)
      ) order by a.position) filter (where a.is_input) as list,
      json_agg(json_build_object('name', coalesce(a.name, ''), 'type', format_type(a.type, null))
        order by a.position) filter (where a.mode in ('o', 'b', 't')) as outputs,
      count(*) filter (where a.is_input and coalesce(a.name, '') = '') as unnamed,
      count(*) filter (where a.is_input) as inputs,
      (array_agg(a.type) filter (where a.is_input))[1] as first_type
    from (
      select k.*, coalesce(k.mode in ('i', 'b', 'v'), true) as is_input,
        count(*) filter (where coalesce(k.mode in ('i', 'b', 'v'), true)) over (order by k.position) as input_position
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
        with ordinality as k(type, name, mode, position)
    ) a
  ) args on true
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and (coalesce(args.unnamed, 0) = 0 or args.unnamed = 1 and args.inputs = 1 and args.first_type in
      ('bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype))
  order by n.nspname, p.proname, p.pronargs, pg_get_function_identity_arguments(p.oid)
) t`;

/** $1: exposed schemas, $2: these and the extra search path. Functions of one row: columns and relationships. */
export const ROW_FUNCTIONS = `
select row_to_json(t)::text as row from (
  select fn.nspname as schema, p.proname as name,
    an.nspname as table_schema, ac.relname as "table",
    rn.nspname as foreign_schema, rc.relname as foreign_table,
    rc.relkind in ('r', 'p', 'v', 'm', 'f') as is_relationship,
    not p.proretset or p.prorows = 1 as single,
    p.proretset as returns_set,
    format_type(p.prorettype, null) as type
  from pg_proc p
  join pg_namespace fn on fn.oid = p.pronamespace
  join pg_type at on at.oid = p.proargtypes[0]
  join pg_class ac on ac.oid = at.typrelid and ac.relkind in ('r', 'p', 'v', 'm', 'f')
  join pg_namespace an on an.oid = ac.relnamespace
  join pg_type rt on rt.oid = p.prorettype
  left join pg_class rc on rc.oid = rt.typrelid
  left join pg_namespace rn on rn.oid = rc.relnamespace
  where p.prokind = 'f' and p.pronargs = 1 and an.nspname = any($1) and fn.nspname = any($2)
    and p.prorettype not in ('trigger'::regtype, 'void'::regtype)
  order by fn.nspname, p.proname
) t`;

/** $1: exposed schemas and the extra search path. Types that may stand behind \`::\`. */
export const CAST_TYPES = `
select row_to_json(t)::text as row from (
  select ty.typname as name, quote_ident(n.nspname) || '.' || quote_ident(ty.typname) as sql, n.nspname as schema
  from pg_type ty
  join pg_namespace n on n.oid = ty.typnamespace
  where ty.typtype in ('b', 'd', 'e', 'r', 'm') and (n.nspname = 'pg_catalog' or n.nspname = any($1))
) t`;

/** Of the extension itself: somebody else's function of that name is not called. */
export const TO_FEATURE = `
select row_to_json(t)::text as row from (
  select quote_ident(n.nspname) || '.' || quote_ident(p.proname) as sql
  from pg_extension e
  join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and d.deptype = 'e'
  join pg_proc p on d.classid = 'pg_proc'::regclass and d.objid = p.oid
  join pg_namespace n on n.oid = p.pronamespace
  where e.extname = 'postgis' and p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype
) t`;
