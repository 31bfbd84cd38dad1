-- Signing in a television: it shows a short code, and a phone that is signed in confirms it (decision record 0092).

-- Who asks --------------------------------------------------------------------------------------------------------

create function private.caller_inet() returns inet
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return split_part(private.caller_address(), '%', 1)::inet;
exception when invalid_text_representation then
  return null;
end $$;
comment on function private.caller_inet is 'The caller''s address; null where it is not known.';

create function private.mask_address(address inet) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select case family(address)
    when 4 then regexp_replace(host(address), '\d+$', 'x')
    when 6 then host(network(set_masklen(address, 48)))
    else ''
  end
$$;
comment on function private.mask_address is 'Enough to recognise one''s own network, too little to locate somebody.';

-- Keep equal to DEVICE_CODE_LENGTH in contract/src/identity/limits.ts.
create function private.device_code_length() returns integer
  language sql immutable parallel safe
  set search_path = ''
  as $$ select 8 $$;

create function private.random_code(length integer) returns text
  language sql volatile
  set search_path = ''
  as $$
  -- Bytes from 253 on are left out, so that every character is as likely as the others. Of 64, more than enough stay.
  with bytes as (
    select n.place, get_byte(r.bytes, n.place) as value
    from (select extensions.gen_random_bytes(64) as bytes) r, generate_series(0, 63) n (place)
  ), characters as (
    select b.place, substr(private.code_alphabet(), 1 + b.value % 23, 1) as character
    from bytes b where b.value < 253 order by b.place limit random_code.length - 1
  ), body as (
    select string_agg(c.character, '' order by c.place) as text from characters c
  )
  select regexp_replace(b.text || private.check_character(b.text), '(.{4})(?=.)', '\1-', 'g') from body b
$$;
comment on function private.random_code is 'A new code in groups, its last character computed from the others.';

-- Requests --------------------------------------------------------------------------------------------------------

create table private.device_requests (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null,
  secret_hash bytea not null,
  status text not null default 'waiting',
  user_agent text not null,
  network text not null,
  address_hash text not null,
  user_id uuid references private.profiles (id) on delete cascade,
  confirmed_in uuid references auth.sessions (id) on delete cascade,
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  constraint status_known check (status in ('waiting', 'approved', 'denied', 'used')),
  constraint answered_by_a_member check ((status = 'waiting') = (user_id is null)),
  constraint confirmed_in_a_session check ((user_id is null) = (confirmed_in is null)),
  constraint one_request_per_code unique (code_hash),
  constraint one_request_per_secret unique (secret_hash)
);
comment on table private.device_requests is 'Televisions that ask to be signed in. Code and secret are stored as hashes. Functions alone read and write it.';
comment on column private.device_requests.user_agent is 'What the device says it is, shown to the person who confirms.';
comment on column private.device_requests.network is 'The part of the device''s address that its owner recognises.';
comment on column private.device_requests.address_hash is 'Compared with the phone''s: whether both use the same connection.';
comment on column private.device_requests.confirmed_in is 'The phone''s session. If it ends before the device has its own, the request ends with it.';
create index on private.device_requests (created_at);
create index on private.device_requests (user_id);
create index on private.device_requests (confirmed_in);
alter table private.device_requests enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.device_requests', 'user_id', array['code_hash', 'secret_hash', 'address_hash', 'confirmed_in']);
insert into private.retention_rules (name, relation, time_column, keep)
  values ('device_requests', 'private.device_requests', 'created_at', '1 hour');

