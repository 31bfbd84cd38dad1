-- Storage: how much one person can store, and pictures from our own storage only.

-- Quotas ------------------------------------------------------------------------------------------------------

create table private.storage_quotas (
  holder text primary key,
  objects bigint not null,
  bytes bigint not null,
  open_uploads bigint not null,
  constraint holder_known check (holder in ('member', 'staff')),
  constraint limits_positive check (objects > 0 and bytes > 0 and open_uploads > 0)
);
comment on table private.storage_quotas is 'What one person can store. Operators change it with SQL; staff are editors and admins.';
alter table private.storage_quotas enable row level security;
insert into private.storage_quotas (holder, objects, bytes, open_uploads) values
  -- A portrait is stored in at most some hundred kilobytes.
  ('member', 100, 50::bigint << 20, 3),
  -- The films of a whole catalogue, and a season that is being uploaded.
  ('staff', 100000, 100::bigint << 40, 100);

create table private.storage_usage (
  owner_id text primary key,
  objects bigint not null default 0,
  bytes bigint not null default 0,
  open_uploads bigint not null default 0
);
comment on table private.storage_usage is 'What each person stores: counted by triggers, so that an upload never counts rows.';
alter table private.storage_usage enable row level security;
insert into private.personal_data (relation, person_column) values ('private.storage_usage', 'owner_id');

create function private.object_bytes(metadata jsonb) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$ select case when jsonb_typeof(metadata -> 'size') = 'number' then (metadata ->> 'size')::bigint else 0 end $$;

-- The row of the tally stays locked until the end of the transaction: of two uploads at the same moment the second one
-- sees the first. What no person owns (uploads of the service) is not counted.
create function private.change_storage_usage(person text, more_objects bigint, more_bytes bigint, more_uploads bigint)
  returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  used private.storage_usage;
  quota private.storage_quotas;
begin
  insert into private.storage_usage as u (owner_id, objects, bytes, open_uploads)
    values (person, greatest(more_objects, 0), greatest(more_bytes, 0), greatest(more_uploads, 0))
    on conflict (owner_id) do update set
      objects = greatest(u.objects + more_objects, 0),
      bytes = greatest(u.bytes + more_bytes, 0),
      open_uploads = greatest(u.open_uploads + more_uploads, 0)
    returning u.* into used;
  if used.objects = 0 and used.bytes = 0 and used.open_uploads = 0 then
    delete from private.storage_usage u where u.owner_id = person;
    return;
  end if;
  select q.* into quota from private.storage_quotas q where q.holder = case
    when exists (select from public.admin_users a where a.user_id::text = person and a.role in ('admin', 'editor')) then 'staff'
    else 'member' end;
  if more_objects > 0 and used.objects > quota.objects or more_bytes > 0 and used.bytes > quota.bytes then
    raise exception using errcode = 'PT413', hint = 'storage_full',
      message = 'There is no more space for your files. Please delete some of them first.';
  end if;
  if more_uploads > 0 and used.open_uploads > quota.open_uploads then
    raise exception using errcode = 'PT413', hint = 'too_many_uploads',
      message = 'Too many of your uploads are unfinished. Please finish or cancel one first.';
  end if;
end $$;
comment on function private.change_storage_usage is 'Adds to a person''s tally and refuses what exceeds the quota. What is there already stays.';

-- One person after the other in a fixed order, so that two statements cannot wait for each other.
create function private.count_stored_objects() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_storage_usage(r.owner_id, count(*), sum(private.object_bytes(r.metadata))::bigint, 0)
      from new_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  elsif tg_op = 'DELETE' then
    perform private.change_storage_usage(r.owner_id, -count(*), -sum(private.object_bytes(r.metadata))::bigint, 0)
      from old_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  else
    perform private.change_storage_usage(r.owner_id, sum(r.objects)::bigint, sum(r.bytes)::bigint, 0)
      from (
        select owner_id, 1 as objects, private.object_bytes(metadata) as bytes from new_rows
        union all
        select owner_id, -1, -private.object_bytes(metadata) from old_rows
      ) r
      where r.owner_id is not null group by r.owner_id
      having sum(r.objects) <> 0 or sum(r.bytes) <> 0
      order by r.owner_id;
  end if;
  return null;
end $$;
create trigger count_objects_added after insert on storage.objects
  referencing new table as new_rows for each statement execute function private.count_stored_objects();
create trigger count_objects_changed after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_stored_objects();
create trigger count_objects_removed after delete on storage.objects
  referencing old table as old_rows for each statement execute function private.count_stored_objects();

