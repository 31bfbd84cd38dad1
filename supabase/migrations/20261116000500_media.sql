-- Media: streams, the jobs that encode uploaded files into them, subtitles.

-- Streams -----------------------------------------------------------------------------------------------------

create table private.streams (
  id uuid primary key default gen_random_uuid(),
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  source_path text,
  source_version text,
  encryption_key bytea not null default extensions.gen_random_bytes(16),
  film jsonb,
  status text not null default 'making',
  duration numeric,
  replaced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  constraint key_length check (octet_length(encryption_key) = 16),
  constraint status_known check (status in ('making', 'watchable', 'whole', 'replaced')),
  constraint playable_has_a_film check (status = 'making' or film is not null)
);
comment on table private.streams is 'One encoded film. Its files are in the stream store under its id; film is its film.json.';
comment on column private.streams.status is 'watchable: the lowest renditions are ready. replaced: a newer one plays; stays for those who are still watching.';
create index on private.streams (movie_id);
create index on private.streams (episode_id);
create unique index one_current_stream_per_movie on private.streams (movie_id) where status in ('watchable', 'whole');
create unique index one_current_stream_per_episode on private.streams (episode_id) where status in ('watchable', 'whole');
create trigger streams_touch before update on private.streams
  for each row execute function private.touch_updated_at();

create function private.find_current_stream(media_type text, media_id uuid) returns private.streams
  language sql stable security definer
  set search_path = ''
  as $$
  select s from private.streams s
  where s.status in ('watchable', 'whole')
    and case find_current_stream.media_type when 'movie' then s.movie_id when 'episode' then s.episode_id end = media_id
$$;
comment on function private.find_current_stream is 'The stream that plays for a movie or episode; null when there is no video.';

create function private.update_has_video() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams := coalesce(new, old);
  playable boolean := exists (
    select from private.streams s
    where s.status in ('watchable', 'whole') and (s.movie_id = stream.movie_id or s.episode_id = stream.episode_id));
begin
  update public.movies m set has_video = playable where m.id = stream.movie_id and m.has_video <> playable;
  update public.episodes e set has_video = playable where e.id = stream.episode_id and e.has_video <> playable;
  return null;
end $$;
create trigger update_has_video after insert or delete or update of status on private.streams
  for each row execute function private.update_has_video();

-- Jobs --------------------------------------------------------------------------------------------------------

create table public.media_jobs (
  id uuid primary key default gen_random_uuid(),
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  source_path text not null,
  status text not null default 'queued',
  stage text,
  percent numeric(4, 1) not null default 0,
  seconds_left integer,
  attempts integer not null default 0,
  run_after timestamptz not null default now(),
  error_key text,
  error_detail text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  constraint status_known check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  constraint stage_known check (stage in ('checking', 'first', 'second')),
  constraint percent_range check (percent between 0 and 100)
);
comment on table public.media_jobs is 'Encoding jobs: status, progress, and why one failed. Editors see changes live.';
create index on public.media_jobs (movie_id, created_at desc);
create index on public.media_jobs (episode_id, created_at desc);
create index media_jobs_due on public.media_jobs (run_after) where status in ('queued', 'running');
create unique index one_open_job_per_movie on public.media_jobs (movie_id) where status in ('queued', 'running');
create unique index one_open_job_per_episode on public.media_jobs (episode_id) where status in ('queued', 'running');
create index media_jobs_newest on public.media_jobs (created_at desc, id);
alter table public.media_jobs enable row level security;
grant select on public.media_jobs to authenticated;
create policy "editors see media jobs" on public.media_jobs
  for select to authenticated using ((select private.has_role('editor')));
create trigger media_jobs_touch before update on public.media_jobs
  for each row execute function private.touch_updated_at();

-- Apart from the job, so that a heartbeat does not send a realtime change to every open page.
create table private.media_runs (
  job_id uuid primary key references public.media_jobs (id) on delete cascade,
  stream_id uuid references private.streams (id) on delete set null,
  worker uuid,
  lease_until timestamptz
);
comment on table private.media_runs is 'Which process works on a job, until when its lease lasts, and the stream it makes.';
create index on private.media_runs (stream_id);

