-- Foundation: privileges, text helpers, who is calling, staff roles, rate limits, the audit log, row counts.
-- Every later migration uses these.

create schema if not exists private;
comment on schema private is 'Helpers and tables that no client can name. Never exposed by the Data API.';
revoke all on schema private from public;
grant usage on schema private to service_role;

-- Nothing is open unless a migration grants it. (Hosted Supabase opens everything by default.)
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Settings ----------------------------------------------------------------------------------------------------

create table private.settings (
  key text primary key,
  value jsonb not null
);
comment on table private.settings is 'Settings that SQL reads. The server writes them at start from its environment.';
insert into private.settings (key, value) values
  ('admin_setup', '"open"'),
  ('sandbox_payments', '"closed"'),
  ('streams_per_account', '3');

-- Text --------------------------------------------------------------------------------------------------------

-- unaccent() is only stable, because its dictionary could be swapped; we name the dictionary, so an index can use this.
create function private.fold_text(value text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value)) $$;
comment on function private.fold_text is 'Lower case without accents: leta finds Létà.';

-- A stored address never contains our host or port (they change; the object does not).
create function private.strip_host(address text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select nullif(btrim(regexp_replace(address, '^https?://[^/]+(/storage/v1/object/public/)', '\1')), '') $$;

create function private.is_web_address(address text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$ select address is null or address ~ '^(https?://[^\s/?#]+[^\s]*|/[^/\\\s][^\s]*|/)$' $$;
comment on function private.is_web_address is 'http, https or a path of ours; never javascript:, data: or //elsewhere.';

-- The same blanks that JavaScript's trim() removes, so that both sides agree on what is empty. The vertical tab is written
-- \u000b, because PostgreSQL reads \v as the character v.
create function private.trim_text(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;
-- Constraints, indexes and triggers run them with the rights of the role that writes the row.
grant execute on function private.fold_text(text), private.strip_host(text), private.is_web_address(text),
  private.trim_text(text) to anon, authenticated;

-- Rows --------------------------------------------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Who is calling ----------------------------------------------------------------------------------------------

-- The role is set for the statement or by logging in; a security definer function changes neither setting.
create function private.is_client() returns boolean
  language sql stable
  set search_path = ''
  as $$ select current_setting('role') in ('anon', 'authenticated') or session_user in ('anon', 'authenticated') $$;
comment on function private.is_client is 'True for visitors and members, false for the service key and the owner.';
grant execute on function private.is_client() to anon, authenticated;

create function private.is_fully_signed_in() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'))
$$;
comment on function private.is_fully_signed_in is 'Signed in, and with the second factor if the account has one.';
grant execute on function private.is_fully_signed_in() to anon, authenticated;

-- A trigger refuses the write instead of a policy, so that the error names what is missing.
create function private.require_second_factor() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.is_client() and auth.uid() is not null and not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Please confirm with your second factor', hint = 'second_factor_needed';
  end if;
  return null;
end $$;

create function private.require_account() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  -- Our platform refuses such a token earlier; hosted Supabase accepts it until it expires.
  if session is not null
    and not exists (select from auth.sessions s where s.id = session::uuid and s.user_id = auth.uid()) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Please sign in again.', hint = 'session_ended';
  end if;
  if not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Please confirm with your second factor', hint = 'second_factor_needed';
  end if;
  return auth.uid();
end $$;
comment on function private.require_account is 'The caller''s id. Raises unless they are signed in, their session exists, and the second factor was given if there is one.';

-- Personal data -----------------------------------------------------------------------------------------------

-- Each table with personal data adds its row where it is created.

create table private.personal_data (
  relation text not null,
  person_column text not null,
  hidden_columns text[] not null default '{}',
  after_deletion text not null default 'removed' check (after_deletion in ('removed', 'anonymous')),
  primary key (relation, person_column)
);
comment on table private.personal_data is
  'Tables with personal data. download_my_data() reads them; a test checks that no foreign key to a member is missing. hidden_columns are not exported: secrets and internals.';
alter table private.personal_data enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns) values
  ('auth.users', 'id', array[
    'instance_id', 'aud', 'role', 'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new',
    'email_change_token_current', 'phone_change_token', 'reauthentication_token', 'email_change_confirm_status']),
  ('auth.identities', 'user_id', '{}'),
  ('auth.sessions', 'user_id', array['refresh_token_hmac_key', 'refresh_token_counter']),
  ('auth.mfa_factors', 'user_id', array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']),
  ('auth.one_time_tokens', 'user_id', array['token_hash']);

-- Staff roles -------------------------------------------------------------------------------------------------

create table public.admin_users (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'admin' check (role in ('admin', 'editor', 'moderator', 'accountant')),
  created_at timestamptz not null default now()
);
comment on table public.admin_users is 'Staff and their roles. No client role can write it; see setup_admin().';

create function private.has_role(variadic roles text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select case when exists (
    select from public.admin_users a
    where a.user_id = (select auth.uid()) and (a.role = 'admin' or a.role = any (roles))
  ) then private.is_fully_signed_in() else false end
$$;
comment on function private.has_role is 'True when the caller has one of these roles, fully signed in. An admin has them all. Every staff policy calls it.';
grant execute on function private.has_role(text[]) to anon, authenticated;

alter table public.admin_users enable row level security;
grant select on public.admin_users to authenticated;
create policy "staff see their own role, admins see everybody's" on public.admin_users
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('admin')));
insert into private.personal_data (relation, person_column) values ('public.admin_users', 'user_id');

-- The last admin's account cannot be deleted: without an admin, setup_admin would be open to the next caller.
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

create function private.require_role(variadic roles text[]) returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_account();
  if not private.has_role(variadic roles) then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
end $$;
comment on function private.require_role is 'Raises unless the caller is fully signed in (require_account) and has one of these roles.';

create function public.is_admin() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select private.has_role('admin') $$;
comment on function public.is_admin is 'True when the caller is an admin. Also called fn_check_admin_access.';
grant execute on function public.is_admin() to anon, authenticated;

create function public.fn_check_admin_access() returns boolean
  language sql stable
  set search_path = ''
  as $$ select public.is_admin() $$;
comment on function public.fn_check_admin_access is 'Another name for is_admin().';
grant execute on function public.fn_check_admin_access() to anon, authenticated;

create function public.setup_admin() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Please login first', hint = 'login_first';
  end if;
  -- Of two simultaneous calls the second waits here and then finds the first one's row.
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

-- Rate limits -------------------------------------------------------------------------------------------------

create table private.rate_limits (
  action text not null,
  who text not null,
  window_start timestamptz not null,
  times integer not null,
  primary key (action, who, window_start)
);
comment on table private.rate_limits is 'How often an action was done in a window of time. who is a user id or a salted hash, never an address.';
create index on private.rate_limits (window_start);
insert into private.personal_data (relation, person_column) values ('private.rate_limits', 'who');

create function private.check_rate_limit(action text, who text, at_most integer, every interval) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  this_window timestamptz := date_bin(every, now(), timestamptz '2000-01-01');
  attempts integer;
begin
  insert into private.rate_limits as r (action, who, window_start, times)
    values (check_rate_limit.action, check_rate_limit.who, this_window, 1)
    on conflict on constraint rate_limits_pkey do update set times = r.times + 1
    returning r.times into attempts;
  return attempts <= at_most;
end $$;
comment on function private.check_rate_limit is 'Counts one attempt; false when it exceeds the limit.';

create table private.daily_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.daily_salts is 'purge_daily_data deletes yesterday''s salt, so that its hashes cannot be traced back to an address.';

create function private.caller_address() returns text
  language sql stable
  set search_path = ''
  as $$
  select coalesce(
    nullif(current_setting('request.client_address', true), ''),
    btrim(split_part(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1)),
    'unknown')
$$;
comment on function private.caller_address is 'Our platform sets request.client_address. The header is used only where it does not (hosted Supabase sets the header).';

create function private.caller_key() returns text
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
comment on function private.caller_key is 'The member''s id, or for a visitor a hash of the address that changes every day.';

create function private.caller_address_hash() returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  todays_salt bytea;
begin
  select salt into todays_salt from private.daily_salts where day = current_date;
  if not found then
    insert into private.daily_salts (day) values (current_date) on conflict do nothing;
    select salt into todays_salt from private.daily_salts where day = current_date;
  end if;
  return encode(extensions.hmac(convert_to(private.caller_address(), 'utf8'), todays_salt, 'sha256'), 'hex');
end $$;
comment on function private.caller_address_hash is 'A hash of the caller''s address that changes every day, for members too.';

-- Many people can share one address (mobile networks), so an address gets ten times a member's limit.
create function private.check_caller_limit(action text, at_most integer, every interval) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_client() or private.has_role('moderator') then
    return true;
  end if;
  return private.check_rate_limit(action, private.caller_key(), at_most, every)
    and (private.caller_address() = 'unknown' or private.check_rate_limit(action, private.caller_address_hash(), at_most * 10, every));
end $$;
comment on function private.check_caller_limit is 'Counts one action of the caller and of their address; false when either exceeds the limit. Moderators and the server have none.';

create function private.require_within_limit(action text, at_most integer, every interval) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.check_caller_limit(action, at_most, every) then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
end $$;

-- The server calls this regularly.
create function private.purge_daily_data() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.daily_salts where day < current_date;
  delete from private.topic_views where day < current_date;
  delete from private.rate_limits where window_start < now() - interval '1 day';
end $$;

-- Row counts --------------------------------------------------------------------------------------------------

create table private.row_counts (
  name text primary key,
  rows bigint not null
);
comment on table private.row_counts is 'How many rows the large tables have, so that no page has to count them.';
alter table private.row_counts enable row level security;
insert into private.row_counts (name, rows) values
  ('movies', 0), ('series', 0), ('subscriptions', 0), ('profiles', 0), ('contact_messages', 0), ('audit_log', 0);

create function private.update_row_count() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into change from new_rows;
  else
    select -count(*) into change from old_rows;
  end if;
  if change <> 0 then
    insert into private.row_counts as t (name, rows) values (tg_table_name, change)
      on conflict (name) do update set rows = t.rows + excluded.rows;
  end if;
  return null;
end $$;

-- Audit log ---------------------------------------------------------------------------------------------------

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null,
  subject text not null,
  subject_id text not null,
  label text,
  reason text,
  change jsonb not null default '{}'
);
comment on table public.audit_log is
  'Every action of staff. Staff are referenced by their id, members by its first eight characters, so that a deleted member cannot be identified; change holds [before, after] of each changed column.';
create index on public.audit_log (subject, subject_id, id desc);
create index on public.audit_log (actor_id, id desc);
create index on public.audit_log (at);
create index on public.audit_log (subject, id desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.has_role('admin')));

