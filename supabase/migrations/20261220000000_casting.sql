-- Casting: an address with which a television or a loudspeaker fetches the film that a browser plays (decision record 0107).

create table private.cast_addresses (
  session_id uuid primary key references private.playback_sessions (id) on delete cascade,
  secret_hash text not null,
  clients text[] not null default '{}',
  expires_at timestamptz not null,
  constraint cast_addresses_secret_hash_key unique (secret_hash),
  constraint secret_is_a_hash check (secret_hash ~ '^[0-9a-f]{64}$'),
  constraint browser_and_receiver check (cardinality(clients) <= 2)
);
comment on table private.cast_addresses is 'One address per playback session, for a receiver that has no cookie. It is the same session: one stream, one film, the same end.';
comment on column private.cast_addresses.clients is 'The first two kinds of client that used it: the browser itself, which may look at what it hands over, and the receiver.';
alter table private.cast_addresses enable row level security;

create function private.start_casting(cookie_hash text, stream_id uuid, secret_hash text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Asking again replaces the address, so the one before stops.
  insert into private.cast_addresses as c (session_id, secret_hash, expires_at)
    select p.id, start_casting.secret_hash, now() + interval '60 seconds' from private.playback_sessions p
    where p.cookie_hash = start_casting.cookie_hash and p.stream_id = start_casting.stream_id and p.ended_at is null
    on conflict (session_id) do update
      set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at, clients = '{}';
  return found;
end $$;
comment on function private.start_casting(text, uuid, text) is 'Stores a new cast address of a running session, to be used within a minute. The server has checked the cookie.';
revoke execute on function private.start_casting(text, uuid, text) from public;
grant execute on function private.start_casting(text, uuid, text) to service_role;

create function private.end_casting(cookie_hash text, stream_id uuid)
  returns void
  language sql security definer
  set search_path = ''
  as $$
  delete from private.cast_addresses c using private.playback_sessions p
    where p.id = c.session_id and p.cookie_hash = end_casting.cookie_hash and p.stream_id = end_casting.stream_id
$$;
revoke execute on function private.end_casting(text, uuid) from public;
grant execute on function private.end_casting(text, uuid) to service_role;

create function private.continue_casting(secret_hash text, stream_id uuid, client text)
  returns table (refusal text, session uuid, film jsonb)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  address private.cast_addresses;
  playing private.playback_sessions;
  stream private.streams;
begin
  select c.* into address from private.cast_addresses c where c.secret_hash = continue_casting.secret_hash;
  select p.* into playing from private.playback_sessions p
    where p.id = address.session_id and p.stream_id = continue_casting.stream_id;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  -- Keep equal to continue_playback.
  if playing.id is null or address.expires_at <= now() or playing.ended_at is not null
    or playing.started_at <= now() - interval '12 hours'
    or not private.can_play(playing.user_id, playing.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid, null::jsonb;
    return;
  end if;
  if client <> all (address.clients) then
    -- The first use sets the end; nothing moves it after that.
    update private.cast_addresses c
      set clients = c.clients || client,
        expires_at = case when c.clients = '{}' then now() + interval '4 hours' else c.expires_at end
      where c.session_id = address.session_id and c.secret_hash = address.secret_hash
        and client <> all (c.clients) and cardinality(c.clients) < 2;
    if not found and not exists (
      select from private.cast_addresses c
      where c.secret_hash = continue_casting.secret_hash and client = any (c.clients)) then
      return query select 'playback_moved', null::uuid, null::jsonb;
      return;
    end if;
  end if;
  -- After a pause others may have started.
  if playing.seen_at <= now() - interval '60 seconds' and not private.can_start_stream(playing.user_id, playing.id) then
    return query select 'too_many_streams', null::uuid, null::jsonb;
    return;
  end if;
  update private.playback_sessions p set seen_at = now()
    where p.id = playing.id and p.seen_at < now() - interval '10 seconds';
  return query select null::text, playing.id,
    jsonb_build_object('duration', stream.film -> 'duration', 'subtitles', coalesce(stream.film -> 'subtitles', '[]'));
end $$;
comment on function private.continue_casting(text, uuid, text) is 'Checks a cast address for a stream every few seconds while a receiver plays it; or returns why not. film: what the receiver needs for captions.';
revoke execute on function private.continue_casting(text, uuid, text) from public;
grant execute on function private.continue_casting(text, uuid, text) to service_role;
