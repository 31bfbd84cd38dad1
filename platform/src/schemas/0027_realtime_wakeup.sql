-- PostgreSQL lets one transaction with a NOTIFY commit at a time, so that a crowd of senders waited for each other. What was
-- sent is listed here at the commit; one of the transactions that commit at the same time notifies for all of them.

create table realtime.message_outbox (
  transaction_id xid8 not null default pg_current_xact_id(),
  number bigint generated always as identity,
  message_id uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (transaction_id, number)
);
comment on table realtime.message_outbox is
  'Messages to be delivered. As in realtime.changes, readers go by transaction_id and a snapshot.';
alter table realtime.message_outbox enable row level security;

create or replace function realtime.announce_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into realtime.message_outbox (message_id) values (new.id);
  -- Who does not get the lock commits while another one, which will notify, does. A reader therefore looks again until all
  -- transactions that ran when it was notified have ended.
  if pg_try_advisory_xact_lock(hashtextextended('realtime.announce_message', 0)) then
    -- Equal notifications of one transaction are sent once.
    perform pg_notify('realtime_messages', pg_current_xact_id()::text);
  end if;
  return null;
end
$$;

-- Deferred: the lock must not be held longer than a commit takes.
drop trigger announce_message on realtime.messages;
create constraint trigger announce_message
  after insert on realtime.messages
  deferrable initially deferred
  for each row when (new.extension = 'broadcast' and not new.skip_broadcast)
  execute function realtime.announce_message();

create or replace function realtime.prune(
  keep_changes interval default '1 hour', keep_messages interval default '3 days', at_most integer default 10000
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  pruned_changes integer;
  pruned_outbox integer;
  pruned_messages integer;
  expired_messages integer;
begin
  delete from realtime.changes where id in (
    select id from realtime.changes where changed_at < now() - keep_changes order by changed_at limit at_most);
  get diagnostics pruned_changes = row_count;
  delete from realtime.message_outbox where recorded_at < now() - keep_changes and (transaction_id, number) in (
    select transaction_id, number from realtime.message_outbox order by transaction_id, number limit at_most);
  get diagnostics pruned_outbox = row_count;
  delete from realtime.messages where (id, inserted_at) in (
    select id, inserted_at from realtime.messages where inserted_at < now() - keep_messages
    order by inserted_at limit at_most);
  get diagnostics pruned_messages = row_count;
  delete from realtime.messages where (id, inserted_at) in (
    select id, inserted_at from realtime.messages where expires_at < now() order by expires_at limit at_most);
  get diagnostics expired_messages = row_count;
  return greatest(pruned_changes, pruned_outbox, pruned_messages, expired_messages) = at_most;
end
$$;