create function private.reject_audit_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The audit log is append-only', hint = 'audit_append_only';
end $$;
create trigger audit_append_only before update or delete on public.audit_log
  for each row execute function private.reject_audit_change();
create trigger audit_never_truncated before truncate on public.audit_log
  for each statement execute function private.reject_audit_change();
alter table public.audit_log enable always trigger audit_append_only;
alter table public.audit_log enable always trigger audit_never_truncated;

create function private.count_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.row_counts t set rows = t.rows + 1 where t.name = 'audit_log';
  return null;
end $$;
-- Deferred to the end of the transaction: nearly every action writes an entry, and none should wait for this row while it
-- holds other locks.
create constraint trigger count_audit_entry after insert on public.audit_log
  deferrable initially deferred for each row execute function private.count_audit_entry();

create function private.write_audit_log(
    act text, subject text, subject_id text, label text default null, reason text default null, change jsonb default '{}')
  returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.audit_log (actor_id, act, subject, subject_id, label, reason, change)
  values (auth.uid(), act, subject, subject_id, left(label, 200), nullif(left(private.trim_text(reason), 500), ''), change)
$$;
comment on function private.write_audit_log is 'Writes one audit log entry in the caller''s name.';

-- Columns that the database computes are no action of staff.
create function private.audit_row_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  computed_columns constant text[] := array[
    'created_at', 'updated_at', 'review_count', 'review_total', 'rating', 'season_count', 'episode_count', 'has_video'];
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - computed_columns end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - computed_columns end;
  whole jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  difference jsonb;
begin
  if not private.is_client() or not private.has_role('editor', 'moderator', 'accountant') then
    return null;
  end if;
  select coalesce(jsonb_object_agg(k.name, jsonb_build_array(was -> k.name, now_is -> k.name)), '{}')
    into difference
    from (select jsonb_object_keys(was || now_is)) k (name)
    where coalesce(was -> k.name, 'null') is distinct from coalesce(now_is -> k.name, 'null');
  if difference <> '{}' then
    perform private.write_audit_log(
      lower(tg_op), tg_table_name, whole ->> 'id', coalesce(whole ->> 'title', whole ->> 'name', whole ->> 'subject'),
      null, difference);
  end if;
  return null;
end $$;
comment on function private.audit_row_change is 'Writes what staff change in a table into the audit log. Changes by members and by the server are not logged.';
