-- A playback session belongs to one client. Beside its cookie a client holds a mark that the server replaces every half
-- minute. A copied cookie stops working when one of its holders has moved on to the next mark.

alter table private.playback_sessions
  add column mark_hash text,
  add column next_mark_hash text,
  add column previous_mark_hash text,
  add column marked_at timestamptz,
  add column mark_offered_at timestamptz;
comment on column private.playback_sessions.mark_hash is 'Hash of the mark in use. Null until the first one was taken up.';
comment on column private.playback_sessions.next_mark_hash is 'Offered to one response, and in use as soon as a request brings it.';
comment on column private.playback_sessions.previous_mark_hash is 'Still valid for half a minute: requests overtake each other.';
update private.personal_data
  set hidden_columns = hidden_columns || array['mark_hash', 'next_mark_hash', 'previous_mark_hash']
  where relation = 'private.playback_sessions';

drop function private.continue_playback(text, uuid, text);
create function private.continue_playback(
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
comment on function private.continue_playback is
  'Checks that a cookie and its mark are still valid for a stream; called every few seconds while it plays. offered: the client gets offered_hash as its next mark.';
