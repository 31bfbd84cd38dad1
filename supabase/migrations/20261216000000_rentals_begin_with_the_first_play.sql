-- A rental begins with the first play, at the latest 30 days after the payment, and then lasts 48 hours (P-55). Until it has begun,
-- rental_expiry is the latest end that it can have, so that everything that compares it with now() stays as it is.

alter table public.user_purchases add column rental_started_at timestamptz;
comment on column public.user_purchases.rental_started_at is 'When a rental was first played, or its licence for offline viewing issued. Null: not yet.';
comment on column public.user_purchases.rental_expiry is 'When a rental ends; before it has begun, when it ends at the latest.';

alter table public.user_purchases drop constraint rentals_last_48_hours,
  add constraint rentals_last_48_hours check (
    case transaction_type
      when 'rental' then rental_expiry is not null
        and rental_expiry <= coalesce(rental_started_at, created_at + interval '30 days') + interval '48 hours'
      else rental_expiry is null and rental_started_at is null end) not valid;

-- 'payment': the 48 hours begin with the payment. Set by RENTAL_STARTS at start.
insert into private.settings (key, value) values ('rental_starts', '"play"');

create or replace function private.recompute_purchase(bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, status, created_at, rental_started_at, rental_expiry)
  select bought.user_id, bought.media_type, bought.movie_id, bought.series_id, bought.title, bought.transaction_type,
    p.amount_minor / 100.0, p.currency, p.provider, p.provider_reference, bought.id,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end,
    p.occurred_at, case when r.is_rental and r.starts = 'payment' then p.occurred_at end,
    case when r.is_rental
      then p.occurred_at + case r.starts when 'payment' then interval '48 hours' else interval '30 days' + interval '48 hours' end end
  from private.payments p,
    (select bought.transaction_type = 'rental' as is_rental,
      (select s.value #>> '{}' from private.settings s where s.key = 'rental_starts') as starts) r
  where p.order_id = bought.id and p.problem is null
  order by p.disputed or p.refunded, p.occurred_at, p.provider_reference
  limit 1
  on conflict (order_id) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at,
    -- What has begun goes on as it is.
    rental_expiry = case when u.rental_started_at is null then excluded.rental_expiry else u.rental_expiry end,
    rental_started_at = coalesce(u.rental_started_at, excluded.rental_started_at)
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$$;

create function private.start_rental(viewer uuid, movie uuid, episode uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  series uuid;
  is_open boolean;
begin
  if viewer is null then
    return;
  end if;
  if movie is not null then
    select m.published and m.is_free into is_open from public.movies m where m.id = movie;
  else
    select s.id, s.published and (s.is_free or e.is_free) into series, is_open
      from public.episodes e join public.series s on s.id = e.series_id where e.id = episode;
  end if;
  -- Who can watch without it keeps it for later.
  if is_open or private.is_subscribed(viewer) or exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'purchase'
        and (p.movie_id = movie or p.series_id = series)) then
    return;
  end if;
  -- The one that ends first, if somebody has two.
  update public.user_purchases p
    set rental_started_at = now(), rental_expiry = least(p.rental_expiry, now() + interval '48 hours')
    where p.id = (
      select o.id from public.user_purchases o
      where o.user_id = viewer and o.status = 'completed' and o.transaction_type = 'rental' and o.rental_expiry > now()
        and (o.movie_id = movie or o.series_id = series)
      order by o.rental_started_at nulls last, o.rental_expiry limit 1)
      and p.rental_started_at is null;
end $$;
comment on function private.start_rental is 'The 48 hours of somebody''s rental of a film, or of an episode''s series, begin, unless they have begun or another right opens it.';

create or replace function private.exchange_ticket(
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
  -- From here on the browser gets the film.
  perform private.start_rental(opened.user_id, stream.movie_id, stream.episode_id);
  return query select null::text, opened.id;
end $$;

create or replace function public.issue_offline_licence(
    device uuid, public_key text, device_name text default '', media_type text default null, media_id uuid default null,
    stream_id uuid default null)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_download_account();
  stream private.streams;
  offline record;
  kept private.download_devices;
  made private.offline_licences;
begin
  -- A downloaded file names its stream; a film's page names the film.
  if issue_offline_licence.stream_id is null then
    stream := private.find_current_stream(issue_offline_licence.media_type, media_id);
  else
    select s.* into stream from private.streams s where s.id = issue_offline_licence.stream_id and s.status <> 'making';
  end if;
  if stream.id is null then
    raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
  end if;
  select * into offline from private.find_offline_right(
    person, case when stream.movie_id is null then 'episode' else 'movie' end, coalesce(stream.movie_id, stream.episode_id));
  if offline.ends_at is null then
    -- That a draft has a video is nobody's business.
    if not exists (
        select from public.movies m where m.id = stream.movie_id and m.published
        union all
        select from public.episodes e join public.series x on x.id = e.series_id where e.id = stream.episode_id and x.published) then
      raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
    end if;
    raise exception using errcode = 'PT402', message = 'Please subscribe, buy or rent to watch this', hint = 'subscription_needed';
  end if;
  -- What is watched without a connection is not seen: the hours begin with the download.
  if offline.right_kind = 'rental' then
    perform private.start_rental(person, stream.movie_id, stream.episode_id);
    select * into offline from private.find_offline_right(
      person, case when stream.movie_id is null then 'episode' else 'movie' end, coalesce(stream.movie_id, stream.episode_id));
  end if;
  kept := private.keep_download_device(person, device, issue_offline_licence.public_key, device_name);
  if (select count(*) from private.offline_licences l
      where l.device_id = kept.id and l.title_id <> coalesce(stream.movie_id, stream.episode_id))
      >= (select value::text::integer from private.settings where key = 'downloads_per_device') then
    raise exception using errcode = 'PT409', message = 'This device keeps as many films as it can. Delete one to download another.',
      hint = 'too_many_downloads';
  end if;
  insert into private.offline_licences as l (device_id, user_id, movie_id, episode_id, stream_id, right_kind, ends_at)
    values (kept.id, person, stream.movie_id, stream.episode_id, stream.id, offline.right_kind, offline.ends_at)
    on conflict on constraint one_licence_per_title do update
      set stream_id = excluded.stream_id, right_kind = excluded.right_kind, ends_at = excluded.ends_at, issued_at = now()
    returning l.* into made;
  return jsonb_build_object(
    'licence', made.id, 'stream', stream.id, 'media_type', case when stream.movie_id is null then 'episode' else 'movie' end,
    'media_id', made.title_id, 'right', made.right_kind, 'ends_at', made.ends_at, 'now', now(), 'film', stream.film);
end $$;
