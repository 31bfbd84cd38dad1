-- Minutes in which a rented film could not be watched are added to its rental (P-55, docs/decisions/0105-fair-rentals.md).

alter table public.user_purchases
  add column rental_outage_minutes integer not null default 0,
  add column rental_cut_minutes integer not null default 0,
  add column rental_settled_until timestamptz;
comment on column public.user_purchases.rental_outage_minutes is 'Added to the rental because our service was down.';
comment on column public.user_purchases.rental_cut_minutes is 'Added to the rental because the viewer''s connection was cut.';
comment on column public.user_purchases.rental_settled_until is 'What was lost before is added already, or not at all: no minute counts twice.';

-- Keep equal to RENTAL_EXTENSION_HOURS in contract/src/commerce/limits.ts.
alter table public.user_purchases drop constraint rentals_last_48_hours,
  add constraint rentals_last_48_hours check (
    case transaction_type
      when 'rental' then rental_expiry is not null
        and rental_outage_minutes >= 0 and rental_cut_minutes >= 0 and rental_outage_minutes + rental_cut_minutes <= 24 * 60
        and rental_expiry <= coalesce(rental_started_at, created_at + interval '30 days') + interval '48 hours'
          + make_interval(mins => rental_outage_minutes + rental_cut_minutes)
      else rental_expiry is null and rental_started_at is null and rental_outage_minutes + rental_cut_minutes = 0 end) not valid;

create function private.settle_rental(purchase uuid, cut tstzrange default null, up_to timestamptz default null) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  rental public.user_purchases;
  since timestamptz;
  down tstzmultirange;
  lost tstzmultirange;
  down_minutes integer;
  cut_minutes integer;
  allowed integer;
begin
  select p.* into rental from public.user_purchases p where p.id = purchase for update;
  if rental.rental_started_at is null or rental.status <> 'completed' then
    return 0;
  end if;
  since := greatest(rental.rental_started_at, rental.rental_settled_until);
  -- An outage counts whole if it began while the rental ran: nobody could use the hours that were left.
  select coalesce(range_agg(tstzrange(greatest(o.began_at, since), o.ended_at)), '{}') into down
    from private.outages o
    where o.part in ('site', 'films') and o.ended_at > since and greatest(o.began_at, since) < rental.rental_expiry;
  lost := case when cut is null or isempty(cut) then '{}'::tstzmultirange
    else tstzmultirange(cut) * tstzmultirange(tstzrange(since, null)) - down end;
  allowed := 24 * 60 - rental.rental_outage_minutes - rental.rental_cut_minutes;
  down_minutes := least(allowed, private.minutes_of(down));
  cut_minutes := least(allowed - down_minutes, private.minutes_of(lost));
  update public.user_purchases p
    set rental_outage_minutes = p.rental_outage_minutes + down_minutes,
      rental_cut_minutes = p.rental_cut_minutes + cut_minutes,
      rental_expiry = p.rental_expiry + make_interval(mins => down_minutes + cut_minutes),
      rental_settled_until = greatest(since, upper(down), upper(lost), up_to)
    where p.id = purchase;
  return down_minutes + cut_minutes;
end $$;
comment on function private.settle_rental is
  'Adds to a rental that has begun what outages, and a cut of the viewer''s connection, took from it since the last time; at most 24 hours in all. up_to: all outages until then are known. Returns the minutes.';

create function private.minutes_of(spans tstzmultirange) returns integer
  language sql immutable
  set search_path = ''
  as $$
  select coalesce(floor(sum(extract(epoch from upper(s) - lower(s))) / 60), 0)::integer from unnest(spans) s
$$;

-- Cuts --------------------------------------------------------------------------------------------------------

alter table private.playback_sessions
  add column gap_began_at timestamptz,
  add column gap_ended_at timestamptz;
comment on column private.playback_sessions.gap_began_at is 'The last time that this session sent no request for ten minutes or more, as the server saw it.';

create or replace function private.continue_playback(
    cookie_hash text, stream_id uuid, browser text, mark_hash text default null, offered_hash text default null)
  returns table (refusal text, session uuid, offered boolean)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  playing private.playback_sessions;
  stream private.streams;
  offers boolean := false;
