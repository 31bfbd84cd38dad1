-- Bytes as messages, messages about row changes, and replay.

alter table realtime.messages add column binary_payload bytea;
comment on column realtime.messages.binary_payload is 'The payload of a message that is not JSON.';

-- A channel that is joined can ask for the latest messages of its topic.
create index messages_topic_inserted_at_index on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private is true;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  -- A failed message must not fail the caller's own write.
  raise warning 'the message to "%" was not sent: %', topic, sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'As realtime.send, with bytes. Clients of protocol 1.0.0 cannot receive them.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level <> 'ROW' then
    raise exception 'realtime.broadcast_changes is for triggers "for each row", not for each %', lower(level);
  elsif operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes cannot send the operation %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old),
    event_name, topic_name);
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: sends the changed row to everybody on a private channel when the transaction commits.';

grant execute on function
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
