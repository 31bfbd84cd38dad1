-- PostgreSQL lets one transaction with a NOTIFY commit at a time. Tables to which many add at once have the words
-- "(inserts are collected)" in their comment: what was inserted is stored, and sent with the next ping of a cache.

-- What a crash loses needs no notice: with the connections, the caches are empty.
create unlogged table platform.collected_notices (
  table_name text not null,
  rows jsonb not null
);
comment on table platform.collected_notices is 'Inserted rows of which caches will be notified: the values of their keys.';

-- Its arguments are those of notify_change.
create function platform.collect_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  inserted jsonb := to_jsonb(new);
  keys jsonb := '{}';
begin
  for n in 0 .. tg_nargs - 1 loop
    keys := keys || jsonb_build_object(tg_argv[n], array_remove(array[inserted ->> tg_argv[n]], null));
  end loop;
  insert into platform.collected_notices (table_name, rows) values (tg_table_schema || '.' || tg_table_name, keys);
  return null;
end
$$;

create function platform.send_collected_notices() returns void
language sql
begin atomic
  with collected as (delete from platform.collected_notices returning table_name, rows),
  counted as (select table_name, rows, count(*) over (partition by table_name) <= 100 as are_few from collected)
  select pg_notify('table_changes', message::text) from (
    select distinct jsonb_build_object('table', table_name) || case when are_few then jsonb_build_object('rows', rows) else '{}' end
    from counted) as notice (message);
end;
comment on function platform.send_collected_notices() is
  'Sends what was collected: up to a hundred rows of a table by their keys, else the whole table.';

create or replace function platform.watch_tables(tables regclass[]) returns void
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
      ) as columns,
      coalesce(obj_description(w.table_id, 'pg_class') like '%(inserts are collected)%', false) as is_collected
      from unnest(tables) as w (table_id)
    ),
    watched as (
      select t.tgrelid as table_id, count(*) as triggers, min(encode(t.tgargs, 'hex')) as arguments,
        bool_or(t.tgfoid = 'platform.collect_change'::regproc) as is_collected
      from pg_catalog.pg_trigger t
      where t.tgfoid in ('platform.notify_change'::regproc, 'platform.collect_change'::regproc)
      group by t.tgrelid
    )
    select table_id, wanted.table_id is not null as is_wanted,
      case when wanted.is_collected then 'for each row execute function platform.collect_change'
        else 'referencing new table as new_rows for each statement execute function platform.notify_change'
      end as after_insert,
      coalesce((select string_agg(quote_literal(name), ', ') from unnest(wanted.columns) as name), '') as arguments
    from wanted full join watched using (table_id)
    -- PostgreSQL stores a trigger's arguments as bytes, each followed by a zero.
    where wanted.table_id is null or watched.triggers is distinct from 4
      or watched.is_collected is distinct from wanted.is_collected or watched.arguments is distinct from (
      select encode(coalesce(string_agg(convert_to(name, getdatabaseencoding()) || '\x00'::bytea, ''::bytea), ''::bytea), 'hex')
      from unnest(wanted.columns) as name)
  loop
    execute format(
      'drop trigger if exists notify_insert on %1$s; drop trigger if exists notify_update on %1$s;'
      ' drop trigger if exists notify_delete on %1$s; drop trigger if exists notify_truncate on %1$s',
      entry.table_id::regclass);
    if entry.is_wanted then
      execute format(
        'create trigger notify_insert after insert on %1$s %3$s(%2$s);'
        'create trigger notify_update after update on %1$s referencing old table as old_rows new table as new_rows'
        ' for each statement execute function platform.notify_change(%2$s);'
        'create trigger notify_delete after delete on %1$s referencing old table as old_rows'
        ' for each statement execute function platform.notify_change(%2$s);'
        'create trigger notify_truncate after truncate on %1$s'
        ' for each statement execute function platform.notify_change(%2$s)', entry.table_id::regclass, entry.arguments,
        entry.after_insert);
    end if;
  end loop;
end
$$;
revoke execute on function platform.collect_change(), platform.send_collected_notices() from public;
