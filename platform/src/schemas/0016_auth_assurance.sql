-- A provider's identity that waits to be linked. Opening the provider's page proves nothing about who began the link, so
-- the callback only stores the identity here; it is linked when the session that began the flow redeems the flow's code.

create table platform.pending_links (
  flow_id uuid primary key references auth.flow_state (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  external_user jsonb
);
comment on table platform.pending_links is 'Identities that a session is about to link to its account. external_user: what the provider answered, null before.';
create index on platform.pending_links (session_id);

-- A factor that the auth service removes is reported by email there. One that the database removes in a member's name,
-- such as for a recovery code, is announced on the channel `removed_factors`, so that it is reported too.
create function platform.note_removed_factor() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform pg_notify('removed_factors', old.user_id || ' ' || old.id);
  return null;
end $$;

create trigger note_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified' and current_setting('role', true) = 'authenticated')
  execute function platform.note_removed_factor();
