-- Caches keep what visitors read until a notification says that it has changed. Which tables are watched is derived from
-- the catalogue by the platform, after migrations.

-- Its arguments are the columns whose values are sent, so that a change of one row does not concern answers about others.
create function platform.notify_change() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- Of more rows no values are sent: all answers from the table are made again.
  most_rows integer := 20;
  -- PostgreSQL refuses notifications of 8000 bytes.
  longest constant integer := 7000;
  rows jsonb;
  message jsonb := jsonb_build_object('table', tg_table_schema || '.' || tg_table_name);
  whole jsonb;
begin
  -- One statement for each, so that PostgreSQL plans it once.
  if tg_op = 'INSERT' then
    rows := (select jsonb_agg(to_jsonb(r)) from (select * from new_rows limit most_rows + 1) as r);
  elsif tg_op = 'DELETE' then
    rows := (select jsonb_agg(to_jsonb(r)) from (select * from old_rows limit most_rows + 1) as r);
  elsif tg_op = 'UPDATE' then
    rows := (select jsonb_agg(to_jsonb(r)) from (select * from new_rows limit most_rows + 1) as r);
    rows := rows || (select jsonb_agg(to_jsonb(r)) from (select * from old_rows limit most_rows + 1) as r);
    most_rows := 2 * most_rows;
  end if;
  -- A statement that touched no row has changed nothing.
  if rows is null and tg_op <> 'TRUNCATE' then
    return null;
  end if;
  if jsonb_array_length(rows) <= most_rows and tg_nargs > 0 then
    whole := message || jsonb_build_object('rows', (
      select jsonb_object_agg(name, coalesce((
        select jsonb_agg(distinct r ->> name) from jsonb_array_elements(rows) as r where r ->> name is not null), '[]'))
      from unnest(tg_argv) as name));
    if octet_length(whole::text) < longest then
      message := whole;
    end if;
  end if;
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('table_changes', message::text);
  return null;
end
$$;
revoke execute on function platform.notify_change() from public;

create function platform.watch_tables(tables regclass[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  entry record;
begin
  -- Processes that start together would otherwise both find the triggers missing.
  perform pg_advisory_xact_lock(hashtextextended('platform.watch_tables', 0));
  for entry in
    with wanted as (
      select w.table_id, array(
        select a.attname::text
        from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.conrelid = w.table_id and k.contype in ('p', 'u', 'f')
          and a.atttypid in ('uuid'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype)
        group by a.attname
        order by bool_or(k.contype = 'p') desc, min(a.attnum)
        limit 6
      ) as columns
      from unnest(tables) as w (table_id)
    ),
    watched as (
      select t.tgrelid as table_id, count(*) as triggers, min(encode(t.tgargs, 'hex')) as arguments
      from pg_catalog.pg_trigger t
      where t.tgfoid = 'platform.notify_change'::regproc
      group by t.tgrelid
    )
    select table_id, wanted.table_id is not null as is_wanted,
      coalesce((select string_agg(quote_literal(name), ', ') from unnest(wanted.columns) as name), '') as arguments
    from wanted full join watched using (table_id)
    -- PostgreSQL stores a trigger's arguments as bytes, each followed by a zero.
    where wanted.table_id is null or watched.triggers is distinct from 4 or watched.arguments is distinct from (
      select encode(coalesce(string_agg(convert_to(name, getdatabaseencoding()) || '\x00'::bytea, ''::bytea), ''::bytea), 'hex')
      from unnest(wanted.columns) as name)
  loop
    execute format(
      'drop trigger if exists notify_insert on %1$s; drop trigger if exists notify_update on %1$s;'
      ' drop trigger if exists notify_delete on %1$s; drop trigger if exists notify_truncate on %1$s',
      entry.table_id::regclass);
    if entry.is_wanted then
      execute format(
        'create trigger notify_insert after insert on %1$s referencing new table as new_rows'
        ' for each statement execute function platform.notify_change(%2$s);'
        'create trigger notify_update after update on %1$s referencing old table as old_rows new table as new_rows'
        ' for each statement execute function platform.notify_change(%2$s);'
        'create trigger notify_delete after delete on %1$s referencing old table as old_rows'
        ' for each statement execute function platform.notify_change(%2$s);'
        'create trigger notify_truncate after truncate on %1$s'
        ' for each statement execute function platform.notify_change(%2$s)', entry.table_id::regclass, entry.arguments);
    end if;
  end loop;
end
$$;
revoke execute on function platform.watch_tables(regclass[]) from public;
comment on function platform.watch_tables(regclass[]) is
  'Has the changes of these tables notified, and of no others. The platform calls it after migrations.';
