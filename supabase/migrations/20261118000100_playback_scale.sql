-- Playback and media with millions of rows: every statement of a request reads by index what it needs, and a heartbeat
-- changes no column that an index has.

-- Who can watch -----------------------------------------------------------------------------------------------

create index user_purchases_by_movie on public.user_purchases (user_id, movie_id) where movie_id is not null;
create index user_purchases_by_series on public.user_purchases (user_id, series_id) where series_id is not null;

-- plpgsql here and below although sql would do: its plans are cached.
create or replace function private.is_subscribed(viewer uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return exists (
    select from public.subscriptions s where s.user_id = viewer and s.status = 'active' and s.expires_at > now());
end $$;

create or replace function private.has_paid_for(viewer uuid, media_type text, media_id uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if has_paid_for.media_type = 'movie' then
    return exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.movie_id = media_id and p.status = 'completed'
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()));
  end if;
  return has_paid_for.media_type = 'series' and exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.series_id = media_id and p.status = 'completed'
      and (p.transaction_type = 'purchase' or p.rental_expiry > now()));
end $$;

create or replace function private.can_watch(viewer uuid, media_type text, media_id uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  is_published boolean;
  is_free boolean;
  series uuid;
begin
  if can_watch.media_type = 'movie' then
    select m.published, m.is_free into is_published, is_free from public.movies m where m.id = media_id;
  elsif can_watch.media_type = 'series' then
    select s.published, s.is_free, s.id into is_published, is_free, series from public.series s where s.id = media_id;
  elsif can_watch.media_type = 'episode' then
    select s.published, s.is_free or e.is_free, s.id into is_published, is_free, series
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
  if is_published is null then
    return false;
  end if;
  return is_published and (is_free or private.is_subscribed(viewer))
    or case when series is null then private.has_paid_for(viewer, 'movie', media_id)
      else private.has_paid_for(viewer, 'series', series) end
    or exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin');
end $$;
comment on function private.can_watch is
  'Who can watch: everybody if free; subscribers; buyers; renters for 48 hours; admins. Buyers and renters also after it is unpublished. The policies of episodes and list_titles_in_progress() apply the same rule to many titles at once.';

create or replace function private.find_current_stream(media_type text, media_id uuid) returns private.streams
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
begin
  if find_current_stream.media_type = 'movie' then
    select s.* into stream from private.streams s where s.movie_id = media_id and s.status in ('watchable', 'whole');
  elsif find_current_stream.media_type = 'episode' then
    select s.* into stream from private.streams s where s.episode_id = media_id and s.status in ('watchable', 'whole');
  end if;
  return stream;
end $$;

-- Heartbeats --------------------------------------------------------------------------------------------------

-- Free space on each page for the next version of a row: it is then found without new index entries (a HOT update).
alter table private.playback_sessions set (fillfactor = 70);
alter table public.watch_sessions set (fillfactor = 80);
alter table public.watch_progress set (fillfactor = 80);

drop index private.playback_sessions_user_id_seen_at_idx;
create index playback_sessions_by_user on private.playback_sessions (user_id, ended_at);
create index playback_sessions_tickets on private.playback_sessions (ticket_expires_at) where exchanged_at is null;

drop index public.watch_progress_user_id_updated_at_idx;
alter table public.watch_progress add column recent_at timestamptz;
-- One pass over the table, where an update would write every row and index entry twice.
alter table public.watch_progress
  alter column recent_at type timestamptz using updated_at, alter column recent_at set default now(), alter column recent_at set not null;
comment on column public.watch_progress.recent_at is
  'updated_at, or up to an hour before it: the order of continue_watching() is read from an index that few heartbeats change.';

create function private.set_recent_at() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.recent_at := new.updated_at;
  return new;
end $$;
create trigger set_recent_at before insert or update of updated_at, recent_at on public.watch_progress
  for each row when (new.updated_at not between new.recent_at and new.recent_at + interval '1 hour')
  execute function private.set_recent_at();

-- Without films that were watched to the end: nothing of them is left to continue with.
create index watch_progress_recent on public.watch_progress (user_id, recent_at desc)
  where not watched or episode_id is not null;

create or replace function private.store_progress(
    person uuid, movie uuid, episode uuid, "position" double precision, duration double precision, at timestamptz)
  returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.watch_progress as w (user_id, movie_id, episode_id, position, duration, watched, updated_at)
  values (
    person, movie, episode, least(store_progress.position, store_progress.duration), store_progress.duration,
    store_progress.position >= 0.95 * store_progress.duration, least(at, now()))
  on conflict on constraint one_progress_per_title do update
    -- Opening a watched title again keeps it watched until a minute has been played.
    set watched = excluded.watched or (w.watched and excluded.position < 60),
      position = excluded.position, duration = excluded.duration, updated_at = excluded.updated_at
    -- A late report does not overwrite a newer one.
    where w.updated_at <= excluded.updated_at;
end $$;

drop function private.purge_playback_sessions();
create function private.purge_playback_sessions(at_most integer default 10000) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  sessions integer;
  tickets integer;
begin
  delete from private.playback_sessions p
    where p.id in (
      select o.id from private.playback_sessions o where o.started_at < now() - interval '1 day'
      order by o.started_at limit at_most for update skip locked);
  get diagnostics sessions = row_count;
  delete from private.playback_sessions p
    where p.id in (
      select o.id from private.playback_sessions o
      where o.exchanged_at is null and o.ticket_expires_at < now() - interval '1 hour'
      order by o.ticket_expires_at limit at_most for update skip locked);
  get diagnostics tickets = row_count;
  return at_most in (sessions, tickets);
end $$;
comment on function private.purge_playback_sessions is
  'Deletes expired tickets and sessions, up to at_most of each. True: there may be more. What was watched stays in watch_sessions.';

-- What to watch next ------------------------------------------------------------------------------------------

create index episodes_playable on public.episodes (series_id, season_number, episode_number) where has_video;
create index episodes_playable_free on public.episodes (series_id, season_number, episode_number)
  where has_video and is_free;

create or replace function public.next_episode(episode_id uuid) returns table (
    id uuid, series_id uuid, season_number integer, episode_number integer, title text, thumbnail_url text, duration integer)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  this public.episodes;
  series public.series;
begin
  select e.* into this from public.episodes e where e.id = next_episode.episode_id;
  select s.* into series from public.series s where s.id = this.series_id;
  if private.can_watch(auth.uid(), 'series', series.id) then
    return query
      select n.id, n.series_id, n.season_number, n.episode_number, n.title::text,
        coalesce(n.thumbnail_url, series.thumbnail_url), n.duration
      from public.episodes n
      where n.series_id = series.id and n.has_video
        and (n.season_number, n.episode_number) > (this.season_number, this.episode_number)
      order by n.season_number, n.episode_number limit 1;
  elsif series.published then
    return query
      select n.id, n.series_id, n.season_number, n.episode_number, n.title::text,
        coalesce(n.thumbnail_url, series.thumbnail_url), n.duration
      from public.episodes n
      where n.series_id = series.id and n.has_video and n.is_free
        and (n.season_number, n.episode_number) > (this.season_number, this.episode_number)
      order by n.season_number, n.episode_number limit 1;
  end if;
end $$;

create type private.title_in_progress as (
  media_type text, media_id uuid, title text, series_id uuid, series_title text, season_number integer,
  episode_number integer, thumbnail_url text, "position" double precision, duration double precision, updated_at timestamptz);

-- Applies the rule of can_watch() to all of these titles at once.
create function private.list_titles_in_progress(viewer uuid, newest integer, max_rows integer)
  returns setof private.title_in_progress
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  is_admin boolean := exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin');
  is_subscribed boolean := private.is_subscribed(viewer);
begin
  return query
    with recent as (
      select w.* from public.watch_progress w
      where w.user_id = viewer and (not w.watched or w.episode_id is not null)
      order by w.recent_at desc limit newest
    ),
    -- Of each series the last watched episode; if it was watched to the end, the next one.
    latest as (
      select distinct on (coalesce(e.series_id, r.movie_id)) r.*, e.series_id, e.season_number, e.episode_number
      from recent r left join public.episodes e on e.id = r.episode_id
      where r.watched or r.position > 0
      order by coalesce(e.series_id, r.movie_id), r.updated_at desc
    ),
    series as (
      select s.*, l.episode_id, l.watched, l.updated_at as watched_at, l.season_number, l.episode_number,
        s.published and (s.is_free or is_subscribed) or is_admin or exists (
          select from public.user_purchases p
          where p.user_id = viewer and p.series_id = s.id and p.status = 'completed'
            and (p.transaction_type = 'purchase' or p.rental_expiry > now())) as can_watch
      from latest l join public.series s on s.id = l.series_id
    )
    select 'movie', m.id, m.title::text, null::uuid, null::text, null::integer, null::integer, m.thumbnail_url,
      l.position, l.duration, l.updated_at
    from latest l join public.movies m on m.id = l.movie_id
    where m.has_video and (m.published and (m.is_free or is_subscribed) or is_admin or exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.movie_id = m.id and p.status = 'completed'
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())))
    union all
    select 'episode', e.id, e.title::text, s.id, s.title::text, e.season_number, e.episode_number,
      coalesce(e.thumbnail_url, s.thumbnail_url), coalesce(case when not w.watched then w.position end, 0),
      coalesce(w.duration, e.duration * 60), s.watched_at
    from series s
    cross join lateral (
      (select c.* from public.episodes c
        where c.id = s.episode_id and not s.watched and c.has_video and (s.can_watch or s.published and c.is_free))
      union all
      (select n.* from public.episodes n
        where s.watched and s.can_watch and n.series_id = s.id and n.has_video
          and (n.season_number, n.episode_number) > (s.season_number, s.episode_number)
        order by n.season_number, n.episode_number limit 1)
      union all
      (select n.* from public.episodes n
        where s.watched and not s.can_watch and s.published and n.series_id = s.id and n.has_video and n.is_free
          and (n.season_number, n.episode_number) > (s.season_number, s.episode_number)
        order by n.season_number, n.episode_number limit 1)
    ) e
    left join public.watch_progress w on w.user_id = viewer and w.title_id = e.id
    order by 11 desc, 2
    limit max_rows;
