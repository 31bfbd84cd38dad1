-- Lists of objects that cost as much as their page, and clean-ups that cost as much as what is due.

-- Lists of objects -----------------------------------------------------------------------------------------------------
-- Within a folder, `a/` comes before `a-b/`, so the index has a sign below all others in place of the slash. PostgreSQL cannot
-- use it for a caller with policies, because its functions may leak what they are given. So two functions with the owner's
-- rights look for names, and storage.search checks each name with the caller's policies.

create function storage.folder_key(name text) returns text
language sql immutable
return translate(regexp_replace(name, '[^/]*$', ''), '/', E'\x01');

create index objects_by_folder on storage.objects (bucket_id, (storage.folder_key(name) collate "C"), name collate "C");

create function storage.find_spellings(bucketname text, beginning text) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  spellings text[] := array[''];
  sign text;
begin
  foreach sign in array regexp_split_to_array(beginning, '') loop
    spellings := case when lower(sign) = upper(sign) then
      array(select spelling || sign from unnest(spellings) spelling)
    else array(
      select spelling || variant
      from unnest(spellings) spelling, unnest(array[upper(sign), lower(sign)]) variant,
        lateral (
          select from storage.objects o
          where o.bucket_id = bucketname and o.name collate "C" >= spelling || variant
            and o.name collate "C" < spelling || variant || chr(1114111)
          order by o.name collate "C" limit 1) found
      limit 100)
    end;
  end loop;
  return spellings;
end
$$;
comment on function storage.find_spellings(text, text) is
  'In which upper and lower case names begin like this. At most a hundred, so that nobody can make lists expensive.';

create function storage.next_names(
  bucketname text, folder text, is_folder boolean, low text, high text, descending boolean, at_most integer
) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return case
    when is_folder and descending then array(
      select storage.folder_key(o.name) collate "C" as found from storage.objects o
      where o.bucket_id = bucketname and storage.folder_key(o.name) collate "C" >= low
        and storage.folder_key(o.name) collate "C" < high
      order by found desc limit at_most)
    when is_folder then array(
      select storage.folder_key(o.name) collate "C" as found from storage.objects o
      where o.bucket_id = bucketname and storage.folder_key(o.name) collate "C" >= low
        and storage.folder_key(o.name) collate "C" < high
      order by found limit at_most)
    when descending then array(
      select o.name from storage.objects o
      where o.bucket_id = bucketname and storage.folder_key(o.name) collate "C" = folder
        and o.name collate "C" >= low and o.name collate "C" < high
      order by o.name collate "C" desc limit at_most)
    else array(
      select o.name from storage.objects o
      where o.bucket_id = bucketname and storage.folder_key(o.name) collate "C" = folder
        and o.name collate "C" >= low and o.name collate "C" < high
      order by o.name collate "C" limit at_most)
  end;
end
$$;
comment on function storage.next_names(text, text, boolean, text, text, boolean, integer) is
  'The first files of a folder between two names, or the first folders between two paths, no matter who can see them. Folders have'
  ' the sign of the index in place of the slash.';

create function storage.visible_folders(
  bucketname text, parent text, beginning text, descending boolean, at_most bigint
) returns text[]
language plpgsql stable
as $$
declare
  is_within_folder constant boolean := strpos(substr(beginning, length(parent) + 1), '/') > 0;
  path constant text := translate(parent, '/', E'\x01');
  low text := translate(beginning, '/', E'\x01') || case when beginning = parent then E'\x02' else '' end;
  high text := translate(beginning, '/', E'\x01') || chr(1114111);
  found text[] := '{}';
  next_path text;
  entry text;
begin
  -- What is sought can be within a folder already; that folder is the only one then.
  if is_within_folder then
    return array(
      select split_part(substr(beginning, length(parent) + 1), '/', 1) where exists (
        select from storage.objects o
        where o.bucket_id = bucketname and o.name collate "C" >= beginning
          and o.name collate "C" < beginning || chr(1114111)));
  end if;
  while cardinality(found) < at_most loop
    next_path := (storage.next_names(bucketname, null, true, low, high, descending, 1))[1];
    exit when next_path is null;
    entry := split_part(substr(next_path, length(path) + 1), E'\x01', 1);
    if exists (
      select from storage.objects o
      where o.bucket_id = bucketname and o.name collate "C" >= parent || entry || '/'
        and o.name collate "C" < parent || entry || '0'
    ) then
      found := found || entry;
    end if;
    -- Everything in the folder is skipped.
    if descending then high := path || entry || E'\x01'; else low := path || entry || E'\x02'; end if;
  end loop;
  return found;
end
$$;

create function storage.visible_files(
  bucketname text, parent text, beginning text, descending boolean, at_most bigint
) returns uuid[]
language plpgsql stable
as $$
declare
  low text := beginning;
  high text := beginning || chr(1114111);
  found uuid[] := '{}';
  names text[];
begin
  while cardinality(found) < at_most loop
    names := storage.next_names(
      bucketname, translate(parent, '/', E'\x01'), false, low, high, descending,
      least(at_most - cardinality(found), 1000)::integer);
    exit when cardinality(names) = 0;
    found := found || array(
      select o.id from storage.objects o where o.bucket_id = bucketname and o.name = any (names));
    if descending then high := names[cardinality(names)]; else low := names[cardinality(names)] || chr(1); end if;
  end loop;
  return found;
end
$$;

