-- The first admin needs the code that the server prints at start, and set-up happens once.

create table private.admin_setup (
  only_row boolean primary key default true check (only_row),
  completed_at timestamptz,
  code_hash bytea,
  admins_changed_at timestamptz not null default now()
);
comment on table private.admin_setup is
  'One row. completed_at: there has been an admin, so that set-up stays closed even without one. code_hash: of the code printed last.';
alter table private.admin_setup enable row level security;
insert into private.admin_setup (completed_at) select min(a.created_at) from public.admin_users a where a.role = 'admin';

-- Those who add or remove admins wait for each other here. An update, not only a lock: it also fails for a transaction that
-- would still see the admins as they were.
create function private.lock_admins() returns void
  language sql security definer
  set search_path = ''
  as $$ update private.admin_setup set admins_changed_at = clock_timestamp() $$;

create function private.close_admin_setup() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.lock_admins();
  update private.admin_setup s set completed_at = coalesce(s.completed_at, now()), code_hash = null;
  return null;
end $$;
create trigger close_admin_setup after insert or update on public.admin_users
  for each row when (new.role = 'admin') execute function private.close_admin_setup();

-- Nobody removes the last admin: not by deleting the account or the row, not by changing the role. Only the operator can, in SQL.
-- BEFORE, because the rows that go with a deleted account show their depth only there.
drop trigger protect_last_admin on public.admin_users;
create or replace function private.protect_last_admin() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if pg_trigger_depth() > 1 or current_setting('role') <> 'none' then
    perform private.lock_admins();
    if not exists (select from public.admin_users a where a.role = 'admin' and a.user_id <> old.user_id) then
      raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger protect_last_admin before delete on public.admin_users
  for each row when (old.role = 'admin') execute function private.protect_last_admin();
create trigger protect_last_admin_role before update on public.admin_users
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.protect_last_admin();

-- The server calls this at each start and prints the code; another code is then no longer valid.
create function private.store_admin_code(code_hash bytea) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.admin_setup s set code_hash = store_admin_code.code_hash where s.completed_at is null;
  -- Strangers who have used up the tries cannot stop the operator: a start gives new ones.
  delete from private.rate_limits r where found and r.action like 'setup\_admin%';
  return exists (select from private.admin_setup s where s.completed_at is null);
end $$;
comment on function private.store_admin_code is 'Replaces the code that makes the first admin. False, and no effect, once there has been an admin.';

create function private.reopen_admin_setup() returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.lock_admins();
  update private.admin_setup s set completed_at = null, code_hash = null
    where not exists (select from public.admin_users a where a.role = 'admin');
  return found;
end $$;
comment on function private.reopen_admin_setup is 'For the operator whose last admin is gone: set-up can happen once more. False while there is an admin.';

drop function public.setup_admin();
-- A wrong code returns false instead of raising: an error would roll back the counted attempt.
create function public.setup_admin(code text default null) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := auth.uid();
  mode text := (select s.value #>> '{}' from private.settings s where s.key = 'admin_setup');
  setup private.admin_setup;
begin
  if person is null then
    raise exception using errcode = '42501', message = 'Please login first', hint = 'login_first';
  end if;
  perform private.require_account();
  if exists (select from public.admin_users a where a.user_id = person and a.role = 'admin') then
    raise exception using errcode = '23505', message = 'You are already an admin', hint = 'already_admin';
  end if;
  -- Of two simultaneous calls the second waits here and then finds the first one's mark.
  select * into setup from private.admin_setup for update;
  if setup.completed_at is not null or mode is null or mode not in ('code', 'open')
    or exists (select from public.admin_users) then
    raise exception using errcode = '42501', message = 'Failed to setup admin access', hint = 'admin_setup_closed';
  end if;
  if mode = 'code' then
    -- In all, per address and per account.
    if not private.check_rate_limit('setup_admin', 'all', 1000, interval '1 hour')
      or not private.check_rate_limit('setup_admin_address', private.caller_address_hash(), 100, interval '1 hour')
      or not private.check_rate_limit('setup_admin_account', person::text, 10, interval '1 hour') then
      raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
    end if;
    -- Typed from a screen: case, dashes and blanks do not matter. Keep equal to normalizeCode in contract/src/codes.ts.
    if setup.code_hash is distinct from sha256(convert_to(regexp_replace(upper(code), '[^A-Z0-9]', '', 'g'), 'utf8')) then
      return false;
    end if;
  end if;
  insert into public.admin_users (user_id) values (person);
  return true;
end $$;
comment on function public.setup_admin is
  'Makes the caller the first admin, once, with the code that the server printed at start (ADMIN_SETUP). False when the code is wrong.';
grant execute on function public.setup_admin(text) to authenticated;

-- The server writes its own setting at start; without our server there is no code, and the operator adds the first admin in SQL.
update private.settings set value = '"code"' where key = 'admin_setup';
-- The service key is no operator.
revoke execute on function private.store_admin_code(bytea), private.reopen_admin_setup() from service_role;
