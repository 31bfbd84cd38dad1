-- A session that is deleted (signed out, revoked, replaced password, stolen refresh token, deleted account) leaves its
-- number here and says so on the channel `ended_sessions`, so that every process refuses its access tokens at once
-- instead of waiting for them to expire. A trigger, because sessions end in many ways, one of them a foreign key.

create table platform.ended_sessions (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
comment on table platform.ended_sessions is 'Sessions that ended while a token of theirs may still be alive. Only numbers: not whose they were.';
create index on platform.ended_sessions (ended_at);

create function platform.note_ended_session() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into platform.ended_sessions (id) values (old.id) on conflict do nothing;
  perform pg_notify('ended_sessions', old.id::text);
  return null;
end $$;

create trigger note_ended_session after delete on auth.sessions
  for each row execute function platform.note_ended_session();
