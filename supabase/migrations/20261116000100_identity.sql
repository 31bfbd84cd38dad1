-- Identity: terms, profiles, suspensions, signed-in devices, data export, account deletion, recovery codes.
-- Everything about a member is one row of private.profiles; clients read it through the view public.profiles, which is in
-- *_identity_profiles.sql because it also reads the forum and the reviews.

-- Terms of service --------------------------------------------------------------------------------------------

create table public.terms_versions (
  version text primary key,
  published_at timestamptz not null default now()
);
comment on table public.terms_versions is 'Versions of the terms of service; the newest is in force.';
alter table public.terms_versions enable row level security;
grant select on public.terms_versions to anon, authenticated;
create policy "everybody sees the terms versions" on public.terms_versions
  for select to anon, authenticated using (true);
insert into public.terms_versions (version) values ('2026-11');

-- Profiles ----------------------------------------------------------------------------------------------------

create table private.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  first_name text,
  last_name text,
  full_name text,
  bio text,
  location text,
  website text,
  occupation text,
  phone text,
  date_of_birth date,
  interests text[] not null default '{}',
  avatar_url text,
  is_public boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Keep equal to the limits in contract/src/identity/inputs.ts.
  constraint username_length check (char_length(username) between 2 and 40),
  constraint username_is_no_email check (username !~ '[@[:cntrl:]]' and username = private.trim_text(username)),
  constraint names_length check (char_length(first_name) <= 80 and char_length(last_name) <= 80),
  constraint bio_length check (char_length(bio) <= 2000),
  constraint details_length check (
    char_length(location) <= 120 and char_length(occupation) <= 120 and char_length(phone) <= 40),
  constraint website_is_web_address check (website is null or (website ~ '^https?://[^\s]+$' and char_length(website) <= 300)),
  constraint avatar_is_web_address check (private.is_web_address(avatar_url)),
  constraint interests_count check (cardinality(interests) <= 30 and char_length(array_to_string(interests, ',')) <= 1000),
  -- normalize_profile checks that it is in the past: a constraint cannot use today's date.
  constraint born_in_living_memory check (date_of_birth >= date '1900-01-01')
);
comment on table private.profiles is 'Everything about a member. Read and written through the view public.profiles.';
create unique index profiles_username_key on private.profiles (lower(username));
create index on private.profiles (created_at desc);
create index profiles_username_start on private.profiles (lower(username) collate "C");
alter table private.profiles enable row level security;
create trigger require_second_factor before insert or update on private.profiles
  for each statement execute function private.require_second_factor();
create trigger count_rows_added after insert on private.profiles
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on private.profiles
  referencing old table as old_rows for each statement execute function private.update_row_count();
insert into private.personal_data (relation, person_column) values ('private.profiles', 'id');

create function private.normalize_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.date_of_birth > current_date then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  new.username := private.trim_text(new.username);
  new.first_name := nullif(private.trim_text(new.first_name), '');
  new.last_name := nullif(private.trim_text(new.last_name), '');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  new.bio := nullif(private.trim_text(new.bio), '');
  new.location := nullif(private.trim_text(new.location), '');
  new.website := nullif(private.trim_text(new.website), '');
  new.occupation := nullif(private.trim_text(new.occupation), '');
  new.phone := nullif(private.trim_text(new.phone), '');
  new.avatar_url := private.strip_host(new.avatar_url);
  new.interests := coalesce(
    (select array_agg(private.trim_text(i) order by n) from unnest(new.interests) with ordinality as t (i, n) where private.trim_text(i) <> ''),
    '{}');
  new.updated_at := now();
  return new;
end $$;
create trigger normalize_profile before insert or update on private.profiles
  for each row execute function private.normalize_profile();

-- A username comes from the part before the @, so that it never reveals the whole address.
create function private.generate_username(base text) returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  stem text := left(regexp_replace(private.fold_text(coalesce(base, '')), '[^a-z0-9_.-]', '', 'g'), 30);
  candidate text;
begin
  if char_length(stem) < 2 then
    stem := 'member';
  end if;
  candidate := stem;
  -- The first few numbers are easy to read; after that a random suffix ends the search.
  for n in 2 .. 6 loop
    exit when not exists (select from private.profiles where lower(username) = candidate);
    candidate := case when n < 6 then stem || n else stem || '-' || substr(md5(gen_random_uuid()::text), 1, 8) end;
  end loop;
  return candidate;
end $$;

