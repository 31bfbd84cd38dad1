-- Helpers for policies on storage.objects.

create function storage.foldername(name text) returns text[]
language sql immutable
return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];
comment on function storage.foldername(text) is 'The folders of a path: {a,b} for a/b/c.png.';

create function storage.filename(name text) returns text
language sql immutable
return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];
comment on function storage.filename(text) is 'The last part of a path: c.png for a/b/c.png.';

create function storage.extension(name text) returns text
language sql immutable
return reverse(split_part(reverse(storage.filename(name)), '.', 1));
comment on function storage.extension(text) is 'What follows the last dot; the whole file name when it has none.';

-- The storage API sets the name of its operation (`storage.object.upload`, …) for its transaction.
create function storage.operation() returns text
language sql stable
return current_setting('storage.operation', true);

create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable
return coalesce(
  regexp_replace(storage.operation(), '^storage\.', '')
    = any (string_to_array(regexp_replace(array_to_string(expected_operations, ' '), '(^| )storage\.', '\1', 'g'), ' '))
    and storage.operation() <> '',
  false
);
comment on function storage.allow_any_operation(text[]) is
  'Whether the storage API is doing one of these; "object.upload" and "storage.object.upload" mean the same.';

create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
return storage.allow_any_operation(array[expected_operation]);

create function storage.search(
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
language sql stable
as $$
  with found as (
    select objects.*, objects.path_tokens[levels] as entry, cardinality(objects.path_tokens) = levels as is_file
    from storage.objects
    where objects.bucket_id = bucketname
      and cardinality(objects.path_tokens) >= levels
      and starts_with(lower(objects.name), lower(prefix || search))
  ),
  entries as (
    select distinct entry as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
      null::timestamptz as last_accessed_at, null::jsonb as metadata
    from found where not is_file
    union all
    select entry, id, updated_at, created_at, last_accessed_at, metadata from found where is_file
  ),
  sorted as (
    select entries.*,
      -- Folders have no dates: they are always ordered by name.
      case when id is null or sortcolumn not in ('updated_at', 'created_at', 'last_accessed_at') then null
        else case sortcolumn
          when 'updated_at' then updated_at when 'created_at' then created_at else last_accessed_at end
      end as sort_date
    from entries
  )
  select name, id, updated_at, created_at, last_accessed_at, metadata
  from sorted
  order by
    id is not null,
    case when sortorder <> 'desc' then sort_date end asc,
    case when sortorder = 'desc' then sort_date end desc,
    case when sortorder <> 'desc' then name end collate "C" asc,
    case when sortorder = 'desc' then name end collate "C" desc
  limit limits offset offsets
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'One folder''s entries, folders first (their id is null), as the caller may see them.';

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select sum((metadata ->> 'size')::bigint)::bigint, bucket_id from storage.objects group by bucket_id
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row deleted by SQL would leave its file behind; hosted Supabase refuses it too.
create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise insufficient_privilege using
      message = 'rows of storage tables are removed through the storage API, which removes the file as well',
      hint = 'The storage API sets storage.allow_delete_query to true for its own transaction.';
  end if;
  return null;
end
$$;

create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

grant execute on all functions in schema storage to anon, authenticated, service_role;