create table private.device_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references private.profiles (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.device_sessions is 'Sessions that were opened by a code. They cannot confirm codes themselves.';
create index on private.device_sessions (user_id);
alter table private.device_sessions enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.device_sessions', 'user_id', array['session_id']);

-- The television --------------------------------------------------------------------------------------------------

create function public.request_device_code() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  code text;
  secret text := encode(extensions.gen_random_bytes(32), 'hex');
  made private.device_requests;
begin
  -- Many households share one address. The last is for all, because everybody waits for its row.
  if not private.check_rate_limit('device_code', 'address ' || private.caller_address_hash(), 60, '1 hour')
    or not private.check_rate_limit('device_code', 'all', 20000, '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- A code that another device shows is not given out again.
  for attempt in 1 .. 5 loop
    code := private.random_code(private.device_code_length());
    insert into private.device_requests (code_hash, secret_hash, user_agent, network, address_hash)
      values (private.hash_code(code), extensions.digest(secret, 'sha256'),
        left(coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'user-agent', ''), 512),
        coalesce(private.mask_address(private.caller_inet()), ''), private.caller_address_hash())
      on conflict do nothing
      returning * into made;
    exit when made.id is not null;
  end loop;
  if made.id is null then
    raise exception 'no free device code was found';
  end if;
  return jsonb_build_object(
    'device_secret', secret, 'user_code', code,
    'expires_in', extract(epoch from made.expires_at - now())::integer, 'interval', private.device_poll_seconds());
end $$;
comment on function public.request_device_code is
  'A code for a device to show, and the secret that only this device has. claim_device_session() asks with the secret whether the code was confirmed.';

-- Keep equal to DEVICE_POLL_SECONDS in contract/src/identity/limits.ts.
create function private.device_poll_seconds() returns integer
  language sql immutable parallel safe
  set search_path = ''
  as $$ select 5 $$;

create function private.open_device_session(request private.device_requests) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  refresh_token text := encode(extensions.gen_random_bytes(20), 'hex');
  session uuid := gen_random_uuid();
  -- Counts for the level of the session, and never as a recent proof: changes of the account ask for the password.
  long_ago constant timestamptz := 'epoch';
begin
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id, user_agent, ip)
    -- GoTrue asks for a proof of identity when a session is a day old.
    select session, s.user_id, now() - interval '1 day', now(), s.aal, s.factor_id, request.user_agent, private.caller_inet()
    from auth.sessions s where s.id = request.confirmed_in;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), session, long_ago, long_ago, m.method
    from (
      select 'otp' union
      select a.authentication_method from auth.mfa_amr_claims a
      where a.session_id = request.confirmed_in and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
    ) m (method);
  insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
    values ('00000000-0000-0000-0000-000000000000', refresh_token, request.user_id::text, false, now(), now(), session);
  insert into private.device_sessions (session_id, user_id) values (session, request.user_id);
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
      json_build_object('action', 'login', 'actor_id', request.user_id, 'actor_username', '', 'actor_via_sso', false,
        'log_type', 'account', 'traits', json_build_object('by', 'device_code')),
      now(), left(private.caller_address(), 64));
  return refresh_token;
end $$;
comment on function private.open_device_session is
  'A session for the device, at the level of the session that confirmed it, and the token with which the device begins it at the auth service.';

