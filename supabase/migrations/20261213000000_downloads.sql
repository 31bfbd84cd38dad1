-- Downloads: devices of an account that keep films, and a licence with an end for each film on them (decision record 0088).

create table private.download_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (id) on delete cascade,
  device_id uuid not null,
  name text not null default '',
  public_key text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint one_row_per_device unique (user_id, device_id),
  -- Keep equal to PUBLIC_KEY in contract/src/playback/limits.ts.
  constraint public_key_sane check (public_key ~ '^[A-Za-z0-9+/]+={0,2}$' and char_length(public_key) between 100 and 800),
  constraint name_of_a_length check (char_length(name) <= 60)
);
comment on table private.download_devices is 'Browsers that keep downloaded films of an account. One browser with two accounts is two rows.';
comment on column private.download_devices.device_id is 'Chosen by the browser. Means nothing without the account.';
comment on column private.download_devices.public_key is 'RSA-OAEP, as base64 of its SPKI. Keys of films are encrypted with it; the private key never leaves the browser.';
comment on column private.download_devices.seen_at is 'The last contact; licences of subscriptions and purchases are counted from it.';
comment on column private.download_devices.removed_at is 'The member removed it: it deletes its downloads at its next contact and gets no licence any more.';
create index download_devices_seen_at on private.download_devices (seen_at);
alter table private.download_devices enable row level security;
insert into private.personal_data (relation, person_column) values ('private.download_devices', 'user_id');
-- Longer than every licence: a device that is forgotten plays nothing any more.
insert into private.retention_rules (name, relation, time_column, keep) values
  ('download_devices', 'private.download_devices', 'seen_at', '180 days');

create table private.offline_licences (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references private.download_devices (id) on delete cascade,
  user_id uuid not null references private.profiles (id) on delete cascade,
  movie_id uuid references public.movies (id) on delete cascade,
  episode_id uuid references public.episodes (id) on delete cascade,
  title_id uuid generated always as (coalesce(movie_id, episode_id)) stored not null,
  stream_id uuid not null,
  right_kind text not null,
  issued_at timestamptz not null default now(),
  ends_at timestamptz not null,
  constraint one_title check (num_nonnulls(movie_id, episode_id) = 1),
  constraint one_licence_per_title unique (device_id, title_id),
  constraint right_known check (right_kind in ('purchase', 'rental', 'subscription'))
);
comment on table private.offline_licences is 'The permission of one device to play a downloaded film or episode until ends_at. Bounded per device; goes with it.';
comment on column private.offline_licences.stream_id is 'What the device has. No foreign key: a device keeps what it has after the film was encoded again.';
comment on column private.offline_licences.right_kind is 'subscription stands for everything that is neither bought nor rented: passes, free titles, staff.';
create index offline_licences_user_id on private.offline_licences (user_id);
create index offline_licences_movie_id on private.offline_licences (movie_id);
create index offline_licences_episode_id on private.offline_licences (episode_id);
alter table private.offline_licences enable row level security;
insert into private.personal_data (relation, person_column) values ('private.offline_licences', 'user_id');

-- Keep equal to contract/src/playback/limits.ts; the settings of the environment replace them at start.
insert into private.settings (key, value) values ('download_devices_per_account', '5'), ('downloads_per_device', '50');

