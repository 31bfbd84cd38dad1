-- The roles a Supabase cluster has. Roles belong to the whole cluster, not to this database: they may exist
-- already, and another database of the same cluster may be creating them at this moment.
do $$
declare
  owner constant name := current_user;
  owner_is_superuser constant boolean := (select rolsuper from pg_roles where rolname = current_user);
  -- Since PostgreSQL 16 being a member no longer implies being allowed to `set role`.
  can_become constant text :=
    case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
  wanted record;
begin
  if not has_database_privilege(current_database(), 'create') then
    raise insufficient_privilege using message = format(
      'the database user "%s" may not create schemas here: as the owner of the database run'
      ' "grant create on database %I to %I"', owner, current_database(), owner);
  end if;

  for wanted in
    select * from (values
      ('anon', ''), ('authenticated', ''), ('service_role', 'bypassrls'), ('authenticator', ''),
      ('supabase_auth_admin', ''), ('supabase_storage_admin', '')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I nologin noinherit %s', wanted.name, wanted.attributes);
      elsif wanted.attributes = 'bypassrls' and not (select rolbypassrls from pg_roles where rolname = wanted.name) then
        execute format('alter role %I bypassrls', wanted.name);
      end if;
    exception
      when duplicate_object or unique_violation then
        null; -- Another database was quicker.
      when insufficient_privilege then
        raise insufficient_privilege using message = format(
          'the database user "%s" may not create the role "%s": as an administrator run'
          ' "create role %I nologin noinherit %s; grant %I to %I"',
          owner, wanted.name, wanted.name, wanted.attributes, wanted.name, owner);
    end;
  end loop;

  for wanted in
    select granted, member
    from unnest(array['anon', 'authenticated', 'service_role']) as granted,
         unnest(array['authenticator', owner]) as member
    where member = 'authenticator' or not owner_is_superuser
  loop
    for attempt in 1..20 loop
      exit when pg_has_role(wanted.member, wanted.granted, can_become);
      begin
        execute format('grant %I to %I', wanted.granted, wanted.member);
      exception
        when unique_violation or internal_error then
          perform pg_sleep(0.05); -- "tuple concurrently updated": another database grants the same.
        when insufficient_privilege then
          -- Nothing of ours logs in as authenticator, so only the owner's own memberships are needed.
          exit when wanted.member = 'authenticator';
          raise insufficient_privilege using message = format(
            'the database user "%s" may not act as "%s": as an administrator run'
            ' "grant anon, authenticated, service_role to %I"', owner, wanted.granted, owner);
      end;
    end loop;
  end loop;
end
$$;