create function public.claim_device_session(device_secret text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  digest bytea := extensions.digest(left(device_secret, 100), 'sha256');
  request private.device_requests;
begin
  -- Accounts are locked before what belongs to them, as deleting one does.
  update auth.users u set last_sign_in_at = now(), updated_at = now()
    from private.device_requests r
    where r.secret_hash = digest and r.status = 'approved' and r.expires_at > now() and u.id = r.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found then
    update private.device_requests r set status = 'used'
      where r.secret_hash = digest and r.status = 'approved' and r.expires_at > now()
      returning r.* into request;
    if request.id is not null then
      return jsonb_build_object('result', 'device_signed_in', 'refresh_token', private.open_device_session(request));
    end if;
  end if;
  select r.* into request from private.device_requests r where r.secret_hash = digest;
  if request.status = 'denied' then
    return jsonb_build_object('result', 'device_denied');
  elsif request.status = 'waiting' and request.expires_at > now() then
    -- A second less, for the time that a request takes to arrive.
    update private.device_requests r set polled_at = now()
      where r.id = request.id
        and (r.polled_at is null or r.polled_at <= now() - make_interval(secs => private.device_poll_seconds() - 1));
    return jsonb_build_object('result', case when found then 'device_waiting' else 'device_slow_down' end);
  end if;
  return jsonb_build_object('result', 'code_expired');
end $$;
comment on function public.claim_device_session is
  'For the device that shows a code: whether it was confirmed, and then, once, the refresh token of its session. A device that asks more often than every few seconds is told to slow down.';

create function private.end_device_sessions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.device_requests r where r.user_id = new.user_id;
  delete from auth.sessions s using private.device_sessions d where d.user_id = new.user_id and s.id = d.session_id;
  return null;
end $$;
comment on function private.end_device_sessions is
  'Somebody who gets a role signs out on televisions: a session that was opened by a code never reaches the admin area.';
create trigger end_device_sessions after insert on public.admin_users
  for each row execute function private.end_device_sessions();

-- The phone -------------------------------------------------------------------------------------------------------

create function private.find_device_request(typed text, out outcome text, out request private.device_requests)
  returns record
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  if session is null then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  elsif exists (select from private.device_sessions d where d.session_id = session) then
    outcome := 'device_confirms_no_other';
  elsif exists (select from public.admin_users a where a.user_id = person) then
    outcome := 'device_not_for_staff';
  elsif exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    outcome := 'user_banned';
  elsif not private.is_code(typed, private.device_code_length()) then
    outcome := 'code_mistyped';
  elsif not private.can_guess_codes() then
    outcome := 'too_many_tries';
  else
    select r.* into request from private.device_requests r where r.code_hash = private.hash_code(typed);
    if request.id is null then
      perform private.count_wrong_code();
      outcome := 'code_wrong';
    elsif request.status <> 'waiting' then
      outcome := 'code_used';
    elsif request.expires_at <= now() then
      outcome := 'code_expired';
    else
      outcome := 'code_valid';
    end if;
  end if;
end $$;
comment on function private.find_device_request is
  'The request of a code that a member typed or scanned, and an error key, or code_valid. Returns failures instead of raising them: what is raised would take the count of guesses back.';

create function public.read_device_code(code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
begin
  looked := private.find_device_request(read_device_code.code);
  if looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  return jsonb_build_object(
    'result', looked.outcome, 'user_agent', (looked.request).user_agent, 'network', (looked.request).network,
    'same_connection', (looked.request).address_hash = private.caller_address_hash(),
    'created_at', (looked.request).created_at, 'expires_at', (looked.request).expires_at);
end $$;
comment on function public.read_device_code is 'Which device asks with this code, for the member who is about to confirm it.';

create function public.answer_device_code(code text, approve boolean) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
begin
  looked := private.find_device_request(answer_device_code.code);
  if looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  -- Of two members who answer at once, one does.
  update private.device_requests r
    set status = case when approve then 'approved' else 'denied' end, user_id = auth.uid(),
      confirmed_in = (auth.jwt() ->> 'session_id')::uuid
    where r.id = (looked.request).id and r.status = 'waiting' and r.expires_at > now();
  return jsonb_build_object('result',
    case when not found then 'code_used' when approve then 'device_approved' else 'device_denied' end);
end $$;
comment on function public.answer_device_code is 'The member signs the device in that shows this code, or refuses it. Once.';

grant execute on function public.request_device_code() to anon, authenticated;
grant execute on function public.claim_device_session(text) to anon, authenticated;
grant execute on function public.read_device_code(text) to authenticated;
grant execute on function public.answer_device_code(text, boolean) to authenticated;

-- The member's devices ----------------------------------------------------------------------------------------------

drop function public.my_sessions();
create function public.my_sessions() returns table (
    id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, network text, aal text, current boolean,
    by_code boolean)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      coalesce(s.user_agent, ''), coalesce(private.mask_address(s.ip), ''), coalesce(s.aal::text, 'aal1'),
      s.id::text is not distinct from auth.jwt() ->> 'session_id',
      exists (select from private.device_sessions d where d.session_id = s.id)
    from auth.sessions s
    where s.user_id = person and (s.not_after is null or s.not_after > now())
    order by 7 desc, 3 desc, 1;
end $$;
comment on function public.my_sessions is 'The devices on which the caller is signed in, the current one first. by_code: signed in by a code that the member confirmed elsewhere.';
grant execute on function public.my_sessions() to authenticated;