create function private.find_offline_right(
    viewer uuid, media_type text, media_id uuid, out right_kind text, out ends_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  is_open boolean;
  series uuid;
  has_bought boolean;
  rented_until timestamptz;
begin
  if not private.can_watch(viewer, find_offline_right.media_type, media_id) then
    return;
  end if;
  if find_offline_right.media_type = 'movie' then
    select m.published and m.is_free into is_open from public.movies m where m.id = media_id;
  else
    select s.published and (s.is_free or e.is_free), s.id into is_open, series
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
  select bool_or(p.transaction_type = 'purchase'), max(p.rental_expiry) filter (where p.transaction_type <> 'purchase')
    into has_bought, rented_until
    from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed' and (p.transaction_type = 'purchase' or p.rental_expiry > now())
      and case when series is null then p.movie_id = media_id else p.series_id = series end;
  -- Decision 56: bought, 30 days after the last contact; rented, until the rental ends; all else, 14 days after it.
  if has_bought then
    right_kind := 'purchase';
    ends_at := now() + interval '30 days';
  elsif rented_until is not null and not is_open and not private.is_subscribed(viewer) then
    right_kind := 'rental';
    ends_at := rented_until;
  else
    right_kind := 'subscription';
    ends_at := now() + interval '14 days';
  end if;
end $$;
comment on function private.find_offline_right(uuid, text, uuid) is 'Until when somebody who can watch a film or episode now can play it offline, and by which right. Nulls: they cannot watch it.';
revoke execute on function private.find_offline_right(uuid, text, uuid) from public;
grant execute on function private.find_offline_right(uuid, text, uuid) to service_role;

create function private.require_download_account() returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  if not private.check_rate_limit('downloads', private.caller_key(), 300, interval '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    raise exception using errcode = 'PT403', message = 'This account is closed. Please contact support.', hint = 'user_banned';
  end if;
  -- Of two calls of one account the second waits here and then counts what the first one added.
  perform pg_advisory_xact_lock(hashtextextended('downloads of ' || person, 0));
  return person;
end $$;
comment on function private.require_download_account() is 'The caller, whose downloads change one call at a time.';
revoke execute on function private.require_download_account() from public;
grant execute on function private.require_download_account() to service_role;

create function private.keep_download_device(person uuid, device uuid, public_key text, device_name text)
  returns private.download_devices
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept private.download_devices;
begin
  select d.* into kept from private.download_devices d where d.user_id = person and d.device_id = device;
  if kept.removed_at is not null then
    raise exception using errcode = 'PT403', message = 'This device was removed from your account. Start the download again to add it.',
      hint = 'download_device_removed';
  end if;
  -- A device that keeps nothing does not count.
  if not exists (select from private.offline_licences l where l.device_id = kept.id)
    and (select count(*) from private.download_devices d
      where d.user_id = person and d.removed_at is null and d.id is distinct from kept.id
        and exists (select from private.offline_licences l where l.device_id = d.id))
      >= (select value::text::integer from private.settings where key = 'download_devices_per_account') then
    raise exception using errcode = 'PT409', message = 'Your account keeps films on too many devices. Remove one to download here.',
      hint = 'too_many_download_devices';
  end if;
  insert into private.download_devices as d (user_id, device_id, name, public_key)
    values (person, device, left(regexp_replace(coalesce(device_name, ''), '[[:cntrl:]]', '', 'g'), 60), keep_download_device.public_key)
    on conflict on constraint one_row_per_device do update
      set name = excluded.name, public_key = excluded.public_key, seen_at = now()
    returning d.* into kept;
  return kept;
end $$;
comment on function private.keep_download_device(uuid, uuid, text, text) is 'The device''s row, made or renewed. Raises if it was removed or if the account has too many.';
revoke execute on function private.keep_download_device(uuid, uuid, text, text) from public;
grant execute on function private.keep_download_device(uuid, uuid, text, text) to service_role;

create function public.issue_offline_licence(
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
comment on function public.issue_offline_licence(uuid, text, text, text, uuid, uuid) is 'Lets a device of the caller keep a film or episode that they can watch; else raises the reason. The function offline-licence adds the key, encrypted for the device.';
revoke execute on function public.issue_offline_licence(uuid, text, text, text, uuid, uuid) from public, anon;
grant execute on function public.issue_offline_licence(uuid, text, text, text, uuid, uuid) to authenticated, service_role;

create function public.read_licence_key(licence uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('key', encode(s.encryption_key, 'base64'), 'public_key', d.public_key)
  from private.offline_licences l
    join private.download_devices d on d.id = l.device_id
    join private.streams s on s.id = l.stream_id
  where l.id = licence and l.ends_at > now() and d.removed_at is null
$$;
comment on function public.read_licence_key(uuid) is 'For the function offline-licence alone: the key of a licence''s film, and the device''s public key to encrypt it with.';
revoke execute on function public.read_licence_key(uuid) from public, anon, authenticated;
grant execute on function public.read_licence_key(uuid) to service_role;

create function public.check_in_downloads(device uuid) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_download_account();
  kept private.download_devices;
begin
  update private.download_devices d set seen_at = now()
    where d.user_id = person and d.device_id = device returning d.* into kept;
  if kept.id is null or kept.removed_at is not null then
    return jsonb_build_object(
      'device', case when kept.id is null then 'unknown' else 'removed' end, 'now', now(), 'licences', '[]'::jsonb);
  end if;
  -- The index of offline_licences begins with the device, and a device has a bounded number of them.
  with rights as materialized (
    select l.id, r.right_kind, r.ends_at
    from private.offline_licences l,
      lateral private.find_offline_right(
        person, case when l.movie_id is null then 'episode' else 'movie' end, l.title_id) r
    where l.device_id = kept.id
  ), withdrawn as (
    delete from private.offline_licences l using rights r where l.id = r.id and r.ends_at is null
  )
  update private.offline_licences l set right_kind = r.right_kind, ends_at = r.ends_at
    from rights r where l.id = r.id and r.ends_at is not null;
  return jsonb_build_object('device', 'known', 'now', now(), 'licences', (
    select coalesce(jsonb_agg(jsonb_build_object('stream', l.stream_id, 'right', l.right_kind, 'ends_at', l.ends_at)), '[]')
    from private.offline_licences l where l.device_id = kept.id));
end $$;
comment on function public.check_in_downloads(uuid) is 'A device''s contact: renews its licences and ends those whose right is gone. What is not listed has ended. removed: the member removed the device; unknown: it registers again with its next licence.';
revoke execute on function public.check_in_downloads(uuid) from public, anon;
grant execute on function public.check_in_downloads(uuid) to authenticated, service_role;

create function public.release_download(device uuid, stream_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_download_account();
begin
  delete from private.offline_licences l using private.download_devices d
    where d.user_id = person and d.device_id = device and l.device_id = d.id and l.stream_id = release_download.stream_id;
end $$;
comment on function public.release_download(uuid, uuid) is 'The device has deleted a film: its licence is free for another.';
revoke execute on function public.release_download(uuid, uuid) from public, anon;
grant execute on function public.release_download(uuid, uuid) to authenticated, service_role;

create function public.my_download_devices()
  returns table (device uuid, name text, downloads bigint, seen_at timestamptz)
  language plpgsql stable security definer rows 5
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select d.device_id, d.name, count(l.id), d.seen_at
    from private.download_devices d join private.offline_licences l on l.device_id = d.id
    where d.user_id = person and d.removed_at is null
    group by d.id
    order by d.seen_at desc, d.id;
end $$;
comment on function public.my_download_devices() is 'The caller''s devices that keep films, those in contact last first.';
revoke execute on function public.my_download_devices() from public, anon;
grant execute on function public.my_download_devices() to authenticated, service_role;

create function public.remove_download_device(device uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_download_account();
begin
  with removed as (
    update private.download_devices d set removed_at = now()
      where d.user_id = person and d.device_id = device and d.removed_at is null
      returning d.id
  )
  delete from private.offline_licences l using removed r where l.device_id = r.id;
end $$;
comment on function public.remove_download_device(uuid) is 'Removes one of the caller''s devices: it learns so at its next contact, and its licences end by themselves.';
revoke execute on function public.remove_download_device(uuid) from public, anon;
grant execute on function public.remove_download_device(uuid) to authenticated, service_role;

create function public.list_download_sizes(of_type text, of_id uuid, season integer default null)
  returns table (
    media_type text, media_id uuid, title text, season_number integer, episode_number integer, duration double precision,
    rungs jsonb, audio_tracks integer, audio_bytes bigint)
  language plpgsql stable security definer rows 20
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    with titles (kind, id, title, season_number, episode_number) as (
      select 'movie', m.id, m.title, null::integer, null::integer
        from public.movies m where of_type = 'movie' and m.id = of_id
      union all
      select 'episode', e.id, e.title, e.season_number, e.episode_number
        from public.episodes e where of_type = 'episode' and e.id = of_id
      union all
      (select 'episode', e.id, e.title, e.season_number, e.episode_number
        from public.episodes e
        where of_type = 'series' and e.series_id = of_id
          and e.season_number = season
        order by e.episode_number limit 100)
    )
    select t.kind, t.id, t.title, t.season_number, t.episode_number, (s.film ->> 'duration')::double precision,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', r -> 'name', 'width', r -> 'width', 'height', r -> 'height', 'bytes', r -> 'bytes') order by n), '[]')
        from jsonb_array_elements(s.film -> 'rungs') with ordinality x (r, n)),
      jsonb_array_length(coalesce(s.film -> 'audio', '[]')), coalesce((s.film #>> '{audio_only,bytes}')::bigint, 0)
    from titles t
      join private.streams s on s.status in ('watchable', 'whole')
        and case when t.kind = 'movie' then s.movie_id = t.id else s.episode_id = t.id end
    where private.can_watch(person, t.kind, t.id)
    order by t.season_number, t.episode_number;
end $$;
comment on function public.list_download_sizes(text, uuid, integer) is 'What a film, an episode or a season (series with its number) takes in each size, in bytes as stored; only what the caller can watch.';
revoke execute on function public.list_download_sizes(text, uuid, integer) from public, anon;
grant execute on function public.list_download_sizes(text, uuid, integer) to authenticated, service_role;
