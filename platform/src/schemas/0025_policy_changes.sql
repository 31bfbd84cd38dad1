-- The Data API knows which parts of a table's policies are the same for all rows, so it is told when policies change.

create or replace function platform.on_schema_change() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  -- A function that visitors can call may use temporary tables; nobody else sees those.
  if tg_event = 'sql_drop' then
    if not exists (
      select from pg_event_trigger_dropped_objects() as dropped
      where not dropped.is_temporary
        and dropped.object_type in ('schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
          'materialized view', 'function', 'trigger', 'type', 'domain', 'rule', 'policy')
    ) then
      return;
    end if;
  elsif not exists (
    select from pg_event_trigger_ddl_commands() as command where command.schema_name is distinct from 'pg_temp'
  ) then
    return;
  end if;
  -- Equal notifications of one transaction are sent once.
  perform pg_notify('pgrst', 'reload schema');
end
$$;

do $$
begin
  create event trigger platform_policy_change on ddl_command_end when tag in ('CREATE POLICY', 'ALTER POLICY')
    execute function platform.on_schema_change();
exception when insufficient_privilege then
  raise notice 'this role cannot create event triggers: after changes of policies, call notify pgrst, ''reload schema''';
end
$$;