-- No foreign key reaches these rows.
create function private.delete_member_activity() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.topic_views where viewer = old.id::text;
  delete from private.rate_limits where who = old.id::text;
  return null;
end $$;
create trigger delete_member_activity after delete on private.profiles
  for each row execute function private.delete_member_activity();

-- The function delete-account deletes, after can_delete_account(), with the service key; this logs it for every way of deleting.
create function private.audit_member_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.audit_log (actor_id, act, subject, subject_id)
    values (nullif(auth.uid(), old.id), 'delete', 'members', left(old.id::text, 8));
  return null;
end $$;
create trigger audit_member_deletion after delete on private.profiles
  for each row execute function private.audit_member_deletion();

create table public.terms_acceptances (
  user_id uuid not null references private.profiles (id) on delete cascade,
  version text not null references public.terms_versions (version),
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);
comment on table public.terms_acceptances is 'Which version of the terms a member accepted, and when.';
create index on public.terms_acceptances (version);
alter table public.terms_acceptances enable row level security;
grant select, insert (user_id, version) on public.terms_acceptances to authenticated;
create policy "members see what they accepted, admins see all" on public.terms_acceptances
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('admin')));
create policy "members accept for themselves" on public.terms_acceptances
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "accepted terms need the second factor" on public.terms_acceptances
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create trigger require_second_factor before insert on public.terms_acceptances
  for each statement execute function private.require_second_factor();
insert into private.personal_data (relation, person_column) values ('public.terms_acceptances', 'user_id');