begin
  select p.* into playing from private.playback_sessions p
    where p.cookie_hash = continue_playback.cookie_hash and p.stream_id = continue_playback.stream_id;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  if playing.id is null or playing.ended_at is not null or playing.browser is distinct from continue_playback.browser
    or playing.started_at <= now() - interval '12 hours'
    or not private.can_play(playing.user_id, playing.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid, false;
    return;
  end if;
  if continue_playback.mark_hash = playing.next_mark_hash then
    update private.playback_sessions p
      set mark_hash = p.next_mark_hash, previous_mark_hash = p.mark_hash, next_mark_hash = null, marked_at = now()
      where p.id = playing.id and p.next_mark_hash = continue_playback.mark_hash;
  elsif continue_playback.mark_hash is not distinct from playing.mark_hash then
    -- One offer at a time, so that of several clients one gets it. It is repeated when nobody took it up.
    offers := offered_hash is not null
      and coalesce(playing.marked_at, playing.exchanged_at) <= now() - interval '30 seconds'
      and coalesce(playing.mark_offered_at <= now() - interval '30 seconds', true);
  elsif continue_playback.mark_hash is distinct from playing.previous_mark_hash
    or playing.marked_at <= now() - interval '30 seconds' then
    return query select 'playback_moved', null::uuid, false;
    return;
  end if;
  -- After a pause others may have started.
  if playing.seen_at <= now() - interval '60 seconds' and not private.can_start_stream(playing.user_id, playing.id) then
    return query select 'too_many_streams', null::uuid, false;
    return;
  end if;
  -- Before seen_at is overwritten; of two requests at once the first one notes it.
  if playing.seen_at <= now() - interval '10 minutes' then
    update private.playback_sessions p set gap_began_at = p.seen_at, gap_ended_at = now()
      where p.id = playing.id and p.seen_at = playing.seen_at;
  end if;
  if offers then
    update private.playback_sessions p
      set next_mark_hash = offered_hash, mark_offered_at = now(), seen_at = now()
      where p.id = playing.id and p.mark_offered_at is not distinct from playing.mark_offered_at;
    offers := found;
  else
    update private.playback_sessions p set seen_at = now()
      where p.id = playing.id and p.seen_at < now() - interval '10 seconds';
  end if;
  return query select null::text, playing.id, offers;
end $$;

create function private.find_running_rental(viewer uuid, movie uuid, episode uuid) returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if movie is not null then
    return (select p.id from public.user_purchases p
      where p.user_id = viewer and p.movie_id = movie and p.status = 'completed' and p.transaction_type = 'rental'
        and p.rental_started_at is not null and p.rental_expiry > now()
      order by p.rental_expiry limit 1);
  end if;
  return (select p.id from public.episodes e join public.user_purchases p on p.series_id = e.series_id
    where e.id = episode and p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'rental'
      and p.rental_started_at is not null and p.rental_expiry > now()
    order by p.rental_expiry limit 1);
end $$;

-- What the player says is an upper limit, and so is what the server saw. Nobody gains by it: in a gap that counts the account has
-- requested nothing of this film, on no device, and has no licence to watch it without a connection.
create function private.count_cut(playing private.playback_sessions, seconds double precision) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  now_playing private.playback_sessions;
  gap tstzrange;
  stream private.streams;
begin
  if playing.user_id is null or not seconds > 600 then
    return 0;
  end if;
  select p.* into now_playing from private.playback_sessions p where p.id = playing.id;
  gap := case
    when now_playing.seen_at <= now() - interval '10 minutes' then tstzrange(now_playing.seen_at, now())
    when now_playing.gap_ended_at > now() - interval '5 minutes' then tstzrange(now_playing.gap_began_at, now_playing.gap_ended_at)
  end;
  -- It played when the gap began: a player that plays reports every ten seconds.
  if gap is null or playing.reported_at is null or playing.reported_at < lower(gap) - interval '2 minutes'
    or playing.reported_at > lower(gap) + interval '2 minutes' then
    return 0;
  end if;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  if exists (
      select from private.playback_sessions o
      where o.user_id = playing.user_id and o.id <> playing.id and o.stream_id = playing.stream_id
        and o.exchanged_at < upper(gap) and o.seen_at > lower(gap))
    or exists (
      select from private.offline_licences l
      where l.user_id = playing.user_id and l.title_id = coalesce(stream.movie_id, stream.episode_id)) then
    return 0;
  end if;
  return coalesce(private.settle_rental(
    private.find_running_rental(playing.user_id, stream.movie_id, stream.episode_id),
    tstzrange(lower(gap), least(upper(gap), lower(gap) + make_interval(secs => least(seconds, 43200))))), 0);
end $$;
comment on function private.count_cut is 'A player says that it could not play for so long, as the server saw no request of it. Returns the minutes that were added to a rental.';

drop function private.report_playback(text, uuid, text, double precision, double precision, double precision, boolean);
create function private.report_playback(
    cookie_hash text, stream_id uuid, browser text, "position" double precision, duration double precision,
    seconds double precision, ended boolean, cut double precision default 0) returns boolean
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
    if cut > 600 then
      perform private.count_cut(playing, cut);
    end if;
  end if;
  if ended then
    perform private.end_playback_session(playing.id);
  end if;
  return true;
end $$;
grant execute on function private.report_playback(text, uuid, text, double precision, double precision, double precision, boolean, double precision)
  to service_role;

-- Outages -----------------------------------------------------------------------------------------------------

create table private.settled_outages (
  outage_id bigint primary key references private.outages (id) on delete cascade,
  settled_at timestamptz not null default now()
);
comment on table private.settled_outages is 'Outages whose minutes were added to all rentals that ran.';
alter table private.settled_outages enable row level security;

create function private.extend_rentals(at_most integer default 1000) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  outage private.outages;
  settled integer;
begin
  select o.* into outage from private.outages o
    where o.part in ('site', 'films') and o.ended_at > now() - interval '3 days'
      and not exists (select from private.settled_outages s where s.outage_id = o.id)
    order by o.ended_at limit 1;
  if outage.id is null then
    return false;
  end if;
  -- Those that had ended before are not read: see the index user_purchases_running_rentals.
  select count(private.settle_rental(r.id, null, outage.ended_at)) into settled
    from (
      select p.id from public.user_purchases p
      where p.rental_started_at is not null and p.rental_expiry > outage.began_at and p.status = 'completed'
        and p.rental_started_at < outage.ended_at
        and coalesce(p.rental_settled_until, p.rental_started_at) < outage.ended_at
      order by p.rental_expiry limit at_most) r;
  if settled < at_most then
    insert into private.settled_outages (outage_id) values (outage.id) on conflict do nothing;
  end if;
  return true;
end $$;
comment on function private.extend_rentals is 'A job: adds the minutes of an outage that has ended to the rentals that ran, up to at_most of them. True: there may be more.';
