-- Ten codes on paper for the day the phone with the authenticator app is lost.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Hashes of codes that stand in for a lost second factor. 80 random bits each, so a plain hash hides them; used ones are deleted.';
alter table private.recovery_codes enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns) values
  ('private.recovery_codes', 'user_id', array['code_hash']);

create function private.recovery_code_hash(person uuid, code text) returns bytea
  language sql immutable
  set search_path = ''
  -- Typed from paper: neither case nor dashes nor blanks matter.
  as $$ select sha256(convert_to(person::text || regexp_replace(lower(code), '[^a-z2-9]', '', 'g'), 'utf8')) $$;

create function private.note_account_event(person uuid, action text, traits jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object('action', action, 'actor_id', person, 'actor_username', '', 'actor_via_sso', false,
      'log_type', 'factor', 'traits', traits),
    now(), left(private.caller_address(), 64))
$$;

create function public.make_recovery_codes() returns text[]
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  -- Without l and o, which look like 1 and 0: 32 letters, five bits each.
  letters constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  code text;
  random bytea;
  made text[] := '{}';
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then
    raise exception using errcode = '42501', message = 'Please set up two-factor sign-in first', hint = 'second_factor_missing';
  end if;
  if not private.allow('make_recovery_codes', person::text, 10, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  delete from private.recovery_codes c where c.user_id = person;
  -- Twin: RECOVERY_CODES in contract/src/identity.ts.
  for n in 1 .. 10 loop
    random := extensions.gen_random_bytes(16);
    code := (select string_agg(
        substr(letters, 1 + (get_byte(random, i) & 31), 1) || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
      from generate_series(0, 15) i);
    insert into private.recovery_codes (user_id, code_hash) values (person, private.recovery_code_hash(person, code));
    made := made || code;
  end loop;
  perform private.note_account_event(person, 'recovery_codes_made', '{}');
  return made;
end $$;
comment on function public.make_recovery_codes is 'Ten new codes, shown this once; the older ones are worth nothing. Needs the second factor.';
grant execute on function public.make_recovery_codes() to authenticated;

create function public.recovery_codes_left() returns integer
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return (select count(*) from private.recovery_codes c where c.user_id = person);
end $$;
comment on function public.recovery_codes_left is 'How many codes the caller still has.';
grant execute on function public.recovery_codes_left() to authenticated;

create function public.use_recovery_code(code text) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := auth.uid();
  session text := nullif(auth.jwt() ->> 'session_id', '');
  lost auth.mfa_factors;
begin
  if person is null or not exists (
    select from auth.sessions s where s.id = session::uuid and s.user_id = person) then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  -- A wrong code is an answer and not an error: an error would undo the counting.
  if not private.allow('use_recovery_code', person::text, 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- Codes older than every factor stood in for one that is long gone.
  delete from private.recovery_codes c
    where c.user_id = person and c.code_hash = private.recovery_code_hash(person, use_recovery_code.code)
      and c.created_at >= (
        select min(f.created_at) from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
  if not found then
    return false;
  end if;
  for lost in select * from auth.mfa_factors f where f.user_id = person and f.status = 'verified' loop
    delete from auth.mfa_amr_claims a using auth.sessions s
      where a.session_id = s.id and s.factor_id = lost.id and a.authentication_method in ('totp', 'mfa/phone');
    update auth.sessions s set aal = 'aal1', factor_id = null where s.factor_id = lost.id;
    delete from auth.mfa_factors f where f.id = lost.id;
    perform private.note_account_event(person, 'factor_deleted',
      jsonb_build_object('factor_id', lost.id, 'factor_type', lost.factor_type, 'by', 'recovery_code'));
  end loop;
  return true;
end $$;
comment on function public.use_recovery_code is
  'One code in place of the lost second factor, which is removed, so that the sign-in goes on and a new one can be set up. False when it is none.';
grant execute on function public.use_recovery_code(text) to authenticated;
