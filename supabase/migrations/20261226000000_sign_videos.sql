-- Sign language: a video of an interpreter beside a film or an episode (decision record 0126).

create table public.sign_videos (
  id uuid primary key default gen_random_uuid(),
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  language text not null,
  path text not null unique,
  error_key text,
  seconds_longer numeric,
  created_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  -- Keep equal to SIGN_LANGUAGES in contract/src/media/sign-languages.ts.
  constraint language_known check (language in ('sgn-HT', 'ase', 'fsl', 'ssp')),
  constraint path_is_an_object_path check (path ~ '^signs/[^:\s]+$' and path !~ '\.\.'),
  constraint one_per_movie_and_language unique (movie_id, language),
  constraint one_per_episode_and_language unique (episode_id, language)
);
comment on table public.sign_videos is 'Uploaded videos of sign-language interpreters, in the bucket movies. The server makes a small one and adds it to the stream.';
comment on column public.sign_videos.error_key is 'Why the file could not be used.';
comment on column public.sign_videos.seconds_longer is 'How much longer than the film it is; negative: shorter. Null until it can be watched.';
alter table public.sign_videos enable row level security;
grant select, delete, insert (id, movie_id, episode_id, language, path) on public.sign_videos to authenticated;
create policy "editors see sign videos" on public.sign_videos
  for select to authenticated using ((select public.has_role('editor')));
create policy "editors add sign videos" on public.sign_videos
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors delete sign videos" on public.sign_videos
  for delete to authenticated using ((select private.has_role('editor')));
create trigger audit_row_change after insert or update or delete on public.sign_videos
  for each row execute function private.audit_row_change();
create trigger check_sign_uploads after delete on public.sign_videos
  for each row execute function private.check_subtitle_uploads();
create trigger keep_deleted_row before delete on public.sign_videos
  for each row execute function private.keep_deleted_row();
create trigger notify_media_of_sign_videos after insert or delete on public.sign_videos
  for each statement execute function private.notify_media();
alter publication supabase_realtime add table public.sign_videos;

-- What workers do -------------------------------------------------------------------------------------------------

create table private.sign_checks (
  title_id uuid primary key,
  worker uuid,
  lease_until timestamptz,
  attempts integer not null default 0,
  run_after timestamptz not null default now()
);
comment on table private.sign_checks is
  'Movies and episodes whose sign videos or stream changed: which process works on one, until when its lease lasts, and when it is tried again.';
create index on private.sign_checks (run_after);
alter table private.sign_checks enable row level security;

create function private.request_sign_check() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Waits while claim_sign_video() looks at the title, which may then remove the row.
  insert into private.sign_checks as c (title_id)
    values (case when tg_op = 'DELETE' then coalesce(old.movie_id, old.episode_id) else coalesce(new.movie_id, new.episode_id) end)
    on conflict (title_id) do update set run_after = least(c.run_after, excluded.run_after);
  return null;
end $$;
create trigger request_sign_check after insert or delete on public.sign_videos
  for each row execute function private.request_sign_check();
create trigger request_sign_check after insert or update of status on private.streams
  for each row when (new.status in ('watchable', 'whole')) execute function private.request_sign_check();

create function private.claim_sign_video(worker uuid, lease_seconds integer) returns table (
    title_id uuid, stream_id uuid, sign_id uuid, language text, source_path text, source_version text, file text, attempts integer)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  claimed private.sign_checks;
begin
  loop
    select c.* into claimed from private.sign_checks c
      where c.run_after <= now() and coalesce(c.lease_until <= now(), true)
      order by c.run_after limit 1
      for update skip locked;
    exit when claimed.title_id is null;
    return query
      with current_stream as (
        select s.id, coalesce(s.film -> 'signs', '[]') as signs from private.streams s
        where (s.movie_id = claimed.title_id or s.episode_id = claimed.title_id) and s.status in ('watchable', 'whole')
      )
      select claimed.title_id, p.*, claimed.attempts + 1 from (
        select s.id, (f ->> 'id')::uuid, null::text, null::text, null::text, f ->> 'file'
        from current_stream s cross join lateral jsonb_array_elements(s.signs) f
        where not exists (select from public.sign_videos v where v.id = (f ->> 'id')::uuid)
        union all
        select s.id, v.id, v.language, v.path, o.version, null
        from current_stream s
        join public.sign_videos v on v.movie_id = claimed.title_id or v.episode_id = claimed.title_id
        left join storage.objects o on o.bucket_id = 'movies' and o.name = v.path
        where v.error_key is null
          and not exists (select from jsonb_array_elements(s.signs) f where f ->> 'id' = v.id::text)
      ) p limit 1;
    if found then
      update private.sign_checks c
        set worker = claim_sign_video.worker, lease_until = now() + make_interval(secs => lease_seconds), attempts = c.attempts + 1
        where c.title_id = claimed.title_id;
      return;
    end if;
    delete from private.sign_checks c where c.title_id = claimed.title_id;
  end loop;
end $$;
comment on function private.claim_sign_video is
  'Claims a sign video that a stream''s film.json lacks, or a deleted one that it still has (source_path is null, file is its file). No row when there is none.';
