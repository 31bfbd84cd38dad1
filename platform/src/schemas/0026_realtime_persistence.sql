-- Broadcasts of clients that are kept for replay.

alter table realtime.messages
  add column skip_broadcast boolean not null default false,
  add column expires_at timestamp;
comment on column realtime.messages.skip_broadcast is 'A client''s broadcast: it was delivered before it was stored.';
comment on column realtime.messages.expires_at is 'When a client''s broadcast is deleted, at the latest after three days.';
create index messages_expires_at_idx on realtime.messages (expires_at) where expires_at is not null;

drop trigger announce_message on realtime.messages;
create trigger announce_message
  after insert on realtime.messages
  for each row when (not new.skip_broadcast) execute function realtime.announce_message();

create or replace function realtime.prune(
  keep_changes interval default '1 hour', keep_messages interval default '3 days', at_most integer default 10000
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  pruned_changes integer;
  pruned_messages integer;
  expired_messages integer;
begin
  delete from realtime.changes where id in (
    select id from realtime.changes where changed_at < now() - keep_changes order by changed_at limit at_most);
  get diagnostics pruned_changes = row_count;
  delete from realtime.messages where (id, inserted_at) in (
    select id, inserted_at from realtime.messages where inserted_at < now() - keep_messages
    order by inserted_at limit at_most);
  get diagnostics pruned_messages = row_count;
  delete from realtime.messages where (id, inserted_at) in (
    select id, inserted_at from realtime.messages where expires_at < now() order by expires_at limit at_most);
  get diagnostics expired_messages = row_count;
  return greatest(pruned_changes, pruned_messages, expired_messages) = at_most;
end
$$;
