-- A session that is deleted (signed out, revoked, replaced password, stolen refresh token, deleted account) leaves its
-- id here and is announced on the channel `ended_sessions`, so that every process refuses its access tokens at once
-- instead of waiting for them to expire. A trigger, because sessions end in many ways, one of them a foreign key.

create table platform.ended_sessions (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
comment on table platform.ended_sessions is 'Sessions that ended before their access tokens expired. Ids only, without the user.';
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