revoke execute on function private.claim_sign_video(uuid, integer) from public;
grant execute on function private.claim_sign_video(uuid, integer) to service_role;

create function private.renew_sign_lease(title_id uuid, sign_id uuid, worker uuid, lease_seconds integer) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.sign_checks c set lease_until = now() + make_interval(secs => lease_seconds)
    where c.title_id = renew_sign_lease.title_id and c.worker = renew_sign_lease.worker
      and exists (select from public.sign_videos v where v.id = sign_id)
    returning 1)
  select exists (select from held)
$$;
comment on function private.renew_sign_lease is 'Extends the worker''s lease. False when the video was deleted or another worker has it.';
revoke execute on function private.renew_sign_lease(uuid, uuid, uuid, integer) from public;
grant execute on function private.renew_sign_lease(uuid, uuid, uuid, integer) to service_role;

create function private.save_stream_sign(title_id uuid, stream_id uuid, sign_id uuid, worker uuid, entry jsonb, duration numeric)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.lock_title_of_stream(stream_id);
  -- Before the check, as who deletes it.
  perform from public.sign_videos v where v.id = sign_id for update;
  update private.sign_checks c set worker = null, lease_until = null, attempts = 0
    where c.title_id = save_stream_sign.title_id and c.worker = save_stream_sign.worker;
  if not found then
    return false;
  end if;
  update private.streams s
    set film = jsonb_set(s.film, '{signs}', coalesce((
      select jsonb_agg(f order by n) from jsonb_array_elements(s.film -> 'signs') with ordinality as u (f, n)
      where f ->> 'id' is distinct from sign_id::text), '[]')
      || case when entry is null then '[]' else jsonb_build_array(entry || jsonb_build_object('id', sign_id)) end)
    where s.id = stream_id;
  update public.sign_videos v
    set seconds_longer = round(save_stream_sign.duration - s.duration, 1)
    from private.streams s where v.id = sign_id and s.id = stream_id;
  return true;
end $$;
comment on function private.save_stream_sign is 'Adds a sign video to a stream''s film.json, or removes one (entry is null), and ends the lease. False when another worker has it.';
revoke execute on function private.save_stream_sign(uuid, uuid, uuid, uuid, jsonb, numeric) from public;
grant execute on function private.save_stream_sign(uuid, uuid, uuid, uuid, jsonb, numeric) to service_role;

create function private.fail_sign_video(title_id uuid, sign_id uuid, worker uuid, error_key text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.sign_videos v where v.id = sign_id for update;
  update private.sign_checks c set worker = null, lease_until = null, attempts = 0
    where c.title_id = fail_sign_video.title_id and c.worker = fail_sign_video.worker;
  if found then
    update public.sign_videos v set error_key = fail_sign_video.error_key where v.id = sign_id;
  end if;
end $$;
comment on function private.fail_sign_video is 'Says why an uploaded sign video cannot be used. It is not tried again.';
revoke execute on function private.fail_sign_video(uuid, uuid, uuid, text) from public;
grant execute on function private.fail_sign_video(uuid, uuid, uuid, text) to service_role;

-- A sign video takes minutes, so AV1 gives way to it as to an upload.
create or replace function private.renew_av1_job_lease(job_id uuid, worker uuid, lease_seconds integer) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_av1_job_lease.job_id and r.worker = renew_av1_job_lease.worker
      and j.id = r.job_id and j.av1 = 'making'
      and not exists (select from public.media_jobs q where q.status = 'queued' and q.run_after <= now())
      and not exists (
        select from private.media_pieces p join public.media_jobs q on q.id = p.job_id
        where not p.is_done and p.worker is null and p.attempts < 2 and q.status = 'running')
      and not exists (
        select from private.sign_checks c join public.sign_videos v on v.movie_id = c.title_id or v.episode_id = c.title_id
        where c.run_after <= now() and c.worker is null and v.error_key is null)
    returning 1)
  select exists (select from held)
$$;