create function private.count_open_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_storage_usage(r.owner_id, 0, 0, count(*))
      from new_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  else
    perform private.change_storage_usage(r.owner_id, 0, 0, -count(*))
      from old_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  end if;
  return null;
end $$;
create trigger count_uploads_opened after insert on storage.s3_multipart_uploads
  referencing new table as new_rows for each statement execute function private.count_open_uploads();
create trigger count_uploads_closed after delete on storage.s3_multipart_uploads
  referencing old table as old_rows for each statement execute function private.count_open_uploads();

insert into private.storage_usage (owner_id, objects, bytes)
  select o.owner_id, count(*), sum(private.object_bytes(o.metadata)) from storage.objects o
  where o.owner_id is not null group by o.owner_id;

-- No foreign key reaches them. The files of an account are removed or lose their owner before it is deleted.
create function private.delete_open_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from storage.s3_multipart_uploads u where u.owner_id = old.id::text;
  return null;
end $$;
create trigger delete_open_uploads after delete on auth.users
  for each row execute function private.delete_open_uploads();

-- Portraits: where the server can read HEIC, it takes that too.
update storage.buckets set allowed_mime_types =
    array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/heic', 'image/heif']
  where id = 'profile-images';

-- Pictures from our own storage only --------------------------------------------------------------------------
-- A picture on another site tells that site who looks at it. The Content-Security-Policy blocks it as well.

create function private.is_own_path(address text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$ select address is null or address ~ '^/([^/\\\s][^\\\s]*)?$' $$;
comment on function private.is_own_path is 'A path of this site, without a host.';

create function private.is_own_avatar(address text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select address is null or (
    address ~ '^/storage/v1/object/public/profile-images/([A-Za-z0-9._~!$&''()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$'
    -- Browsers resolve these to another path.
    and address !~* '/(\.|%2e){1,2}(/|$)'
    and char_length(address) <= 500)
$$;
comment on function private.is_own_avatar is 'A file of the bucket profile-images, and no path that leads elsewhere.';
grant execute on function private.is_own_path(text), private.is_own_avatar(text) to anon, authenticated;

update private.profiles set avatar_url = null where not private.is_own_avatar(private.strip_host(avatar_url));
alter table private.profiles drop constraint avatar_is_web_address,
  add constraint avatar_is_own check (private.is_own_avatar(avatar_url));

-- Google and Facebook send the address of a portrait on their own servers: the account is created without it.
create function private.drop_foreign_avatar() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if not private.is_own_avatar(new.avatar_url) then
    new.avatar_url := null;
  end if;
  return new;
end $$;
-- Its name puts it behind normalize_profile, which removes our own host.
create trigger put_no_foreign_avatar before insert on private.profiles
  for each row execute function private.drop_foreign_avatar();

update public.movies set thumbnail_url = null where not private.is_own_path(private.strip_host(thumbnail_url));
update public.movies set banner_url = null where not private.is_own_path(private.strip_host(banner_url));
update public.series set thumbnail_url = null where not private.is_own_path(private.strip_host(thumbnail_url));
update public.series set banner_url = null where not private.is_own_path(private.strip_host(banner_url));
update public.episodes set thumbnail_url = null where not private.is_own_path(private.strip_host(thumbnail_url));
update public.featured_films set poster_url = null where not private.is_own_path(private.strip_host(poster_url));
update public.featured_films set banner_url = '/', active = false where not private.is_own_path(private.strip_host(banner_url));
update public.banners set image_url = '/', active = false where not private.is_own_path(private.strip_host(image_url));

alter table public.movies drop constraint thumbnail_is_web_address, drop constraint banner_is_web_address,
  add constraint thumbnail_is_own check (private.is_own_path(thumbnail_url)),
  add constraint banner_is_own check (private.is_own_path(banner_url));
alter table public.series drop constraint thumbnail_is_web_address, drop constraint banner_is_web_address,
  add constraint thumbnail_is_own check (private.is_own_path(thumbnail_url)),
  add constraint banner_is_own check (private.is_own_path(banner_url));
alter table public.episodes drop constraint thumbnail_is_web_address,
  add constraint thumbnail_is_own check (private.is_own_path(thumbnail_url));
alter table public.featured_films drop constraint banner_is_web_address, drop constraint poster_is_web_address,
  add constraint banner_is_own check (private.is_own_path(banner_url)),
  add constraint poster_is_own check (private.is_own_path(poster_url));
alter table public.banners drop constraint image_is_web_address,
  add constraint image_is_own check (private.is_own_path(image_url));
