-- New tables, columns and functions are known to the Data API, and tables that enter or leave the publication to realtime, without
-- a restart. Only superusers can create event triggers. Where that is not permitted, `notify pgrst, 'reload schema'` and
-- `select realtime.sync_publication()` do the same.

create function realtime.unsynced_tables()
returns table (table_name regclass, is_watched boolean, is_published boolean, arguments text)
language sql stable
set search_path = ''
begin atomic
  with published as (
    select c.oid as table_id,
      coalesce(array_agg(a.attname order by k.position) filter (where a.attname is not null), '{}') as key
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    left join lateral unnest(i.indkey) with ordinality as k (attnum, position) on true
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.pubname = 'supabase_realtime'
      and p.schemaname not in ('realtime', 'platform', 'supabase_migrations')
    group by c.oid
  ),
  watched as (
    select t.tgrelid as table_id, t.tgargs as arguments
    from pg_catalog.pg_trigger t
    where t.tgname = 'realtime_record_change' and not t.tgisinternal and t.tgparentid = 0
  )
  select
    table_id::regclass,
    watched.table_id is not null,
    published.table_id is not null,
    (select string_agg(quote_literal(column_name), ', ') from unnest(published.key) as column_name)
  from published full join watched using (table_id)
  -- PostgreSQL stores a trigger's arguments as bytes, each followed by a zero.
  where watched.table_id is null or published.table_id is null
    or watched.arguments is distinct from (
      select coalesce(string_agg(convert_to(column_name, getdatabaseencoding()) || '\x00'::bytea, ''::bytea), ''::bytea)
      from unnest(published.key) as column_name
    );
end;
comment on function realtime.unsynced_tables() is
  'Tables of publication supabase_realtime without their recording trigger, and others with one.';

create or replace function realtime.sync_publication() returns void
language plpgsql
set search_path = ''
as $$
declare
  partly text;
  entry record;
begin
  -- Processes that start together would otherwise both find the trigger missing.
  perform pg_advisory_xact_lock(hashtextextended('realtime.sync_publication', 0));

  select format('%I.%I', n.nspname, c.relname) into partly
  from pg_catalog.pg_publication p
  join pg_catalog.pg_publication_rel r on r.prpubid = p.oid
  join pg_catalog.pg_class c on c.oid = r.prrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where p.pubname = 'supabase_realtime' and (r.prattrs is not null or r.prqual is not null)
  limit 1;
  if partly is not null then
    raise feature_not_supported using message = format(
      'the publication "supabase_realtime" lists %s with chosen columns or rows: list the whole table, and let'
      ' grants and policies hide what must be hidden', partly);
  end if;

  for entry in select * from realtime.unsynced_tables() loop
    if entry.is_watched then
      execute format('drop trigger realtime_record_change on %s', entry.table_name);
    end if;
    if entry.is_published then
      execute format(
        'create trigger realtime_record_change after insert or update or delete on %s'
        ' for each row execute function realtime.record_change(%s)', entry.table_name, entry.arguments);
    end if;
    -- For channels that asked for a table before it was published. Equal notifications of one transaction are sent once.
    perform pg_notify('realtime_publication', '');
  end loop;
end
$$;
comment on function realtime.sync_publication() is
  'Puts the recording trigger on the tables of publication supabase_realtime and takes it off all others. The'
  ' platform calls it after migrations, and an event trigger when the publication or a table changes.';

-- Somebody who changes tables may not be allowed to call the functions of this schema.
create function realtime.on_publication_change() returns event_trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Most statements change nothing here, and then nobody waits for a lock.
  if exists (select from realtime.unsynced_tables()) then
    perform realtime.sync_publication();
  end if;
exception when others then
  raise warning 'realtime does not deliver changes as the publication says: %', sqlerrm;
end
$$;

-- PostgREST's channel and words.
create function platform.on_schema_change() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  -- A function that visitors can call may use temporary tables; nobody else sees those.
  if tg_event = 'sql_drop' then
    if not exists (
      select from pg_event_trigger_dropped_objects() as dropped
      where not dropped.is_temporary
        and dropped.object_type in ('schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
          'materialized view', 'function', 'trigger', 'type', 'domain', 'rule')
    ) then
      return;
    end if;
  elsif not exists (
    select from pg_event_trigger_ddl_commands() as command where command.schema_name is distinct from 'pg_temp'
  ) then
    return;
  end if;
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('pgrst', 'reload schema');
end
$$;
revoke execute on function realtime.unsynced_tables(), realtime.on_publication_change(), platform.on_schema_change()
  from public;

do $$
begin
  create event trigger realtime_sync_publication on ddl_command_end
    when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS',
      'SELECT INTO', 'ALTER TABLE')
    execute function realtime.on_publication_change();
  create event trigger platform_schema_change on ddl_command_end
    when tag in ('CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'IMPORT FOREIGN SCHEMA', 'CREATE VIEW', 'ALTER VIEW',
      'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TRIGGER',
      'CREATE RULE', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE EXTENSION',
      'ALTER EXTENSION', 'COMMENT', 'GRANT', 'REVOKE')
    execute function platform.on_schema_change();
  create event trigger platform_schema_drop on sql_drop execute function platform.on_schema_change();
exception when insufficient_privilege then
  raise notice 'this role cannot create event triggers: after changes of the schema, call'
    ' notify pgrst, ''reload schema'' and select realtime.sync_publication()';
end
$$;
