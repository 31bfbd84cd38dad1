-- What every later migration leans on: who may call what, who is who, and the small helpers.

create schema if not exists private;
comment on schema private is 'Helpers and tables that no client can name. Never exposed by the Data API.';
revoke all on schema private from public;
grant usage on schema private to service_role;

-- Nothing is open unless a migration says so. (Hosted Supabase opens everything by default.)
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Settings --------------------------------------------------------------------------------------------------

create table private.settings (
  key text primary key,
  value jsonb not null
);
comment on table private.settings is 'Switches that SQL asks: the server writes them at start from its environment.';
insert into private.settings (key, value) values ('admin_setup', '"open"');

-- Text ------------------------------------------------------------------------------------------------------

-- unaccent() is only stable, because its dictionary could be swapped; we name the dictionary, so an index may use this.
create function private.fold(value text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value)) $$;
comment on function private.fold is 'Lower case without accents: leta finds Létà.';

-- A stored address never contains our host or port (they change; the object does not).
create function private.without_host(address text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select nullif(btrim(regexp_replace(address, '^https?://[^/]+(/storage/v1/object/public/)', '\1')), '') $$;

create function private.is_web_address(address text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$ select address is null or address ~ '^(https?://[^\s/?#]+[^\s]*|/[^/\\\s][^\s]*|/)$' $$;
comment on function private.is_web_address is 'http, https or a path of ours; never javascript:, data: or //elsewhere.';

-- The same blanks that JavaScript's trim() takes away, so that both sides agree on what is empty.
create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select btrim(value, E' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- Constraints, indexes and triggers run them with the rights of whoever writes the row.
grant execute on function private.fold(text), private.without_host(text), private.is_web_address(text),
  private.trimmed(text) to anon, authenticated;

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Staff -----------------------------------------------------------------------------------------------------

create table public.admin_users (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'admin' check (role in ('admin', 'editor', 'moderator', 'accountant')),
  created_at timestamptz not null default now()
);
comment on table public.admin_users is 'Who works here. No client role can ever write it; see setup_admin().';

create function private.has_role(variadic roles text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.admin_users a
    where a.user_id = (select auth.uid()) and (a.role = 'admin' or a.role = any (roles))
  )
$$;
comment on function private.has_role is 'Does the caller hold one of these roles? An admin holds them all. Every policy asks here.';
grant execute on function private.has_role(text[]) to anon, authenticated;

-- An account may go, but not with the last admin's rights: an empty list would open setup_admin to the next caller.
create function private.protect_last_admin() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if old.role = 'admin' and not exists (
    select from public.admin_users a where a.role = 'admin' and a.user_id <> old.user_id) then
    raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
  end if;
  return old;
end $$;
create trigger protect_last_admin before delete on public.admin_users
  for each row when (pg_trigger_depth() > 0) execute function private.protect_last_admin();

alter table public.admin_users enable row level security;
grant select on public.admin_users to authenticated;
create policy "staff see their own role, admins see everybody's" on public.admin_users
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('admin')));

create function public.is_admin() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select private.has_role('admin') $$;
comment on function public.is_admin is 'Is the caller an admin? One question under two names: see fn_check_admin_access.';
grant execute on function public.is_admin() to anon, authenticated;

create function public.fn_check_admin_access() returns boolean
  language sql stable
  set search_path = ''
  as $$ select public.is_admin() $$;
comment on function public.fn_check_admin_access is 'The second name of is_admin().';
grant execute on function public.fn_check_admin_access() to anon, authenticated;

create function public.setup_admin() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Please login first', hint = 'login_first';
  end if;
  -- Two people pressing the button at once: the second waits here, and then finds the first.
  lock table public.admin_users in share row exclusive mode;
  if exists (select from public.admin_users where user_id = auth.uid() and role = 'admin') then
    raise exception using errcode = '23505', message = 'You are already an admin', hint = 'already_admin';
  end if;
  if exists (select from public.admin_users)
    or (select value from private.settings where key = 'admin_setup') is distinct from '"open"'::jsonb then
    raise exception using errcode = '42501', message = 'Failed to setup admin access', hint = 'admin_setup_closed';
  end if;
  insert into public.admin_users (user_id) values (auth.uid());
end $$;
comment on function public.setup_admin is 'Makes the caller the first admin. Works only while there is none and ADMIN_SETUP is not closed.';
grant execute on function public.setup_admin() to authenticated;

-- The role is set for the statement or by logging in; inside a security definer function both still tell the truth.
create function private.is_client() returns boolean
  language sql stable
  set search_path = ''
  as $$ select current_setting('role') in ('anon', 'authenticated') or session_user in ('anon', 'authenticated') $$;
comment on function private.is_client is 'Is this a visitor or a member, as opposed to the service key or the owner?';
grant execute on function private.is_client() to anon, authenticated;

-- Limits on how often -----------------------------------------------------------------------------------------

create table private.rate_limits (
  action text not null,
  who text not null,
  window_start timestamptz not null,
  times integer not null,
  primary key (action, who, window_start)
);
comment on table private.rate_limits is 'How often somebody did something in a window of time. who is a user id or a salted hash, never an address.';
create index on private.rate_limits (window_start);

create function private.allow(action text, who text, at_most integer, every interval) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  this_window timestamptz := date_bin(every, now(), timestamptz '2000-01-01');
  so_far integer;
begin
  insert into private.rate_limits as r (action, who, window_start, times)
    values (allow.action, allow.who, this_window, 1)
    on conflict on constraint rate_limits_pkey do update set times = r.times + 1
    returning r.times into so_far;
  return so_far <= at_most;
end $$;
comment on function private.allow is 'Counts one try and says whether it is still within the limit.';

-- Who is asking, without keeping who -----------------------------------------------------------------------

-- The server calls this on a clock, so that nothing lingers on a quiet site.
create function private.forget_yesterday() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.daily_salts where day < current_date;
  delete from private.topic_views where day < current_date;
  delete from private.rate_limits where window_start < now() - interval '1 day';
end $$;

create table private.daily_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.daily_salts is 'Yesterday''s salt is thrown away (forget_yesterday), so that its hashes can never be led back to an address.';

create function private.caller_address() returns text
  language sql stable
  set search_path = ''
  as $$
  select coalesce(
    nullif(current_setting('request.client_address', true), ''),
    btrim(split_part(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1)),
    'unknown')
$$;
comment on function private.caller_address is 'Our platform sets request.client_address itself; the header counts only where nobody does (hosted Supabase sets it).';

create function private.caller_today() returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  todays_salt bytea;
begin
  if auth.uid() is not null then
    return auth.uid()::text;
  end if;
  insert into private.daily_salts (day) values (current_date) on conflict do nothing;
  select salt into todays_salt from private.daily_salts where day = current_date;
  return encode(extensions.hmac(convert_to(private.caller_address(), 'utf8'), todays_salt, 'sha256'), 'hex');
end $$;
comment on function private.caller_today is 'The member''s id, or for a visitor a hash that means nothing tomorrow.';