create table private.media_workers (
  id uuid primary key,
  state text not null,
  seen_at timestamptz not null default now(),
  constraint state_known check (state in ('ready', 'no_ffmpeg', 'off'))
);
comment on table private.media_workers is 'Which processes can encode, so that editors see when none can.';

create function private.queue_media_job(movie_id uuid, episode_id uuid, source_path text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- A job for an older file is obsolete.
  update public.media_jobs j set status = 'canceled', seconds_left = null
    where j.status in ('queued', 'running')
      and (j.movie_id = queue_media_job.movie_id or j.episode_id = queue_media_job.episode_id);
  insert into public.media_jobs (movie_id, episode_id, source_path) values (movie_id, episode_id, source_path);
  perform pg_notify('media', '');
end $$;

create function private.queue_linked_video() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- A path without a file waits: the upload queues the job.
  if exists (select from storage.objects o where o.bucket_id = 'movies' and o.name = new.video_url) then
    if tg_table_name = 'movies' then
      perform private.queue_media_job(new.id, null, new.video_url);
    else
      perform private.queue_media_job(null, new.id, new.video_url);
    end if;
  end if;
  return null;
end $$;
create trigger queue_new_video after insert on public.movies
  for each row when (new.video_url is not null) execute function private.queue_linked_video();
create trigger queue_video after update of video_url on public.movies
  for each row when (new.video_url is not null and new.video_url is distinct from old.video_url)
  execute function private.queue_linked_video();
create trigger queue_new_video after insert on public.episodes
  for each row when (new.video_url is not null) execute function private.queue_linked_video();
create trigger queue_video after update of video_url on public.episodes
  for each row when (new.video_url is not null and new.video_url is distinct from old.video_url)
  execute function private.queue_linked_video();

-- A finished upload to movies/{id}.{ext} or movies/episodes/{id}.{ext} is linked to its title here, because the uploader's
-- page may be closed by then. Keep the paths equal to videoPath in contract/src/media/files.ts.
create function private.link_uploaded_video() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  id constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  movie uuid := substring(new.name from '^movies/(' || id || ')\.[^/]+$')::uuid;
  episode uuid := substring(new.name from '^movies/episodes/(' || id || ')\.[^/]+$')::uuid;
begin
  if tg_op = 'UPDATE' and old.name = new.name and old.version is not distinct from new.version then
    return null;
  end if;
  -- Already linked: the same path with new bytes. Otherwise setting video_url queues it.
  perform private.queue_media_job(m.id, null, new.name) from public.movies m where m.video_url = new.name;
  perform private.queue_media_job(null, e.id, new.name) from public.episodes e where e.video_url = new.name;
  update public.movies m set video_url = new.name where m.id = movie and m.video_url is distinct from new.name;
  update public.episodes e set video_url = new.name where e.id = episode and e.video_url is distinct from new.name;
  return null;
end $$;
create trigger link_uploaded_video after insert or update on storage.objects
  for each row when (new.bucket_id = 'movies') execute function private.link_uploaded_video();

-- What editors do with jobs -----------------------------------------------------------------------------------

create function private.require_editor() returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if not private.has_role('editor') then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
end $$;

create function public.cancel_media_job(job_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_editor();
  update public.media_jobs j set status = 'canceled', seconds_left = null
    where j.id = job_id and j.status in ('queued', 'running');
  perform pg_notify('media', '');
end $$;
comment on function public.cancel_media_job is 'Cancels a queued or running job. The uploaded file stays.';
grant execute on function public.cancel_media_job(uuid) to authenticated;

create function public.retry_media_job(job_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job public.media_jobs;
begin
  perform private.require_editor();
  select * into job from public.media_jobs j where j.id = job_id for update;
  if job.status is null or job.status not in ('failed', 'canceled') then
    return;
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'movies' and o.name = job.source_path) then
    raise exception using errcode = 'PT404', message = 'The uploaded file is no longer there. Please upload it again.',
      hint = 'media_source_missing';
  end if;
  if exists (select from public.media_jobs j where j.status in ('queued', 'running')
      and (j.movie_id = job.movie_id or j.episode_id = job.episode_id)) then
    return;
  end if;
  update public.media_jobs j
    set status = 'queued', stage = null, percent = 0, seconds_left = null, attempts = 0, run_after = now(),
      error_key = null, error_detail = null
    where j.id = job_id;
  perform pg_notify('media', '');
end $$;
comment on function public.retry_media_job is 'Queues a failed or canceled job again, from the uploaded file.';
grant execute on function public.retry_media_job(uuid) to authenticated;

create function public.media_workers_state() returns text
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_editor();
  return coalesce((
    select w.state from private.media_workers w where w.seen_at > now() - interval '3 minutes'
    order by w.state = 'ready' desc, w.state = 'no_ffmpeg' desc limit 1), 'off');
end $$;
comment on function public.media_workers_state is 'ready, or why uploads are not being encoded at the moment: no_ffmpeg, off.';
grant execute on function public.media_workers_state() to authenticated;

-- What workers do with jobs -----------------------------------------------------------------------------------

create function private.is_job_held(job_id uuid, worker uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from private.media_runs r join public.media_jobs j on j.id = r.job_id
    where r.job_id = is_job_held.job_id and r.worker = is_job_held.worker and j.status = 'running')
$$;

-- A worker renews its lease every few seconds (LEASE_SECONDS in server/src/catalogue/ingest/job-queue.ts). When it died,
-- the next worker continues the same stream.
create function private.claim_media_job(worker uuid, lease_seconds integer) returns table (
    job_id uuid, movie_id uuid, episode_id uuid, source_path text, source_version text, source_bytes bigint,
    stream_id uuid, encryption_key bytea, attempts integer, fresh boolean)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job public.media_jobs;
  source storage.objects;
  stream private.streams;
  fresh boolean := false;
begin
  select j.* into job from public.media_jobs j
    where j.status = 'queued' and j.run_after <= now()
      or j.status = 'running' and not exists (
        select from private.media_runs r where r.job_id = j.id and r.lease_until > now())
    order by j.run_after, j.created_at limit 1
    for update skip locked;
  if job.id is null then
    return;
  end if;
  select o.* into source from storage.objects o where o.bucket_id = 'movies' and o.name = job.source_path;
  select s.* into stream from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = job.id;
  if stream.id is not null and stream.source_version is distinct from source.version then
    stream := null;
  end if;
  if stream.id is null then
    insert into private.streams (movie_id, episode_id, source_path, source_version)
      values (job.movie_id, job.episode_id, job.source_path, source.version) returning * into stream;
    fresh := true;
  end if;
  insert into private.media_runs as r (job_id, stream_id, worker, lease_until)
    values (job.id, stream.id, claim_media_job.worker, now() + make_interval(secs => lease_seconds))
    on conflict on constraint media_runs_pkey do update
      set stream_id = excluded.stream_id, worker = excluded.worker, lease_until = excluded.lease_until;
  update public.media_jobs j
    set status = 'running', stage = coalesce(j.stage, 'checking'), attempts = j.attempts + 1, error_key = null,
      error_detail = null
    where j.id = job.id;
  return query select job.id, job.movie_id, job.episode_id, job.source_path, source.version,
    (source.metadata ->> 'size')::bigint, stream.id, stream.encryption_key, job.attempts + 1, fresh;
end $$;
comment on function private.claim_media_job is 'Claims the next job; no row when there is none. source_version is null when the file is missing; fresh: the stream was just created.';

-- Another worker's local files are not available here, and segments that viewers already play must not change.
create function private.restart_media_job(job_id uuid, worker uuid) returns table (stream_id uuid, encryption_key bytea)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
begin
  if not private.is_job_held(job_id, worker) then
    return;
  end if;
  insert into private.streams (movie_id, episode_id, source_path, source_version)
    select s.movie_id, s.episode_id, s.source_path, s.source_version
    from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = restart_media_job.job_id
    returning * into stream;
  update private.media_runs r set stream_id = stream.id where r.job_id = restart_media_job.job_id;
  return query select stream.id, stream.encryption_key;
end $$;
comment on function private.restart_media_job is 'Gives a job a new stream when the unfinished one cannot be continued.';

create function private.renew_media_job_lease(job_id uuid, worker uuid, lease_seconds integer) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_media_job_lease.job_id and r.worker = renew_media_job_lease.worker
      and j.id = r.job_id and j.status = 'running'
    returning 1)
  select exists (select from held)
$$;
comment on function private.renew_media_job_lease is 'Extends the worker''s lease. False when the job was canceled or another worker has it.';

create function private.update_media_job_progress(job_id uuid, worker uuid, stage text, percent numeric, seconds_left integer)
  returns void
  language sql security definer
  set search_path = ''
  as $$
  update public.media_jobs j
  set stage = update_media_job_progress.stage, percent = update_media_job_progress.percent, seconds_left = update_media_job_progress.seconds_left
  where j.id = job_id and private.is_job_held(job_id, worker)
$$;

-- Uploaded subtitles have an id; those from the film file do not.
create function private.merge_uploaded_subtitles(film jsonb, before jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
  select jsonb_set(film, '{subtitles}', coalesce(film -> 'subtitles', '[]') || coalesce((
    select jsonb_agg(s order by n) from jsonb_array_elements(before -> 'subtitles') with ordinality as u (s, n)
    where s ? 'id'), '[]'))
$$;

create function private.film_minutes(film jsonb) returns integer
  language sql immutable
  set search_path = ''
  as $$ select greatest(1, least(1440, round((film ->> 'duration')::numeric / 60)))::integer $$;

-- The title plays from this stream if it is complete, or if nothing played before. The previous stream stays for those who
-- are watching it.
create function private.publish_stream(stream_id uuid, film jsonb, whole boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
  before private.streams;
begin
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
  update private.streams s
    set film = private.merge_uploaded_subtitles(publish_stream.film, stream.film),
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

create function private.mark_media_job_watchable(job_id uuid, worker uuid, film jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_job_held(job_id, worker) then
    return false;
  end if;
  perform private.publish_stream(r.stream_id, mark_media_job_watchable.film, false)
    from private.media_runs r where r.job_id = mark_media_job_watchable.job_id;
  perform pg_notify('media', '');
  return true;
end $$;

create function private.finish_media_job(job_id uuid, worker uuid, film jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_job_held(job_id, worker) then
    return false;
  end if;
  perform private.publish_stream(r.stream_id, finish_media_job.film, true)
    from private.media_runs r where r.job_id = finish_media_job.job_id;
  update public.media_jobs j set status = 'done', stage = null, percent = 100, seconds_left = null
    where j.id = finish_media_job.job_id;
  delete from private.media_runs r where r.job_id = finish_media_job.job_id;
  perform pg_notify('media', '');
  return true;
end $$;

-- retry_seconds null: the job fails for good, because it would only fail again.
create function private.fail_media_job(
    job_id uuid, worker uuid, error_key text, error_detail text, retry_seconds integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_job_held(job_id, worker) then
    return;
  end if;
  update public.media_jobs j
    set status = case when retry_seconds is null then 'failed' else 'queued' end,
      run_after = now() + make_interval(secs => coalesce(retry_seconds, 0)),
      seconds_left = null, error_key = fail_media_job.error_key, error_detail = fail_media_job.error_detail
    where j.id = fail_media_job.job_id;
  update private.media_runs r set worker = null, lease_until = null where r.job_id = fail_media_job.job_id;
end $$;

-- A job that a stopping process puts back has not been tried; one whose process died has. Otherwise a file that crashes
-- the process would crash it at every start.
create function private.release_media_jobs(worker uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.media_jobs j
    set status = 'queued', run_after = now(), seconds_left = null,
      attempts = case when release_media_jobs.worker is null then j.attempts else greatest(0, j.attempts - 1) end
    from private.media_runs r
    where r.job_id = j.id and j.status = 'running'
      and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  update private.media_runs r set worker = null, lease_until = null
    where release_media_jobs.worker is null or r.worker = release_media_jobs.worker;
  perform pg_notify('media', '');
end $$;
comment on function private.release_media_jobs is 'Puts a worker''s jobs back into the queue; null: of all workers.';

-- Streams that no job makes and nobody can be watching. The sweeper deletes their files, then their rows.
create function private.list_removable_streams(grace interval) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id from private.streams s
  where s.status = 'replaced' and s.replaced_at < now() - grace
    or s.status = 'making' and s.source_path is not null and not exists (
      select from private.media_runs r join public.media_jobs j on j.id = r.job_id
      where r.stream_id = s.id and j.status in ('queued', 'running'))
$$;

-- Subtitles ---------------------------------------------------------------------------------------------------

create function private.notify_media() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform pg_notify('media', '');
  return null;
end $$;

create table public.subtitles (
  id uuid primary key default gen_random_uuid(),
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  language text not null,
  name text not null,
  path text not null unique,
  error_key text,
  created_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  constraint language_tag check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'),
  constraint name_present check (private.trim_text(name) <> '' and char_length(name) <= 60),
  constraint path_is_an_object_path check (path ~ '^subtitles/[^:\s]+$' and path !~ '\.\.')
);
comment on table public.subtitles is 'Uploaded subtitles: an SRT or VTT file in the bucket movies. The server adds them to the stream.';
comment on column public.subtitles.error_key is 'Why the file could not be used.';
create index on public.subtitles (movie_id);
create index on public.subtitles (episode_id);
alter table public.subtitles enable row level security;
grant select, delete, insert (id, movie_id, episode_id, language, name, path), update (language, name)
  on public.subtitles to authenticated;
create policy "editors see subtitles" on public.subtitles
  for select to authenticated using ((select private.has_role('editor')));
create policy "editors add subtitles" on public.subtitles
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change subtitles" on public.subtitles
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete subtitles" on public.subtitles
  for delete to authenticated using ((select private.has_role('editor')));
create trigger notify_media_of_subtitles after insert or update or delete on public.subtitles
  for each statement execute function private.notify_media();

-- Uploaded subtitles that a stream's film.json lacks, and deleted ones that it still has (path is null).
create function private.list_pending_subtitles() returns table (
    stream_id uuid, subtitle_id uuid, language text, name text, path text, version text)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id, t.id, t.language, t.name, t.path, o.version
  from private.streams s
  join public.subtitles t on t.movie_id = s.movie_id or t.episode_id = s.episode_id
  left join storage.objects o on o.bucket_id = 'movies' and o.name = t.path
  where s.status in ('watchable', 'whole') and t.error_key is null and not exists (
    select from jsonb_array_elements(s.film -> 'subtitles') f
    where f ->> 'id' = t.id::text and f ->> 'language' = t.language and f ->> 'name' = t.name)
  union all
  select s.id, (f ->> 'id')::uuid, null, null, null, null
  from private.streams s cross join lateral jsonb_array_elements(s.film -> 'subtitles') f
  where s.status in ('watchable', 'whole') and f ? 'id'
    and not exists (select from public.subtitles t where t.id = (f ->> 'id')::uuid)
$$;

create function private.save_stream_subtitle(stream_id uuid, subtitle_id uuid, entry jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  update private.streams s
  set film = jsonb_set(s.film, '{subtitles}', coalesce((
    select jsonb_agg(f order by n) from jsonb_array_elements(s.film -> 'subtitles') with ordinality as u (f, n)
    where f ->> 'id' is distinct from subtitle_id::text), '[]')
    || case when entry is null then '[]' else jsonb_build_array(entry || jsonb_build_object('id', subtitle_id)) end)
  where s.id = stream_id
$$;

-- Uploads of deleted titles, of an earlier video of a title, and of deleted subtitles. Not those of the last hour: their
-- row may not be written yet.
create function private.list_removable_uploads() returns table (id uuid, name text, version text)
  language sql stable security definer
  set search_path = ''
  as $$
  with uploads as (
    select o.*,
      substring(o.name from '^movies/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[^/]+$')::uuid as movie,
      substring(o.name from '^movies/episodes/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[^/]+$')::uuid as episode
    from storage.objects o
    where o.bucket_id = 'movies'
      and greatest(o.created_at, o.updated_at, o.last_accessed_at) < now() - interval '1 hour')
  select u.id, u.name, u.version from uploads u
  where not exists (select from public.movies m where m.video_url = u.name)
    and not exists (select from public.episodes e where e.video_url = u.name)
    and (u.movie is not null and not exists (select from public.movies m where m.id = u.movie)
      or u.episode is not null and not exists (select from public.episodes e where e.id = u.episode)
      or exists (
        select from public.movies m join private.streams s on s.movie_id = m.id
        where m.id = u.movie and s.status = 'whole' and s.source_path = m.video_url)
      or exists (
        select from public.episodes e join private.streams s on s.episode_id = e.id
        where e.id = u.episode and s.status = 'whole' and s.source_path = e.video_url)
      or u.name like 'subtitles/%' and not exists (select from public.subtitles t where t.path = u.name))
$$;
