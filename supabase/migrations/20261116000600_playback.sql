-- Playback: who can watch (decision 4), tickets and the sessions they open, the limit of parallel streams, progress,
-- statistics of what was watched. Keep the numbers equal to contract/src/playback/limits.ts.

-- Who can watch -----------------------------------------------------------------------------------------------

create function private.can_watch(viewer uuid, media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select case can_watch.media_type
    when 'movie' then coalesce((
      select (m.published and (m.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'movie', m.id)
      from public.movies m where m.id = media_id), false)
    when 'series' then coalesce((
      select (s.published and (s.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'series', s.id)
      from public.series s where s.id = media_id), false)
    when 'episode' then coalesce((
      select (s.published and (e.is_free or s.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'series', s.id)
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id), false)
    else false
  end
  or (
    exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin')
    and case can_watch.media_type
      when 'movie' then exists (select from public.movies m where m.id = media_id)
      when 'series' then exists (select from public.series s where s.id = media_id)
      when 'episode' then exists (select from public.episodes e where e.id = media_id)
      else false
    end)
$$;
comment on function private.can_watch is
  'Who can watch: everybody if free; subscribers; buyers; renters for 48 hours; admins. Buyers and renters also after it is unpublished. Nothing else decides this.';

create function public.can_watch(media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select private.can_watch(auth.uid(), media_type, media_id) $$;
comment on function public.can_watch is 'True when the caller can watch this movie, series or episode.';
grant execute on function public.can_watch(text, uuid) to anon, authenticated;

create function private.can_list_episode(series_id uuid, episode_is_free boolean) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((select s.published and (s.is_free or episode_is_free) from public.series s where s.id = can_list_episode.series_id), false)
    or private.can_watch((select auth.uid()), 'series', can_list_episode.series_id)
    or private.has_role('editor')
$$;
grant execute on function private.can_list_episode(uuid, boolean) to anon, authenticated;

-- On a table of *_catalogue.sql, here because it calls can_watch().

create policy "episodes are visible to those who can watch them" on public.episodes
  for select to anon, authenticated
  using (private.can_list_episode(series_id, is_free));

-- Tickets and sessions ----------------------------------------------------------------------------------------

create table private.playback_sessions (
  id uuid primary key default gen_random_uuid(),
  stream_id uuid not null references private.streams (id) on delete cascade,
  user_id uuid references private.profiles (id) on delete cascade,
  auth_session_id uuid,
  saves_progress boolean not null,
  device text not null default '',
  ticket_hash text not null unique,
  ticket_expires_at timestamptz not null,
  bound_to text,
  cookie_hash text unique,
  browser text,
  started_at timestamptz not null default now(),
  exchanged_at timestamptz,
  seen_at timestamptz,
  reported_at timestamptz,
  ended_at timestamptz,
  constraint bound_to_a_hash check (bound_to ~ '^[0-9a-f]{64}$'),
  constraint exchanged_for_a_cookie check ((exchanged_at is null) = (cookie_hash is null))
);
comment on table private.playback_sessions is
  'One film on one device: first a ticket, then the session it was exchanged for. Only hashes of ticket and cookie are stored.';
comment on column private.playback_sessions.user_id is 'Null for a visitor.';
comment on column private.playback_sessions.auth_session_id is 'Signing out on that device ends this session too.';
comment on column private.playback_sessions.bound_to is 'Hash of a secret that only the browser which requested the ticket has.';
create index on private.playback_sessions (stream_id);
create index on private.playback_sessions (user_id, seen_at);
create index on private.playback_sessions (started_at);
alter table private.playback_sessions enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.playback_sessions', 'user_id', array['ticket_hash', 'bound_to', 'cookie_hash']);

-- plpgsql here and below although sql would do: its plans are cached, and starting playback calls many of these.
create function private.describe_title(media_type text, media_id uuid) returns table (title text, series_id uuid, published boolean)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if describe_title.media_type = 'movie' then
    return query select m.title::text, null::uuid, m.published from public.movies m where m.id = media_id;
  elsif describe_title.media_type = 'episode' then
    return query select s.title || ' · ' || e.title, s.id, s.published
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
end $$;
comment on function private.describe_title is 'Title of the film or episode as text, its series, and whether it is published.';

create function private.is_session_valid(viewer uuid, auth_session uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return viewer is null or exists (
    select from auth.users u
    where u.id = viewer and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (auth_session is null or exists (
        select from auth.sessions a where a.id = auth_session and a.user_id = viewer)));
end $$;
comment on function private.is_session_valid is 'True for a visitor, and for a member whose account is open and who is still signed in on that device.';

create function private.can_play(viewer uuid, auth_session uuid, stream private.streams) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return stream.status <> 'making' and private.is_session_valid(viewer, auth_session)
    and case when stream.movie_id is not null then private.can_watch(viewer, 'movie', stream.movie_id)
      else private.can_watch(viewer, 'episode', stream.episode_id) end;
end $$;
comment on function private.can_play is 'can_watch() for a stream, checked again and again while it plays.';

create function private.can_start_stream(viewer uuid, beside uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if viewer is null then
    return true;
  end if;
  -- Of two films started at the same moment the second waits here and then counts the first.
  perform pg_advisory_xact_lock(hashtextextended('playback of ' || viewer, 0));
  return (
    -- Keep equal to the condition in my_streams.
    select count(*) from private.playback_sessions p
    where p.user_id = viewer and p.ended_at is null and p.seen_at > now() - interval '60 seconds'
      and p.id is distinct from beside)
    < (select value::text::integer from private.settings where key = 'streams_per_account');
end $$;
comment on function private.can_start_stream is
  'True when the account can play one more stream, not counting the session beside. Counted: exchanged, not ended, active within the last minute.';

create function private.end_playback_session(session uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.playback_sessions p set ended_at = now() where p.id = session and p.ended_at is null;
  if found then
    perform pg_notify('playback_ended', session::text);
  end if;
end $$;

create function public.my_streams() returns table (session uuid, title text, device text, started_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select p.id, t.title, p.device, p.started_at
  from private.playback_sessions p
  join private.streams s on s.id = p.stream_id
  cross join lateral private.describe_title(
    case when s.movie_id is null then 'episode' else 'movie' end, coalesce(s.movie_id, s.episode_id)) t
  where p.user_id = auth.uid() and p.ended_at is null and p.seen_at > now() - interval '60 seconds'
  order by p.started_at, p.id
$$;
comment on function public.my_streams is 'The films that the caller''s account is playing now.';
grant execute on function public.my_streams() to authenticated;

create function public.end_playback(session uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not exists (
    select from private.playback_sessions p
    where p.id = end_playback.session and p.user_id = auth.uid() and p.ended_at is null) then
    return false;
  end if;
  perform private.end_playback_session(end_playback.session);
  return true;
end $$;
comment on function public.end_playback is 'Ends one of the caller''s playback sessions on any device. False when there was none.';
grant execute on function public.end_playback(uuid) to authenticated;

-- Called by the function `playback`: as the caller, or for visitors with the service key, because only the function knows
-- their address then.
create function public.start_playback(
    media_type text, media_id uuid, replaces uuid default null, device text default '', bound_to text default null,
    address text default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  viewer uuid := auth.uid();
  auth_session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  item record;
  stream private.streams;
  ticket text := encode(extensions.gen_random_bytes(32), 'hex');
  can_watch boolean;
  made private.playback_sessions;
begin
  if not private.is_client() then
    perform set_config('request.client_address', coalesce(start_playback.address, ''), true);
  end if;
  -- On mobile networks many visitors share one address.
  if not private.check_rate_limit('start_playback', private.caller_key(), case when viewer is null then 1200 else 120 end, interval '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if exists (select from auth.users u where u.id = viewer and u.banned_until > now()) then
    raise exception using errcode = 'PT403', message = 'This account is closed. Please contact support.', hint = 'user_banned';
  end if;

  select * into item from private.describe_title(start_playback.media_type, media_id);
  can_watch := private.can_watch(viewer, start_playback.media_type, media_id);
  if item.title is null or not (item.published or can_watch) then
    raise exception using errcode = 'PT404', message = 'Movie not found', hint = 'movie_not_found';
  end if;
  stream := private.find_current_stream(start_playback.media_type, media_id);
  if stream.id is null then
    raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
  end if;
  if not can_watch and viewer is null then
    raise exception using errcode = 'PT401', message = 'User not authenticated', hint = 'not_authenticated',
      detail = jsonb_strip_nulls(jsonb_build_object('series_id', item.series_id));
  end if;
  if not can_watch then
    raise exception using errcode = 'PT402', message = 'Please subscribe, buy or rent to watch this',
      hint = 'subscription_needed', detail = jsonb_strip_nulls(jsonb_build_object('series_id', item.series_id));
  end if;
  if not private.is_session_valid(viewer, auth_session) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Please sign in again.', hint = 'session_ended';
  end if;

  if replaces is not null
    and exists (select from private.playback_sessions p where p.id = replaces and p.user_id = viewer) then
    perform private.end_playback_session(replaces);
  end if;
  if not private.can_start_stream(viewer, null) then
    raise exception using errcode = 'PT409', message = 'Too many films are playing on this account. End one to go on here.',
      hint = 'too_many_streams',
      detail = jsonb_build_object('streams', (select jsonb_agg(s order by s.started_at) from public.my_streams() s));
  end if;
  insert into private.playback_sessions
    (stream_id, user_id, auth_session_id, saves_progress, device, ticket_hash, ticket_expires_at, bound_to)
  values (
    stream.id, viewer, auth_session, viewer is not null and private.is_fully_signed_in(),
    left(regexp_replace(coalesce(start_playback.device, ''), '[[:cntrl:]]', '', 'g'), 60),
    encode(sha256(convert_to(ticket, 'utf8')), 'hex'), now() + interval '60 seconds', start_playback.bound_to)
  returning * into made;
  return jsonb_build_object(
    'session', made.id, 'stream', stream.id, 'ticket', ticket, 'expires_at', made.ticket_expires_at, 'film', stream.film,
    'position', coalesce((
      select case when w.watched then 0 else w.position end from public.watch_progress w
      where w.user_id = viewer and w.title_id = media_id and made.saves_progress), 0));
end $$;
comment on function public.start_playback is
  'Issues a ticket for one film, valid once and for a minute, if the caller can watch it; else raises the reason. See supabase/functions/playback.';
grant execute on function public.start_playback(text, uuid, uuid, text, text, text) to anon, authenticated;

create function private.exchange_ticket(
    ticket_hash text, stream_id uuid, cookie_hash text, browser text, held text[], old_cookie_hash text)
  returns table (refusal text, session uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  opened private.playback_sessions;
  stream private.streams;
begin
  -- Of two requests with one ticket, in any process, the second waits here and then finds it exchanged.
  select p.* into opened from private.playback_sessions p where p.ticket_hash = exchange_ticket.ticket_hash for update;
  if opened.stream_id = exchange_ticket.stream_id and opened.cookie_hash = old_cookie_hash then
    return query select null::text, null::uuid;
    return;
  end if;
  if opened.id is null or opened.stream_id <> exchange_ticket.stream_id or opened.exchanged_at is not null
    or opened.ended_at is not null or opened.ticket_expires_at <= now()
    or (opened.bound_to is not null and opened.bound_to <> all (held)) then
    return query select 'ticket_invalid', null::uuid;
    return;
  end if;
  select s.* into stream from private.streams s where s.id = opened.stream_id;
  if not private.can_play(opened.user_id, opened.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid;
    return;
  end if;
  -- The same browser starts the same film again: its previous session ends.
  perform private.end_playback_session(p.id) from private.playback_sessions p
    where p.cookie_hash = old_cookie_hash and p.stream_id = opened.stream_id and p.user_id is not distinct from opened.user_id;
  if not private.can_start_stream(opened.user_id, opened.id) then
    return query select 'too_many_streams', null::uuid;
    return;
  end if;
  update private.playback_sessions p
    set cookie_hash = exchange_ticket.cookie_hash, browser = exchange_ticket.browser, exchanged_at = now(), seen_at = now()
    where p.id = opened.id;
  insert into public.watch_sessions (id, user_id, movie_id, episode_id)
    values (opened.id, opened.user_id, stream.movie_id, stream.episode_id);
  return query select null::text, opened.id;
end $$;
comment on function private.exchange_ticket is
  'Exchanges a ticket for a session, once; or returns why not. No session: the caller already has its cookie. held: hashes of the secrets that the browser sent.';

create function private.continue_playback(cookie_hash text, stream_id uuid, browser text)
  returns table (refusal text, session uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  playing private.playback_sessions;
  stream private.streams;
begin
  select p.* into playing from private.playback_sessions p
    where p.cookie_hash = continue_playback.cookie_hash and p.stream_id = continue_playback.stream_id;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  if playing.id is null or playing.ended_at is not null or playing.browser is distinct from continue_playback.browser
    or playing.started_at <= now() - interval '12 hours'
    or not private.can_play(playing.user_id, playing.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid;
    return;
  end if;
  -- After a pause others may have started.
  if playing.seen_at <= now() - interval '60 seconds' and not private.can_start_stream(playing.user_id, playing.id) then
    return query select 'too_many_streams', null::uuid;
    return;
  end if;
  update private.playback_sessions p set seen_at = now()
    where p.id = playing.id and p.seen_at < now() - interval '10 seconds';
  return query select null::text, playing.id;
end $$;
comment on function private.continue_playback is 'Checks that a cookie is still valid for a stream; called every few seconds while it plays.';

-- The server calls this regularly.
create function private.purge_playback_sessions() returns void
  language sql security definer
  set search_path = ''
  as $$
  delete from private.playback_sessions p
  where p.started_at < now() - interval '1 day' or (p.exchanged_at is null and p.ticket_expires_at < now() - interval '1 hour')
$$;
comment on function private.purge_playback_sessions is 'Deletes expired tickets and sessions. What was watched stays in watch_sessions.';

-- Progress ----------------------------------------------------------------------------------------------------

create table public.watch_progress (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (id) on delete cascade,
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  title_id uuid not null generated always as (coalesce(movie_id, episode_id)) stored,
  media_type text not null generated always as (case when movie_id is null then 'episode' else 'movie' end) stored,
  position double precision not null default 0,
  duration double precision,
  watched boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  constraint one_progress_per_title unique (user_id, title_id),
  constraint position_sane check (position between 0 and 1000000),
  constraint duration_sane check (duration > 0 and duration <= 1000000)
);
comment on table public.watch_progress is 'Where a member stopped, in seconds. Written by save_progress and mark_watched; visible to that member only.';
create index on public.watch_progress (user_id, updated_at desc);
create index on public.watch_progress (movie_id);
create index on public.watch_progress (episode_id);
alter table public.watch_progress enable row level security;
grant select, delete on public.watch_progress to authenticated;
create policy "members see their own progress" on public.watch_progress
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members remove their own progress" on public.watch_progress
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "progress needs the second factor" on public.watch_progress
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create trigger require_second_factor before delete on public.watch_progress
  for each statement execute function private.require_second_factor();
insert into private.personal_data (relation, person_column) values ('public.watch_progress', 'user_id');

-- What was watched --------------------------------------------------------------------------------------------

create table public.watch_sessions (
  id uuid primary key,
  user_id uuid references private.profiles (id) on delete set null,
  movie_id uuid references public.movies (id) on delete set null,
  episode_id uuid references public.episodes (id) on delete set null,
  day date not null default current_date,
  furthest double precision not null default 0,
  duration double precision,
  seconds_watched double precision not null default 0,
  -- Null after the title is deleted: its hours stay in the statistics.
  constraint one_title_at_most check (num_nonnulls(movie_id, episode_id) <= 1)
);
comment on table public.watch_sessions is
  'Each playback: user (null for a visitor), title, day, furthest position, seconds watched. The user is visible to that member only.';
create index on public.watch_sessions (user_id, day desc);
create index on public.watch_sessions (movie_id, day);
create index on public.watch_sessions (episode_id, day);
create index on public.watch_sessions (day);
alter table public.watch_sessions enable row level security;
grant select on public.watch_sessions to authenticated;
create policy "members see their own watch sessions" on public.watch_sessions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "watch sessions need the second factor" on public.watch_sessions
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.watch_sessions', 'user_id', 'anonymous');

create function private.store_progress(
    person uuid, movie uuid, episode uuid, "position" double precision, duration double precision, at timestamptz)
  returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.watch_progress as w (user_id, movie_id, episode_id, position, duration, watched, updated_at)
  values (
    person, movie, episode, least(store_progress.position, store_progress.duration), store_progress.duration,
    store_progress.position >= 0.95 * store_progress.duration, least(at, now()))
  on conflict on constraint one_progress_per_title do update
    -- Opening a watched title again keeps it watched until a minute has been played.
    set watched = excluded.watched or (w.watched and excluded.position < 60),
      position = excluded.position, duration = excluded.duration, updated_at = excluded.updated_at
    -- A late report does not overwrite a newer one.
    where w.updated_at <= excluded.updated_at
$$;

create function private.add_watch_time(
    session uuid, "position" double precision, duration double precision, seconds double precision) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  since timestamptz;
begin
  -- At most the seconds that have passed are counted.
  update private.playback_sessions p
    set reported_at = now(), seen_at = case when p.seen_at > now() - interval '60 seconds' then now() else p.seen_at end
    from private.playback_sessions before
    where p.id = add_watch_time.session and before.id = p.id
    returning coalesce(before.reported_at, before.exchanged_at) into since;
  update public.watch_sessions w
    set seconds_watched = w.seconds_watched + greatest(0, least(coalesce(seconds, 0), extract(epoch from now() - since) + 1)),
      furthest = greatest(w.furthest, least(add_watch_time.position, add_watch_time.duration)),
      duration = add_watch_time.duration
    where w.id = add_watch_time.session;
end $$;

-- From a tab that may be closing, authorised by the stream's cookie: see server/src/playback. The position is saved even
-- when the session was ended from elsewhere meanwhile.
create function private.report_playback(
    cookie_hash text, stream_id uuid, browser text, "position" double precision, duration double precision,
    seconds double precision, ended boolean) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  playing private.playback_sessions;
begin
  select p.* into playing from private.playback_sessions p
    where p.cookie_hash = report_playback.cookie_hash and p.stream_id = report_playback.stream_id
      and p.browser = report_playback.browser;
  if playing.id is null then
    return false;
  end if;
  if playing.user_id is not null and playing.saves_progress then
    perform private.store_progress(
        playing.user_id, s.movie_id, s.episode_id, report_playback.position, report_playback.duration, now())
      from private.streams s where s.id = playing.stream_id;
  end if;
  if playing.ended_at is null then
    perform private.add_watch_time(playing.id, report_playback.position, report_playback.duration, seconds);
  end if;
  if ended then
    perform private.end_playback_session(playing.id);
  end if;
  return true;
end $$;

create function private.require_title(media_type text, media_id uuid) returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if not exists (
    select from private.describe_title(require_title.media_type, media_id) t
    where t.published or private.can_watch(auth.uid(), require_title.media_type, media_id)) then
    raise exception using errcode = 'PT404', message = 'Movie not found', hint = 'movie_not_found';
  end if;
end $$;

create function public.save_progress(
    media_type text, media_id uuid, "position" double precision, duration double precision,
    seconds_watched double precision default 0, session uuid default null, at timestamptz default now()) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  perform private.require_title(save_progress.media_type, media_id);
  perform private.store_progress(
    person, case save_progress.media_type when 'movie' then media_id end,
    case save_progress.media_type when 'episode' then media_id end, save_progress.position, save_progress.duration, at);
  perform private.add_watch_time(p.id, save_progress.position, save_progress.duration, seconds_watched)
    from private.playback_sessions p join private.streams s on s.id = p.stream_id
    where p.id = save_progress.session and p.user_id = person and p.exchanged_at is not null and p.ended_at is null
      and coalesce(s.movie_id, s.episode_id) = media_id;
end $$;
comment on function public.save_progress is
  'Saves the caller''s position in a film. at: when it was reached, for late reports; an older one does not overwrite a newer one.';
grant execute on function public.save_progress(text, uuid, double precision, double precision, double precision, uuid, timestamptz)
  to authenticated;

create function public.mark_watched(media_type text, media_id uuid, watched boolean default true) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  perform private.require_title(mark_watched.media_type, media_id);
  insert into public.watch_progress as w (user_id, movie_id, episode_id, watched)
  values (
    person, case mark_watched.media_type when 'movie' then media_id end,
    case mark_watched.media_type when 'episode' then media_id end, mark_watched.watched)
  on conflict on constraint one_progress_per_title do update
    set watched = excluded.watched, position = 0, updated_at = now();
end $$;
comment on function public.mark_watched is 'Marks a title as watched or not watched. To remove it from the list, delete its row of watch_progress.';
grant execute on function public.mark_watched(text, uuid, boolean) to authenticated;

-- What to watch next ------------------------------------------------------------------------------------------

create function public.next_episode(episode_id uuid) returns table (
    id uuid, series_id uuid, season_number integer, episode_number integer, title text, thumbnail_url text, duration integer)
  language sql stable security definer
  set search_path = ''
  as $$
  select n.id, n.series_id, n.season_number, n.episode_number, n.title, coalesce(n.thumbnail_url, s.thumbnail_url), n.duration
  from public.episodes e
  join public.series s on s.id = e.series_id
  join public.episodes n on n.series_id = e.series_id
    and (n.season_number, n.episode_number) > (e.season_number, e.episode_number)
  where e.id = next_episode.episode_id and n.has_video and private.can_watch(auth.uid(), 'episode', n.id)
  order by n.season_number, n.episode_number limit 1
$$;
comment on function public.next_episode is 'The next episode of the series that the caller can watch and that has a video; no row after the last.';
grant execute on function public.next_episode(uuid) to anon, authenticated;

create function public.continue_watching(max_rows integer default 20) returns table (
    media_type text, media_id uuid, title text, series_id uuid, series_title text, season_number integer,
    episode_number integer, thumbnail_url text, "position" double precision, duration double precision, updated_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  with mine as (
    select w.* from public.watch_progress w
    where w.user_id = auth.uid() and private.is_fully_signed_in()
      and (w.watched or w.position > 0)
  ),
  -- Of each series the last watched episode; if it was watched to the end, the next one.
  latest as (
    select distinct on (e.series_id) w.*, e.series_id
    from mine w join public.episodes e on e.id = w.episode_id
    order by e.series_id, w.updated_at desc
  ),
  episodes as (
    select case when l.watched then n.id else l.episode_id end as id, l.updated_at
    from latest l left join lateral public.next_episode(l.episode_id) n on l.watched
  )
  select * from (
    select 'movie', m.id, m.title, null::uuid, null::text, null::integer, null::integer, m.thumbnail_url,
      w.position, w.duration, w.updated_at
    from mine w join public.movies m on m.id = w.movie_id
    where not w.watched and m.has_video and private.can_watch(auth.uid(), 'movie', m.id)
    union all
    select 'episode', e.id, e.title, s.id, s.title, e.season_number, e.episode_number,
      coalesce(e.thumbnail_url, s.thumbnail_url), coalesce(case when not w.watched then w.position end, 0),
      coalesce(w.duration, e.duration * 60), l.updated_at
    from episodes l
    join public.episodes e on e.id = l.id
    join public.series s on s.id = e.series_id
    left join public.watch_progress w on w.user_id = auth.uid() and w.episode_id = e.id
    where e.has_video and private.can_watch(auth.uid(), 'episode', e.id)
  ) rows
  order by 11 desc, 2
  limit least(greatest(max_rows, 1), 100)
$$;
comment on function public.continue_watching is 'What the caller has started and can continue, newest first; of a series, the episode to continue with.';
grant execute on function public.continue_watching(integer) to authenticated;
