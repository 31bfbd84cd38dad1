-- A deleted row is delivered to those who could read it. It is gone when its policies are to be checked, so the outbox keeps
-- it, and the policies are compiled into a function of that row.

alter table realtime.changes add column old_record jsonb;
comment on column realtime.changes.old_record is 'The row as it was, for a DELETE: policies are checked with it. Never sent.';

create or replace function realtime.record_change() returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
begin
  insert into realtime.changes (table_schema, table_name, operation, record, old_key, old_record)
  values (
    tg_table_schema,
    tg_table_name,
    tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then (
      select coalesce(jsonb_object_agg(key, old_row -> key), '{}') from unnest(tg_argv) as key
    ) end,
    case when tg_op = 'DELETE' then old_row end
  );
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$$;

-- The body is parsed here, by the owner, as a policy is; it runs with the rights of the reader, as a policy does. Columns that
-- policies name belong to a row that is called like the table.
create function realtime.create_deletion_check(table_id regclass, check_name text) returns void
language plpgsql
set search_path = ''
as $$
declare
  row_columns constant text := (
    select string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = table_id and a.attnum > 0 and not a.attisdropped);
  allowed text;
  required text;
begin
  with policies as (
    select p.polpermissive as is_permissive, format('(%s) and (%s)',
      coalesce((
        select string_agg(case member when 0 then 'true'
          else format('pg_catalog.pg_has_role(current_user, %s::pg_catalog.oid, ''usage'')', member) end, ' or ')
        from unnest(p.polroles) as member), 'false'),
      coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'true')) as condition,
      (select string_agg(case member when 0 then 'false'
          else format('not pg_catalog.pg_has_role(current_user, %s::pg_catalog.oid, ''usage'')', member) end, ' and ')
        from unnest(p.polroles) as member) as is_for_others
    from pg_catalog.pg_policy p
    where p.polrelid = table_id and p.polcmd in ('r', '*')
  )
  select string_agg(format('(%s)', condition), ' or ') filter (where is_permissive),
    string_agg(format('((%s) or (%s))', is_for_others, condition), ' and ') filter (where not is_permissive)
    into allowed, required from policies;
  execute format(
    'create function realtime.%I(old_row jsonb) returns boolean language sql stable begin atomic'
    ' select coalesce((%s) and (%s), false) from pg_catalog.jsonb_to_record(old_row) as %I (%s); end',
    check_name, coalesce(allowed, 'false'), coalesce(required, 'true'),
    (select c.relname from pg_catalog.pg_class c where c.oid = table_id), row_columns);
  execute format('grant execute on function realtime.%I(jsonb) to public', check_name);
end
$$;
comment on function realtime.create_deletion_check(regclass, text) is
  'Creates realtime.<check_name>(old_row): whether the policies would let the current role read that row. For a transaction that is rolled back.';