end $$;
comment on function private.list_titles_in_progress is
  'What a member can continue among the titles they watched last, newest first. newest: how many of those are looked at.';

create or replace function public.continue_watching(max_rows integer default 20) returns table (
    media_type text, media_id uuid, title text, series_id uuid, series_title text, season_number integer,
    episode_number integer, thumbnail_url text, "position" double precision, duration double precision, updated_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  viewer uuid := auth.uid();
  wanted integer := least(greatest(max_rows, 1), 100);
  newest integer;
  titles private.title_in_progress[];
  next_recent_at timestamptz;
begin
  if not private.is_fully_signed_in() then
    return;
  end if;
  -- The last few nearly always fill the list. Beyond that, 300 are enough: older ones are not listed.
  foreach newest in array array[wanted * 3, 300] loop
    titles := array(select t from private.list_titles_in_progress(viewer, newest, wanted) t);
    next_recent_at := (
      select w.recent_at from public.watch_progress w
      where w.user_id = viewer and (not w.watched or w.episode_id is not null)
      order by w.recent_at desc offset newest limit 1);
    -- Nothing further down can be newer than an hour after its recent_at.
    exit when next_recent_at is null
      or (titles[wanted]).updated_at >= next_recent_at + interval '1 hour';
  end loop;
  return query select t.* from unnest(titles) t;
end $$;

-- Streams -----------------------------------------------------------------------------------------------------

create index streams_making on private.streams (id) where status = 'making';
create index streams_replaced on private.streams (replaced_at) where status = 'replaced';

create or replace function private.list_removable_streams(grace interval) returns setof uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query
    select s.id from private.streams s where s.status = 'replaced' and s.replaced_at < now() - grace
    union all
    select s.id from private.streams s
    where s.status = 'making' and s.source_path is not null and not exists (
      select from private.media_runs r join public.media_jobs j on j.id = r.job_id
      where r.stream_id = s.id and j.status in ('queued', 'running'));
end $$;

create index media_runs_held on private.media_runs (worker) where worker is not null;

create or replace function private.release_media_jobs(worker uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.media_jobs j
    set status = 'queued', run_after = now(), seconds_left = null,
      attempts = case when release_media_jobs.worker is null then j.attempts else greatest(0, j.attempts - 1) end
    from private.media_runs r
    where r.worker is not null and r.job_id = j.id and j.status = 'running'
      and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  update private.media_runs r set worker = null, lease_until = null
    where r.worker is not null and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  perform pg_notify('media', '');
end $$;

-- Subtitles ---------------------------------------------------------------------------------------------------

create table private.subtitle_checks (
  title_id uuid primary key,
  created_at timestamptz not null default now()
);
comment on table private.subtitle_checks is
  'Movies and episodes whose subtitles or stream changed: their film.json may lack subtitles, or have deleted ones.';
create index on private.subtitle_checks (created_at);
alter table private.subtitle_checks enable row level security;

create function private.request_subtitle_check() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Waits while list_pending_subtitles() looks at the title, which may then remove the row. Without a look at what the title
  -- has: a stream and subtitles that are added at the same moment do not see each other.
  insert into private.subtitle_checks as c (title_id)
    values (case when tg_op = 'DELETE' then coalesce(old.movie_id, old.episode_id) else coalesce(new.movie_id, new.episode_id) end)
    on conflict (title_id) do update set created_at = c.created_at;
  return null;
end $$;
create trigger request_subtitle_check after insert or update or delete on public.subtitles
  for each row execute function private.request_subtitle_check();
create trigger request_subtitle_check after insert or update of status on private.streams
  for each row when (new.status in ('watchable', 'whole')) execute function private.request_subtitle_check();

insert into private.subtitle_checks (title_id)
  select distinct coalesce(s.movie_id, s.episode_id)
  from private.list_pending_subtitles() p join private.streams s on s.id = p.stream_id;

drop function private.list_pending_subtitles();
create function private.list_pending_subtitles(at_most integer default 100) returns table (
    stream_id uuid, subtitle_id uuid, language text, name text, path text, version text)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  titles uuid[];
begin
  loop
    -- Titles that are being changed at this moment are skipped: their change notifies again.
    titles := array(
      select c.title_id from private.subtitle_checks c order by c.created_at limit at_most for update skip locked);
    exit when cardinality(titles) = 0;
    return query
      with current_streams as (
        select s.id, s.film, t.title_id
        from unnest(titles) t (title_id)
        join private.streams s on (s.movie_id = t.title_id or s.episode_id = t.title_id) and s.status in ('watchable', 'whole')
      )
      select s.id, t.id, t.language, t.name, t.path, o.version
      from current_streams s
      join public.subtitles t on t.movie_id = s.title_id or t.episode_id = s.title_id
      left join storage.objects o on o.bucket_id = 'movies' and o.name = t.path
      where t.error_key is null and not exists (
        select from jsonb_array_elements(s.film -> 'subtitles') f
        where f ->> 'id' = t.id::text and f ->> 'language' = t.language and f ->> 'name' = t.name)
      union all
      select s.id, (f ->> 'id')::uuid, null, null, null, null
      from current_streams s cross join lateral jsonb_array_elements(s.film -> 'subtitles') f
      where f ? 'id' and not exists (select from public.subtitles t where t.id = (f ->> 'id')::uuid);
    exit when found;
    delete from private.subtitle_checks c where c.title_id = any (titles);
  end loop;
end $$;
comment on function private.list_pending_subtitles is
  'Uploaded subtitles that a stream''s film.json lacks, and deleted ones that it still has (path is null), of up to at_most titles.';
