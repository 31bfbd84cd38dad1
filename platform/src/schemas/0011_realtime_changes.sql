-- Row changes of the tables in publication `supabase_realtime`. The embedded database has no replication slots, so a
-- trigger writes each change to an outbox in the same transaction, and notifies listeners of the transaction's id:
-- one notification per transaction, in the order of commits, however many rows it touched.

create table realtime.changes (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  table_schema text not null,
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  record jsonb,
  old_key jsonb,
  changed_at timestamptz not null default now()
);
comment on table realtime.changes is
  'The outbox. Numbers are given before the commit: to catch up, go by transaction_id and a snapshot, not by id.';
comment on column realtime.changes.record is 'The row as it is now; null for a DELETE.';
comment on column realtime.changes.old_key is 'The primary key as it was; null for an INSERT.';
create index changes_transaction_id_idx on realtime.changes (transaction_id, id);
create index changes_changed_at_idx on realtime.changes (changed_at);
alter table realtime.changes enable row level security;

-- Its arguments are the columns of the table's primary key.
create function realtime.record_change() returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
begin
  insert into realtime.changes (table_schema, table_name, operation, record, old_key)
  values (
    tg_table_schema,
    tg_table_name,
    tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then (
      select coalesce(jsonb_object_agg(key, old_row -> key), '{}') from unnest(tg_argv) as key
    ) end
  );
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end
$$;

create function realtime.sync_publication() returns void
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

  for entry in
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
      table_id::regclass as table_name,
      watched.table_id is not null as is_watched,
      published.table_id is not null as is_published,
      (select string_agg(quote_literal(column_name), ', ') from unnest(published.key) as column_name) as arguments
    from published full join watched using (table_id)
    -- PostgreSQL stores a trigger's arguments as bytes, each followed by a zero.
    where watched.table_id is null or published.table_id is null
      or watched.arguments is distinct from (
        select coalesce(string_agg(convert_to(column_name, getdatabaseencoding()) || '\x00'::bytea, ''::bytea), ''::bytea)
        from unnest(published.key) as column_name
      )
  loop
    if entry.is_watched then
      execute format('drop trigger realtime_record_change on %s', entry.table_name);
    end if;
    if entry.is_published then
      execute format(
        'create trigger realtime_record_change after insert or update or delete on %s'
        ' for each row execute function realtime.record_change(%s)', entry.table_name, entry.arguments);
    end if;
  end loop;
end
$$;
comment on function realtime.sync_publication() is
  'Puts the recording trigger on the tables of publication supabase_realtime and takes it off all others. The'
  ' platform calls it after migrations; a plain "alter publication … add table" is all a migration says.';

create function realtime.prune(keep_changes interval default '1 hour', keep_messages interval default '3 days') returns void
language sql
set search_path = ''
begin atomic
  delete from realtime.changes where changed_at < now() - keep_changes;
  delete from realtime.messages where inserted_at < now() - keep_messages;
end;
comment on function realtime.prune(interval, interval) is 'Deletes what every listener has received.';

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
