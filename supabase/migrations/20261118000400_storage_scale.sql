-- Storage: uploads that nobody refers to are found by what happened to them, not by reading all objects.

-- Uploads to check ----------------------------------------------------------------------------------------------------
-- An upload becomes removable by few events: it is uploaded and never linked, its title or subtitle is deleted or gets
-- another file, or the stream of the new file is whole. Each puts its name here.

create table private.upload_checks (
  name text primary key,
  check_after timestamptz not null default now()
);
comment on table private.upload_checks is 'Objects of the bucket movies that may no longer be needed. remove_unused_uploads() checks each once.';
create index upload_checks_due on private.upload_checks (check_after);
alter table private.upload_checks enable row level security;

-- Names in order, so that two transactions cannot wait for each other. One that is there stays, with its later time.
create function private.check_uploads(names text[], wait interval default '0') returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.upload_checks as c (name, check_after)
    select distinct n, now() + wait from unnest(names) n where n is not null order by n
    on conflict (name) do update set check_after = excluded.check_after where c.check_after < excluded.check_after
$$;

create function private.list_title_uploads(folder text, title_id uuid) returns text[]
  language sql stable security definer
  set search_path = ''
  as $$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = 'movies' and o.name collate "C" >= folder || title_id || '.'
      and o.name collate "C" < folder || title_id || '/')
$$;
comment on function private.list_title_uploads is 'The videos of one title: movies/<id>.* or movies/episodes/<id>.*';

-- The row that refers to a new upload may not be written yet.
create function private.check_new_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_uploads(array(select n.name from new_rows n where n.bucket_id = 'movies'), '1 hour');
  return null;
end $$;
create trigger check_uploads_added after insert on storage.objects
  referencing new table as new_rows for each statement execute function private.check_new_uploads();
create trigger check_uploads_changed after update on storage.objects
  referencing new table as new_rows for each statement execute function private.check_new_uploads();

create function private.check_title_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_uploads(array[old.video_url] || private.list_title_uploads(tg_argv[0], old.id));
  return null;
end $$;
create trigger check_uploads_of_deleted after delete on public.movies
  for each row execute function private.check_title_uploads('movies/');
create trigger check_uploads_of_changed after update of video_url on public.movies
  for each row when (old.video_url is distinct from new.video_url)
  execute function private.check_title_uploads('movies/');
create trigger check_uploads_of_deleted after delete on public.episodes
  for each row execute function private.check_title_uploads('movies/episodes/');
create trigger check_uploads_of_changed after update of video_url on public.episodes
  for each row when (old.video_url is distinct from new.video_url)
  execute function private.check_title_uploads('movies/episodes/');

create function private.check_replaced_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_uploads(case when new.movie_id is not null
    then private.list_title_uploads('movies/', new.movie_id)
    else private.list_title_uploads('movies/episodes/', new.episode_id) end);
  return null;
end $$;
create trigger check_replaced_uploads after insert or update of status, source_path on private.streams
  for each row when (new.status = 'whole') execute function private.check_replaced_uploads();

create function private.check_subtitle_uploads() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_uploads(array[old.path]);
  return null;
end $$;
create trigger check_subtitle_uploads after delete or update of path on public.subtitles
  for each row execute function private.check_subtitle_uploads();

-- What happened until now.
insert into private.upload_checks (name)
  select o.name from storage.objects o where o.bucket_id = 'movies';

-- A title's id in the name of an upload, or null.
create function private.title_of_upload(name text, folder text) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  as $$ select substring(name from '^' || folder || '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[^/]+$')::uuid $$;

drop function private.list_removable_uploads();
create function private.is_removable_upload(upload text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select not exists (select from public.movies m where m.video_url = upload)
    and not exists (select from public.episodes e where e.video_url = upload)
    and (
      title.movie is not null and not exists (select from public.movies m where m.id = title.movie)
      or title.episode is not null and not exists (select from public.episodes e where e.id = title.episode)
      or exists (
        select from public.movies m join private.streams s on s.movie_id = m.id
        where m.id = title.movie and s.status = 'whole' and s.source_path = m.video_url)
      or exists (
        select from public.episodes e join private.streams s on s.episode_id = e.id
        where e.id = title.episode and s.status = 'whole' and s.source_path = e.video_url)
      or starts_with(upload, 'subtitles/') and not exists (select from public.subtitles t where t.path = upload))
  from (select private.title_of_upload(upload, 'movies/') as movie,
    private.title_of_upload(upload, 'movies/episodes/') as episode) title
$$;
comment on function private.is_removable_upload is
  'An upload of a deleted title, an earlier video of a title whose new one can be played, or a deleted title''s subtitle.';

-- Removes the rows; the storage service removes the files of removed rows. Objects of the last hour are left alone: the
-- row that refers to them may not be written yet.
create function private.remove_unused_uploads(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due text[] := array(
    select c.name from private.upload_checks c where c.check_after <= now()
    order by c.check_after limit at_most for update skip locked);
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'movies'
      and o.name = any (array(select d from unnest(due) d where private.is_removable_upload(d)))
      and greatest(o.created_at, o.updated_at, o.last_accessed_at) < now() - interval '1 hour';
  perform set_config('storage.allow_delete_query', '', true);
  delete from private.upload_checks c where c.name = any (due)
    and not exists (
      select from storage.objects o where o.bucket_id = 'movies' and o.name = c.name
        and greatest(o.created_at, o.updated_at, o.last_accessed_at) >= now() - interval '1 hour');
  update private.upload_checks c set check_after = now() + interval '1 hour' where c.name = any (due);
  return cardinality(due) = at_most;
end $$;
comment on function private.remove_unused_uploads is 'Checks the uploads that are due and removes those nobody refers to. True: there are more.';
