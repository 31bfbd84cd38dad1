-- What staff delete can be restored for some weeks, and staff keep the filters of their lists.

-- Deleted rows --------------------------------------------------------------------------------------------------

create table private.deleted_rows (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id uuid not null,
  label text not null,
  whole_row jsonb not null,
  dependents jsonb not null,
  deleted_by uuid references private.profiles (id) on delete set null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_rows is
  'What staff deleted in the admin area, until it is restored or its time is over. Reviews, watchlists and progress of a title are not kept.';
comment on column private.deleted_rows.dependents is
  'Rows that went with it, by table: episodes, streams, subtitles, title_topics, front_page_rows. featured_films: ids of those that pointed at it.';
create index deleted_rows_newest on private.deleted_rows (deleted_at desc, id desc);
create index deleted_rows_row_id_idx on private.deleted_rows (row_id);
create index deleted_rows_deleted_by_idx on private.deleted_rows (deleted_by);
alter table private.deleted_rows enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns, after_deletion)
  values ('private.deleted_rows', 'deleted_by', array['whole_row', 'dependents'], 'anonymous');

create table private.deleted_files (
  deleted_id bigint not null references private.deleted_rows (id) on delete cascade,
  name text not null,
  primary key (deleted_id, name)
);
comment on table private.deleted_files is
  'Files of deleted rows, which stay as long: the id of a stream, or the path of an upload in the bucket movies.';
create index deleted_files_name_idx on private.deleted_files (name);
alter table private.deleted_files enable row level security;

update private.settings set value = value || '{"deleted_rows": 30}' where key = 'retention_days';
insert into private.retention_rules (name, relation, time_column, setting)
  values ('deleted_rows', 'private.deleted_rows', 'deleted_at', 'deleted_rows');

-- Only streams that can be played: an upload without one is encoded again after a restore.
create function private.list_dependents(of_table text, of_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  videos uuid[] := case of_table when 'series' then array(select e.id from public.episodes e where e.series_id = of_id)
    when 'episodes' then array[of_id] else '{}' end;
begin
  return jsonb_build_object(
    'episodes', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from public.episodes e where of_table = 'series' and e.series_id = of_id),
    'streams', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from private.streams s
      where s.status in ('watchable', 'whole')
        and (of_table = 'movies' and s.movie_id = of_id or s.episode_id = any (videos))),
    'subtitles', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.subtitles s
      where of_table = 'movies' and s.movie_id = of_id or s.episode_id = any (videos)),
    'title_topics', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from private.title_topics t
      where of_table = 'movies' and t.movie_id = of_id or of_table = 'series' and t.series_id = of_id),
    'front_page_rows', (
      select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.front_page_rows r
      where of_table = 'movie_categories' and r.category_id = of_id),
    'featured_films', (
      select coalesce(jsonb_agg(f.id), '[]') from public.featured_films f
      where of_table = 'movies' and f.movie_id = of_id or of_table = 'series' and f.series_id = of_id));
end $$;

create function private.keep_deleted_row() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whole jsonb := to_jsonb(old);
  dependents jsonb;
  kept bigint;
begin
  -- What goes with a deleted series, film or episode is kept with that one; its row is already gone here.
  if not private.is_client()
    or tg_table_name = 'episodes' and not exists (select from public.series s where s.id = (whole ->> 'series_id')::uuid)
    or tg_table_name = 'subtitles' and not exists (select from public.movies m where m.id = (whole ->> 'movie_id')::uuid)
      and not exists (select from public.episodes e where e.id = (whole ->> 'episode_id')::uuid) then
    return old;
  end if;
  dependents := private.list_dependents(tg_table_name, old.id);
  insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents, deleted_by)
    values (tg_table_name, old.id, coalesce(whole ->> 'title', whole ->> 'name', ''), whole, dependents,
      (select p.id from private.profiles p where p.id = auth.uid()))
    returning id into kept;
  insert into private.deleted_files (deleted_id, name)
    select distinct kept, f.name from (
      select whole ->> 'video_url' union all select whole ->> 'path'
      union all select e ->> 'video_url' from jsonb_array_elements(dependents -> 'episodes') e
      union all select s ->> 'path' from jsonb_array_elements(dependents -> 'subtitles') s
      union all select s ->> 'id' from jsonb_array_elements(dependents -> 'streams') s
    ) f (name) where f.name is not null;
  return old;
end $$;
comment on function private.keep_deleted_row is 'Keeps what staff delete. What the service key deletes is gone.';

create trigger keep_deleted_row before delete on public.movies for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.series for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.episodes for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.subtitles for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.movie_categories for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.featured_films for each row execute function private.keep_deleted_row();
create trigger keep_deleted_row before delete on public.banners for each row execute function private.keep_deleted_row();

-- Their files -----------------------------------------------------------------------------------------------------

create function private.check_released_files() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_uploads(array(select o.name from old_rows o where o.name like '%/%'));
  return null;
end $$;
create trigger check_released_files after delete on private.deleted_files
  referencing old table as old_rows for each statement execute function private.check_released_files();

