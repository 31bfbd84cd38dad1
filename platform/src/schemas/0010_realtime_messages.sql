-- Broadcast and presence. Policies on realtime.messages decide who can join and send; on private channels
-- the server evaluates them with `realtime.topic` set to the channel's name.

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
comment on table realtime.messages is 'Messages sent from the database to channels; deleted after three days.';
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
create index messages_inserted_at_idx on realtime.messages (inserted_at);

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated;
grant all on realtime.messages to service_role;

create function realtime.topic() returns text
language sql stable
return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The channel that is being joined or written to.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when payload ? 'id' then payload else payload || jsonb_build_object('id', message_id) end,
    event, topic, private, 'broadcast'
  );
exception when others then
  -- A failed message must not fail the caller's own write.
  raise warning 'the message to "%" was not sent: %', topic, sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Sends to everybody on a channel when the transaction commits; a failure is a warning, never an error.';

-- Only the id is sent: a payload beyond 8000 bytes would make the write itself fail.
create function realtime.announce_message() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;

create trigger announce_message
  after insert on realtime.messages
  for each row execute function realtime.announce_message();

grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean)
  to anon, authenticated, service_role;