create function private.create_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given_name text := private.trim_text(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', ''));
  picture text := coalesce(new.raw_user_meta_data ->> 'avatar_url', new.raw_user_meta_data ->> 'picture');
begin
  loop
    begin
      insert into private.profiles (id, username, first_name, last_name, avatar_url)
      values (
        new.id,
        private.generate_username(split_part(new.email, '@', 1)),
        left(split_part(given_name, ' ', 1), 80),
        left(private.trim_text(substr(given_name, char_length(split_part(given_name, ' ', 1)) + 1)), 80),
        case when picture ~ '^https://' and private.is_web_address(picture) then picture end
      );
      exit;
    exception when unique_violation then
      -- The name was taken between the check and the insert: try again. A profile that exists already stays.
      exit when exists (select from private.profiles where id = new.id);
    end;
  end loop;
  insert into public.terms_acceptances (user_id, version)
    select new.id, v.version from public.terms_versions v
    where v.version = new.raw_user_meta_data ->> 'terms_version'
    on conflict do nothing;
  return new;
end $$;
comment on function private.create_profile is 'Creates the profile of a new account, and its accepted terms, in the same transaction.';
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Suspensions -------------------------------------------------------------------------------------------------

create table private.suspensions (
  user_id uuid primary key references private.profiles (id) on delete cascade,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- Keep equal to NOTE_MAX in contract/src/community/limits.ts.
  constraint reason_present check (private.trim_text(reason) <> '' and char_length(reason) <= 1000)
);
comment on table private.suspensions is 'Members who can read but not post, and why; until null means without an end. Who suspended them is in the moderation log.';
alter table private.suspensions enable row level security;
insert into private.personal_data (relation, person_column) values ('private.suspensions', 'user_id');

create function private.is_suspended(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (select from private.suspensions s where s.user_id = person and (s.until is null or s.until > now()))
$$;

create function private.list_suspended_members() returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$ select s.user_id from private.suspensions s where s.until is null or s.until > now() $$;

create function private.require_not_suspended() returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if private.is_client() and private.is_suspended(auth.uid()) then
    raise exception using errcode = '42501', message = 'Your account is suspended: you can read, but not write', hint = 'suspended';
  end if;
end $$;

create function private.reject_suspended_members() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_not_suspended();
  return null;
end $$;
comment on function private.reject_suspended_members is 'Refuses writes of suspended members. Not on updates of topics and posts: opening a topic counts a view there.';

create function private.require_can_post() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  perform private.require_not_suspended();
  return person;
end $$;
comment on function private.require_can_post is 'As require_account, and not suspended. Called by everything that posts.';

create function public.my_suspension() returns table (reason text, until timestamptz, created_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.reason, s.until, s.created_at from private.suspensions s
  where s.user_id = auth.uid() and (s.until is null or s.until > now())
$$;
comment on function public.my_suspension is 'One row if the caller is suspended: why, and until when (null: without an end).';
grant execute on function public.my_suspension() to authenticated;

-- Signed-in devices -------------------------------------------------------------------------------------------

create function public.my_sessions() returns table (
    id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, network text, aal text, current boolean)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      coalesce(s.user_agent, ''),
      -- Enough to recognise one's own network, too little to locate somebody.
      case family(s.ip)
        when 4 then regexp_replace(host(s.ip), '\d+$', 'x')
        when 6 then host(network(set_masklen(s.ip, 48)))
        else ''
      end,
      coalesce(s.aal::text, 'aal1'),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = person and (s.not_after is null or s.not_after > now())
    order by 7 desc, 3 desc, 1;
end $$;
comment on function public.my_sessions is 'The devices on which the caller is signed in, the current one first.';
grant execute on function public.my_sessions() to authenticated;

create function public.revoke_session(session_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  delete from auth.sessions s where s.id = revoke_session.session_id and s.user_id = person;
  return found;
end $$;
comment on function public.revoke_session is 'Signs out one of the caller''s devices. False when there was no such device.';
grant execute on function public.revoke_session(uuid) to authenticated;

-- Data export -------------------------------------------------------------------------------------------------

create function private.export_rows(person uuid, place private.personal_data) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  kind text := (
    select format_type(a.atttypid, a.atttypmod) from pg_attribute a
    where a.attrelid = place.relation::regclass and a.attname = place.person_column);
  found jsonb;
begin
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(t) - $2), ''[]'') from %s t where t.%I = $1::%s',
    place.relation::regclass, place.person_column, kind)
    into found using person::text, place.hidden_columns;
  return found;
end $$;

create function private.list_member_files(person uuid) returns table (bucket_id text, name text, created_at timestamptz, size bigint, address text)
  language sql stable security definer
  set search_path = ''
  as $$
  select o.bucket_id, o.name, o.created_at, (o.metadata ->> 'size')::bigint,
    case when b.public then '/storage/v1/object/public/' || o.bucket_id || '/' || o.name end
  from storage.objects o join storage.buckets b on b.id = o.bucket_id
  where o.bucket_id = 'profile-images'
    and (o.owner_id = person::text or (storage.foldername(o.name))[1] = person::text)
$$;
comment on function private.list_member_files is 'A member''s own files. What an editor uploads for the catalogue is not personal.';

create function public.download_my_data() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  if not private.check_rate_limit('download_my_data', person::text, 20, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'user_id', person,
    'tables', (select jsonb_object_agg(p.relation, private.export_rows(person, p)) from private.personal_data p)
      || jsonb_build_object('public.ledger', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]')
        from public.ledger l join public.orders o on o.id = l.order_id where o.user_id = person)),
    'messages_from_my_address', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]')
      from public.contact_messages m join auth.users u on u.id = person and lower(m.email) = lower(u.email)
      where m.user_id is distinct from person and u.email_confirmed_at is not null),
    'account_events', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'action', e.payload ->> 'action', 'created_at', e.created_at, 'ip_address', e.ip_address) order by e.created_at), '[]')
      from auth.audit_log_entries e
      where person::text in (e.payload ->> 'actor_id', e.payload -> 'traits' ->> 'user_id')),
    'files', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from private.list_member_files(person) f));
end $$;
comment on function public.download_my_data is 'All data about the caller as one JSON document, without secrets.';
grant execute on function public.download_my_data() to authenticated;

-- Account deletion (decision 7) ------------------------------------------------------------------------------
--
-- The function delete-account calls can_delete_account() as the caller, removes files_of_person() through the Storage
-- API and the login through the auth API, both with the service key; the foreign keys and erase_account_data() do the rest.

create function private.require_recent_sign_in() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  -- Keep equal to FRESH_PROOF_MINUTES in contract/src/identity/limits.ts.
  if not exists (
    select from auth.mfa_amr_claims a
    where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method <> 'token_refresh' and a.updated_at > now() - interval '10 minutes') then
    raise exception using errcode = '42501', message = 'Please sign in again to confirm that it is you', hint = 'sign_in_again';
  end if;
  return person;
end $$;
comment on function private.require_recent_sign_in is 'As require_account, and password, code or factor were given within the last minutes: an unlocked phone is not enough.';