create function private.keep_uploaded_tracks(film jsonb, before jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
  select private.merge_uploaded_subtitles(film, before)
    || case when before ? 'signs' then jsonb_build_object('signs', before -> 'signs') else '{}' end
$$;
comment on function private.keep_uploaded_tracks is 'film with what editors uploaded beside the video, which before has.';

create or replace function private.publish_stream(stream_id uuid, film jsonb, whole boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
  before private.streams;
  kept jsonb;
begin
  perform private.lock_title_of_stream(publish_stream.stream_id);
  select s.* into stream from private.streams s where s.id = publish_stream.stream_id for update;
  if stream.id is null or stream.status = 'replaced' then
    return;
  end if;
  select s.* into before from private.streams s
    where s.status in ('watchable', 'whole') and s.id <> stream.id
      and (s.movie_id = stream.movie_id or s.episode_id = stream.episode_id)
    for update;
  if before.id is not null and whole then
    update private.streams s set status = 'replaced', replaced_at = now() where s.id = before.id;
  end if;
  -- What editors chose outlives the second pass, and a new file that says nothing about its tracks.
  kept := private.keep_audio_kinds(publish_stream.film, case
    when stream.film is not null then stream.film
    when not publish_stream.film @? '$.audio[*] ? (@.kind == "description")' then before.film end);
  if kept -> 'audio' is distinct from publish_stream.film -> 'audio' then
    insert into private.audio_checks (stream_id) values (stream.id) on conflict do nothing;
    perform pg_notify('media', '');
  end if;
  update private.streams s
    set film = private.keep_uploaded_tracks(kept, stream.film),
      duration = (publish_stream.film ->> 'duration')::numeric,
      status = case when whole then 'whole' when before.id is null then 'watchable' else s.status end
    where s.id = stream.id;
  if whole or before.id is null then
    update public.movies m set duration = private.film_minutes(publish_stream.film)
      where m.id = stream.movie_id and m.duration is null;
    update public.episodes e set duration = private.film_minutes(publish_stream.film)
      where e.id = stream.episode_id and e.duration is null;
  end if;
end $$;

-- Titles ----------------------------------------------------------------------------------------------------------

create or replace function private.list_film_accessibility(films jsonb[]) returns text[]
  language sql immutable parallel safe
  return array_remove(array[
    case when exists (select from unnest(films) f (film) where f.film @? '$.audio[*] ? (@.kind == "description")') then 'description' end,
    case when exists (select from unnest(films) f (film) where f.film @? '$.subtitles[*] ? (@.kind == "captions")') then 'captions' end,
    case when exists (select from unnest(films) f (film) where f.film @? '$.signs[*]') then 'sign' end], null);
comment on column public.movies.accessibility is
  'What the video has for people who do not see or hear: description, captions, sign. Maintained by update_title_languages().';
comment on function public.browse_titles is
  'One page of published films (of_kind movie) or series (series) that match every filter: genre, words in title or description, access (free, subscription, sale), decade (1980, older), length (short, medium, long), language of sound and of captions (ht, fr, en, es), accessibility (description, captions, sign), size (small: under 100 MB). list_order: newest, best, title, year, shortest. total is how many there are; when filtered, at most 480. For a series, director is its creator.';

-- Deleted rows ----------------------------------------------------------------------------------------------------

comment on column private.deleted_rows.dependents is
  'Rows that went with it, by table: episodes, streams, subtitles, sign_videos, title_topics, front_page_rows. featured_films: ids of those that pointed at it.';

create or replace function private.list_dependents(of_table text, of_id uuid) returns jsonb
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
    'sign_videos', (
      select coalesce(jsonb_agg(to_jsonb(v)), '[]') from public.sign_videos v
      where of_table = 'movies' and v.movie_id = of_id or v.episode_id = any (videos)),
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

create or replace function private.keep_deleted_row() returns trigger
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
    or tg_table_name in ('subtitles', 'sign_videos') and not exists (select from public.movies m where m.id = (whole ->> 'movie_id')::uuid)
      and not exists (select from public.episodes e where e.id = (whole ->> 'episode_id')::uuid) then
    return old;
  end if;
  dependents := private.list_dependents(tg_table_name, old.id);
  insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents, deleted_by)
    values (tg_table_name, old.id, coalesce(whole ->> 'title', whole ->> 'name', whole ->> 'language', ''), whole, dependents,
      (select p.id from private.profiles p where p.id = auth.uid()))
    returning id into kept;
  insert into private.deleted_files (deleted_id, name)
    select distinct kept, f.name from (
      select whole ->> 'video_url' union all select whole ->> 'path'
      union all select e ->> 'video_url' from jsonb_array_elements(dependents -> 'episodes') e
      union all select s ->> 'path' from jsonb_array_elements(dependents -> 'subtitles') s
      union all select v ->> 'path' from jsonb_array_elements(dependents -> 'sign_videos') v
      union all select s ->> 'id' from jsonb_array_elements(dependents -> 'streams') s
    ) f (name) where f.name is not null;
  return old;
end $$;

create or replace function private.restore_dependents(kept private.deleted_rows) returns void
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
  perform private.insert_kept_rows('public.sign_videos', kept.dependents -> 'sign_videos');
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

create or replace function public.restore_deleted_row(deleted_id bigint) returns void
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
    or kept.table_name in ('subtitles', 'sign_videos') and not exists (select from public.movies m where m.id = (kept.whole_row ->> 'movie_id')::uuid)
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
  -- It is made again.
  if kept.table_name = 'sign_videos' then
    kept.whole_row := kept.whole_row - 'seconds_longer';
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
      or starts_with(upload, 'subtitles/') and not exists (select from public.subtitles t where t.path = upload)
      or starts_with(upload, 'signs/') and not exists (select from public.sign_videos v where v.path = upload))
  from (select private.title_of_upload(upload, 'movies/') as movie,
    private.title_of_upload(upload, 'movies/episodes/') as episode) title
$$;
comment on function private.is_removable_upload is
  'An upload of a title that was deleted for good, an earlier video of a title whose new one can be played, or a deleted title''s subtitle or sign video.';