create or replace function private.is_removable_upload(upload text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select not exists (select from public.movies m where m.video_url = upload)
    and not exists (select from public.episodes e where e.video_url = upload)
    and not exists (select from private.deleted_files f where f.name = upload)
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
  'An upload of a title that was deleted for good, an earlier video of a title whose new one can be played, or a deleted title''s subtitle.';

create function private.list_kept_streams(ids uuid[]) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id from private.streams s where s.id = any (ids)
  union
  select f.name::uuid from private.deleted_files f where f.name = any (ids::text[])
$$;
comment on function private.list_kept_streams is 'Those of these streams whose files must stay: of titles that are there, and of deleted ones that can be restored.';

-- Restoring -------------------------------------------------------------------------------------------------------

-- Columns that triggers compute from rows that are not kept, or that are inserted afterwards.
create function private.insert_kept_rows(target regclass, kept jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  computed constant text[] := '{review_count,review_total,rating_counts,has_video,season_count,episode_count,sound_languages,caption_languages}';
  names text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> all (computed) and kept -> 0 ? a.attname::text);
begin
  if names is not null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', target, names)
      using kept;
  end if;
end $$;
comment on function private.insert_kept_rows is
  'Inserts rows as they were; columns that were added since get their defaults. target is our own text, never the caller''s.';

create function private.restore_dependents(kept private.deleted_rows) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one jsonb;
  free integer;
begin
  perform private.insert_kept_rows('public.episodes', kept.dependents -> 'episodes');
  perform private.insert_kept_rows('private.streams', kept.dependents -> 'streams');
  perform private.insert_kept_rows('public.subtitles', kept.dependents -> 'subtitles');
  -- Inserting the title queued its video again; what was encoded is still there.
  delete from public.media_jobs j using private.streams s
    where j.status = 'queued' and s.status = 'whole' and s.source_path = j.source_path
      and (s.movie_id = j.movie_id or s.episode_id = j.episode_id)
      and s.id in (select (d ->> 'id')::uuid from jsonb_array_elements(kept.dependents -> 'streams') d);
  update public.featured_films f
    set movie_id = case kept.table_name when 'movies' then kept.row_id end,
      series_id = case kept.table_name when 'series' then kept.row_id end
    where f.movie_id is null and f.series_id is null
      and f.id in (select d::uuid from jsonb_array_elements_text(kept.dependents -> 'featured_films') d);
  insert into private.title_topics (topic_id, movie_id, series_id)
    select t.id, (d ->> 'movie_id')::uuid, (d ->> 'series_id')::uuid
    from jsonb_array_elements(kept.dependents -> 'title_topics') d
      join public.forum_topics t on t.id = (d ->> 'topic_id')::uuid and t.deleted_at is null
    on conflict do nothing;
  for one in select jsonb_array_elements(kept.dependents -> 'front_page_rows') loop
    select min(p) into free from generate_series(1, 12) p
      where not exists (
        select from public.front_page_rows r where r.place = one ->> 'place' and r.position = p);
    if free is not null then
      perform private.insert_kept_rows('public.front_page_rows',
        jsonb_build_array(one || jsonb_build_object('position', free)));
    end if;
  end loop;
end $$;

create function public.restore_deleted_row(deleted_id bigint) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.deleted_rows;
begin
  perform private.require_role('admin');
  select d.* into kept from private.deleted_rows d where d.id = deleted_id for update;
  if kept.id is null then
    perform private.raise_not_found();
  end if;
  if kept.table_name = 'episodes' and not exists (select from public.series s where s.id = (kept.whole_row ->> 'series_id')::uuid)
    or kept.table_name = 'subtitles' and not exists (select from public.movies m where m.id = (kept.whole_row ->> 'movie_id')::uuid)
      and not exists (select from public.episodes e where e.id = (kept.whole_row ->> 'episode_id')::uuid) then
    raise exception using errcode = '23503', message = 'What it belonged to was deleted too. Restore that first.', hint = 'restore_parent_first';
  end if;
  -- Its time on the site may have ended meanwhile.
  if (kept.whole_row ->> 'unpublish_at')::timestamptz <= now() then
    kept.whole_row := kept.whole_row || '{"published": false}';
  end if;
  -- What it pointed at may have been deleted meanwhile.
  if kept.table_name = 'featured_films' then
    kept.whole_row := kept.whole_row || jsonb_build_object(
      'movie_id', (select m.id from public.movies m where m.id = (kept.whole_row ->> 'movie_id')::uuid),
      'series_id', (select s.id from public.series s where s.id = (kept.whole_row ->> 'series_id')::uuid));
  end if;
  begin
    perform private.insert_kept_rows(format('public.%I', kept.table_name)::regclass, jsonb_build_array(kept.whole_row));
    perform private.restore_dependents(kept);
  exception when unique_violation then
    raise exception using errcode = '23505', message = 'Something else has its name or number by now. Change that first.', hint = 'restore_conflict';
  end;
  delete from private.deleted_rows d where d.id = kept.id;
  perform private.write_audit_log('restore', kept.table_name, kept.row_id::text, kept.label);
end $$;
comment on function public.restore_deleted_row is 'For admins: puts back what was deleted, with what went with it.';
revoke execute on function public.restore_deleted_row(bigint) from public, anon;
grant execute on function public.restore_deleted_row(bigint) to authenticated;

create function public.discard_deleted_row(deleted_id bigint) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.deleted_rows;
begin
  perform private.require_role('admin');
  delete from private.deleted_rows d where d.id = deleted_id returning d.* into kept;
  if kept.id is null then
    perform private.raise_not_found();
  end if;
  perform private.write_audit_log('discard', kept.table_name, kept.row_id::text, kept.label);
end $$;
comment on function public.discard_deleted_row is 'For admins: removes what was deleted for good, before its time.';
revoke execute on function public.discard_deleted_row(bigint) from public, anon;
grant execute on function public.discard_deleted_row(bigint) to authenticated;

create function public.admin_deleted_rows(before_time timestamptz default null, before_id bigint default null)
  returns table (id bigint, table_name text, label text, episodes integer, deleted_by text, deleted_at timestamptz, gone_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select d.id, d.table_name, d.label, coalesce(jsonb_array_length(d.dependents -> 'episodes'), 0), p.username::text,
      d.deleted_at, d.deleted_at + make_interval(days => private.retention_days('deleted_rows'))
    from private.deleted_rows d left join private.profiles p on p.id = d.deleted_by
    where (d.deleted_at, d.id) < (coalesce(before_time, 'infinity'), coalesce(before_id, 0))
    order by d.deleted_at desc, d.id desc
    limit 25;
end $$;
comment on function public.admin_deleted_rows is 'For admins: what can be restored, the newest first, 25 at a time, and when it is gone for good.';
revoke execute on function public.admin_deleted_rows(timestamptz, bigint) from public, anon;
grant execute on function public.admin_deleted_rows(timestamptz, bigint) to authenticated;

create or replace function private.check_genres() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- What a title already has stays, also when its category is gone or the title is restored. The job that renames
  -- categories is no client.
  if private.is_client() and exists (
    select from unnest(new.genre) g (name)
    where not exists (select from public.movie_categories c where lower(c.name) = lower(g.name))
      and (tg_op = 'INSERT' or g.name <> all (old.genre))
      and not exists (
        select from private.deleted_rows d
        where d.row_id = new.id and d.table_name = tg_table_name and d.whole_row -> 'genre' ? g.name)) then
    raise exception using errcode = '23514', message = 'Please choose genres from the categories', hint = 'genre_unknown';
  end if;
  return new;
end $$;

-- Saved filters -----------------------------------------------------------------------------------------------------

create table public.saved_filters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (id) on delete cascade,
  list text not null,
  name text not null,
  search text not null default '',
  filter text not null default '',
  sort text not null default '',
  created_at timestamptz not null default now(),
  constraint list_known check (list in ('movies', 'series', 'users', 'subscriptions', 'messages', 'audit')),
  constraint name_present check (private.trim_text(name) <> '' and char_length(name) <= 60),
  constraint search_length check (char_length(search) <= 100),
  constraint filter_is_a_key check (filter ~ '^[a-z_]{0,40}$'),
  constraint sort_is_a_key check (sort ~ '^[a-z_]{0,40}$'),
  constraint keeps_something check (search <> '' or filter <> '' or sort <> ''),
  -- A search among people would keep a name or address after the account is deleted.
  constraint people_are_not_searched check (search = '' or list in ('movies', 'series'))
);
comment on table public.saved_filters is 'Filters of the admin area''s lists that staff keep for themselves, at most 20 each.';
create unique index saved_filters_name_key on public.saved_filters (user_id, list, lower(name));
alter table public.saved_filters enable row level security;
grant select, delete on public.saved_filters to authenticated;
grant insert (user_id, list, name, search, filter, sort) on public.saved_filters to authenticated;
create policy "staff see their own filters" on public.saved_filters
  for select to authenticated using (user_id = (select auth.uid()));
create policy "staff keep filters for themselves" on public.saved_filters
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "staff delete their own filters" on public.saved_filters
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "saved filters need the second factor" on public.saved_filters
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
insert into private.personal_data (relation, person_column) values ('public.saved_filters', 'user_id');

create function private.check_saved_filter() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Locked, so that two at once cannot pass the limit.
  perform from public.admin_users a where a.user_id = new.user_id for update;
  if not found then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  if (select count(*) from public.saved_filters f where f.user_id = new.user_id) >= 20 then
    raise exception using errcode = '23514', message = 'You have 20 saved filters. Delete one first.', hint = 'saved_filters_full';
  end if;
  if exists (
    select from public.saved_filters f
    where f.user_id = new.user_id and f.list = new.list and lower(f.name) = lower(new.name)) then
    raise exception using errcode = '23505', message = 'You already have a filter with this name', hint = 'filter_name_taken';
  end if;
  return new;
end $$;
create trigger check_saved_filter before insert on public.saved_filters
  for each row execute function private.check_saved_filter();