create or replace function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
)
returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  spellings constant text[] := storage.find_spellings(bucketname, prefix || search);
  descending constant boolean := sortorder = 'desc';
  folders constant text[] := array(
    select f from (
      select distinct f from unnest(spellings) s,
        unnest(storage.visible_folders(bucketname, left(s, length(prefix)), s, descending, limits + offsets::bigint)) f
    ) each
    order by case when descending then f end collate "C" desc, f collate "C"
    limit limits + offsets::bigint);
  files_before constant bigint := greatest(offsets - cardinality(folders), 0);
  files_wanted constant bigint := limits - greatest(cardinality(folders) - offsets, 0);
begin
  return query
    select f, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
    from unnest(folders[offsets + 1 : ]) f;
  if files_wanted <= 0 then
    return;
  end if;
  if sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then
    return query
      select substr(o.name, length(prefix) + 1), o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
      from unnest(spellings) s join storage.objects o
        on o.bucket_id = bucketname and o.name collate "C" >= s and o.name collate "C" < s || chr(1114111)
      cross join lateral (select case sortcolumn
        when 'updated_at' then o.updated_at when 'created_at' then o.created_at else o.last_accessed_at end as date) by
      where strpos(substr(o.name, length(prefix) + 1), '/') = 0
      order by case when descending then by.date end desc, case when not descending then by.date end,
        case when descending then substr(o.name, length(prefix) + 1) end collate "C" desc,
        substr(o.name, length(prefix) + 1) collate "C"
      limit files_wanted offset files_before;
  else
    return query
      select substr(o.name, length(prefix) + 1), o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
      from storage.objects o
      where o.id = any (array(
        select f from unnest(spellings) s,
          unnest(storage.visible_files(bucketname, left(s, length(prefix)), s, descending, files_before + files_wanted)) f))
      order by case when descending then substr(o.name, length(prefix) + 1) end collate "C" desc,
        substr(o.name, length(prefix) + 1) collate "C"
      limit files_wanted offset files_before;
  end if;
end
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'One folder''s entries, folders first (their id is null), as the caller may see them. `levels` follows from the prefix.';
grant execute on function storage.folder_key(text), storage.find_spellings(text, text),
  storage.next_names(text, text, boolean, text, text, boolean, integer),
  storage.visible_folders(text, text, text, boolean, bigint), storage.visible_files(text, text, text, boolean, bigint)
  to anon, authenticated, service_role;

-- Files of objects that are gone ----------------------------------------------------------------------------------------
-- Written with the change of the row, so that no crash can lose one, and deleted when the file is gone.

create table platform.unused_files (
  bucket_id text not null,
  name text not null,
  version text not null,
  remove_after timestamptz not null,
  primary key (bucket_id, name, version)
);
comment on table platform.unused_files is 'Files of deleted, replaced and moved objects, until they are removed from the store.';
create index on platform.unused_files (remove_after);

-- The request itself removes the files; these minutes are for that.
create function platform.note_unused_files() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    insert into platform.unused_files (bucket_id, name, version, remove_after)
      select o.bucket_id, o.name, o.version, now() + interval '5 minutes' from old_rows o
      where o.bucket_id is not null and o.name is not null and o.version is not null
      order by 1, 2, 3
      on conflict do nothing;
  else
    insert into platform.unused_files (bucket_id, name, version, remove_after)
      select o.bucket_id, o.name, o.version, now() + interval '5 minutes' from old_rows o join new_rows n on n.id = o.id
      where o.bucket_id is not null and o.name is not null and o.version is not null
        and (n.bucket_id, n.name, n.version) is distinct from (o.bucket_id, o.name, o.version)
      order by 1, 2, 3
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_files_of_changed_objects after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function platform.note_unused_files();
create trigger note_files_of_deleted_objects after delete on storage.objects
  referencing old table as old_rows for each statement execute function platform.note_unused_files();

-- Indexes for what is due, and for look-ups that had none ---------------------------------------------------------------

create index multipart_uploads_by_age on storage.s3_multipart_uploads (created_at);

create index one_time_tokens_by_age on auth.one_time_tokens (created_at);
create index refresh_tokens_used_by_age on auth.refresh_tokens (updated_at) where revoked;
create index sessions_by_last_use on auth.sessions (updated_at);
create index flow_states_by_linked_user on auth.flow_state (linking_target_id) where linking_target_id is not null;
create index factors_by_credential on auth.mfa_factors ((web_authn_credential ->> 'id'))
  where web_authn_credential is not null;

-- The list of accounts, newest first, and its filter.
drop index auth.idx_users_created_at_desc;
create index idx_users_created_at_desc on auth.users (created_at desc, id);
create index idx_users_email_trgm on auth.users using gin (email extensions.gin_trgm_ops);
create index idx_users_full_name_trgm on auth.users using gin ((raw_user_meta_data ->> 'full_name') extensions.gin_trgm_ops);
drop index auth.audit_log_entries_created_at_idx;
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc, id);

-- The realtime outbox -----------------------------------------------------------------------------------------------------

drop function realtime.prune(interval, interval);
create function realtime.prune(
  keep_changes interval default '1 hour', keep_messages interval default '3 days', at_most integer default 10000
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  pruned_changes integer;
  pruned_messages integer;
begin
  delete from realtime.changes where id in (
    select id from realtime.changes where changed_at < now() - keep_changes order by changed_at limit at_most);
  get diagnostics pruned_changes = row_count;
  delete from realtime.messages where (id, inserted_at) in (
    select id, inserted_at from realtime.messages where inserted_at < now() - keep_messages
    order by inserted_at limit at_most);
  get diagnostics pruned_messages = row_count;
  return greatest(pruned_changes, pruned_messages) = at_most;
end
$$;
comment on function realtime.prune(interval, interval, integer) is
  'Deletes what every listener has received, at most so many of each. True when there is more.';