create function public.can_delete_account(person uuid default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  leaving uuid := coalesce(can_delete_account.person, auth.uid());
begin
  if leaving is not distinct from auth.uid() then
    perform private.require_recent_sign_in();
  else
    perform private.require_account();
    if not private.has_role('admin') then
      raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
    end if;
  end if;
  if exists (select from public.admin_users a where a.user_id = leaving and a.role = 'admin')
    and not exists (select from public.admin_users a where a.user_id <> leaving and a.role = 'admin') then
    raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
  end if;
  return leaving;
end $$;
comment on function public.can_delete_account is
  'The id of the account that the caller can delete: their own, after a recent sign-in, or any as an admin; never the only admin''s. Raises the reason if not.';
grant execute on function public.can_delete_account(uuid) to authenticated;

create function public.files_of_person(person uuid) returns table (bucket_id text, name text)
  language sql stable security definer
  set search_path = ''
  as $$ select f.bucket_id, f.name from private.list_member_files(person) f $$;
comment on function public.files_of_person is 'For the service key: the files to delete through the Storage API before the account.';

-- What no foreign key reaches. Before the delete, while the address is known: contact messages sent without signing in
-- are deleted too.
create function private.erase_account_data() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from public.contact_messages m
    where old.email_confirmed_at is not null and lower(m.email) = lower(old.email);
  -- The events stay in the log without address and names.
  update auth.audit_log_entries e set
      ip_address = '',
      payload = (e.payload::jsonb - 'actor_name'
        || jsonb_build_object(
          'actor_username', case e.payload ->> 'actor_id' when old.id::text then '' else e.payload ->> 'actor_username' end,
          'traits', coalesce(e.payload::jsonb -> 'traits', '{}') - array['user_email', 'user_phone', 'user_name']))::json
    where old.id::text in (e.payload ->> 'actor_id', e.payload -> 'traits' ->> 'user_id');
  delete from auth.flow_state f where f.user_id = old.id;
  -- Catalogue files stay, without their uploader.
  update storage.objects o set owner = null, owner_id = null where o.owner_id = old.id::text or o.owner = old.id;
  return old;
end $$;
create trigger erase_account_data before delete on auth.users
  for each row execute function private.erase_account_data();

-- Recovery codes ----------------------------------------------------------------------------------------------

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Hashes of codes that replace a lost second factor. 80 random bits each, so a plain hash is enough; used ones are deleted.';
alter table private.recovery_codes enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.recovery_codes', 'user_id', array['code_hash']);

create function private.hash_recovery_code(person uuid, code text) returns bytea
  language sql immutable
  set search_path = ''
  -- Typed from paper: case, dashes and blanks do not matter.
  as $$ select sha256(convert_to(person::text || regexp_replace(lower(code), '[^a-z2-9]', '', 'g'), 'utf8')) $$;

create function private.log_account_event(person uuid, action text, traits jsonb) returns void
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
  -- Without l and o, which look like 1 and 0: 32 characters, five bits each.
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  code text;
  random bytea;
  made text[] := '{}';
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then
    raise exception using errcode = '42501', message = 'Please set up two-factor sign-in first', hint = 'second_factor_missing';
  end if;
  if not private.check_rate_limit('make_recovery_codes', person::text, 10, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  delete from private.recovery_codes c where c.user_id = person;
  -- Keep equal to RECOVERY_CODES in contract/src/identity/limits.ts.
  for n in 1 .. 10 loop
    random := extensions.gen_random_bytes(16);
    code := (select string_agg(
        substr(alphabet, 1 + (get_byte(random, i) & 31), 1) || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
      from generate_series(0, 15) i);
    insert into private.recovery_codes (user_id, code_hash) values (person, private.hash_recovery_code(person, code));
    made := made || code;
  end loop;
  perform private.log_account_event(person, 'recovery_codes_made', '{}');
  return made;
end $$;
comment on function public.make_recovery_codes is 'Ten new codes, returned once; older codes are deleted. Needs the second factor.';
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
  -- A wrong code returns false instead of raising: an error would roll back the counted attempt.
  if not private.check_rate_limit('use_recovery_code', person::text, 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- Codes older than every current factor belong to one that was removed.
  delete from private.recovery_codes c
    where c.user_id = person and c.code_hash = private.hash_recovery_code(person, use_recovery_code.code)
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
    perform private.log_account_event(person, 'factor_deleted',
      jsonb_build_object('factor_id', lost.id, 'factor_type', lost.factor_type, 'by', 'recovery_code'));
  end loop;
  return true;
end $$;
comment on function public.use_recovery_code is
  'Uses one code in place of the lost second factor, which is removed so that a new one can be set up. False when the code is wrong.';
grant execute on function public.use_recovery_code(text) to authenticated;
