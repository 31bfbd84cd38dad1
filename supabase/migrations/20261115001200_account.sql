-- A member's own account: the second factor as the database sees it, signed-in devices, everything we know about
-- somebody, and how somebody leaves.

-- The second factor ------------------------------------------------------------------------------------------
--
-- Whoever has set up a second factor is only half signed in until they have shown it. Half signed in, they read what
-- everybody reads and watch films; what is theirs alone, and everything done in their name, waits for the other half.

create function private.is_fully_signed_in() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'))
$$;
comment on function private.is_fully_signed_in is 'Signed in, and with the second factor if there is one.';
grant execute on function private.is_fully_signed_in() to anon, authenticated;

create or replace function private.has_role(variadic roles text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select case when exists (
    select from public.admin_users a
    where a.user_id = (select auth.uid()) and (a.role = 'admin' or a.role = any (roles))
  ) then private.is_fully_signed_in() else false end
$$;

create policy "orders wait for the second factor" on public.orders
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "bookings wait for the second factor" on public.ledger
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "purchases wait for the second factor" on public.user_purchases
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "subscriptions wait for the second factor" on public.subscriptions
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "accepted terms wait for the second factor" on public.terms_acceptances
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "the watchlist waits for the second factor" on public.watchlist
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "files wait for the second factor" on storage.objects
  as restrictive for all to authenticated using ((select private.is_fully_signed_in()));

create or replace view public.profiles with (security_barrier) as
  select
    p.id,
    p.username,
    case when seen.whole then p.first_name end as first_name,
    case when seen.whole then p.last_name end as last_name,
    case when seen.whole then p.full_name end as full_name,
    case when seen.whole then p.bio end as bio,
    case when seen.whole then p.location end as location,
    case when seen.whole then p.website end as website,
    case when seen.whole then p.occupation end as occupation,
    case when seen.own then p.phone end as phone,
    case when seen.own then p.date_of_birth end as date_of_birth,
    case when seen.whole then p.interests end as interests,
    p.avatar_url,
    p.is_public,
    case when seen.whole then p.created_at end as created_at,
    case when seen.whole then p.updated_at end as updated_at
  from private.profiles p
  cross join lateral (
    select
      (p.id = (select auth.uid()) and (select private.is_fully_signed_in())) or (select private.sees_everything()) as own,
      p.is_public or p.id = (select auth.uid()) or (select private.sees_everything()) as whole
  ) seen
  where seen.whole or private.has_public_posts(p.id);

-- Writing is refused by a trigger and not by a policy, so that the person hears what is missing.
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
create trigger require_second_factor before insert or update on private.profiles
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert on public.terms_acceptances
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert on public.orders
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert or delete on public.watchlist
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert or update or delete on public.reviews
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert or delete on public.forum_topics
  for each statement execute function private.require_second_factor();
create trigger require_second_factor before insert or delete on public.forum_posts
  for each statement execute function private.require_second_factor();

-- Who asks ---------------------------------------------------------------------------------------------------

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
  -- Our own platform has refused such a token before it came here; hosted Supabase lets it live until it expires.
  if session is not null
    and not exists (select from auth.sessions s where s.id = session::uuid and s.user_id = auth.uid()) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Please sign in again.', hint = 'session_ended';
  end if;
  if not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Please confirm with your second factor', hint = 'second_factor_needed';
  end if;
  return auth.uid();
end $$;
comment on function private.require_account is 'The caller''s id, if they are signed in with all they have; everything about an account asks here.';

create function private.require_fresh_proof() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  -- Twin: FRESH_PROOF_MINUTES in contract/src/identity.ts.
  if not exists (
    select from auth.mfa_amr_claims a
    where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method <> 'token_refresh' and a.updated_at > now() - interval '10 minutes') then
    raise exception using errcode = '42501', message = 'Please sign in again to confirm that it is you', hint = 'sign_in_again';
  end if;
  return person;
end $$;
comment on function private.require_fresh_proof is 'As require_account, and they showed password, code or factor within the last minutes: a found phone is not enough.';

-- Signed-in devices ------------------------------------------------------------------------------------------

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
      -- Enough to tell home from elsewhere, too little to find a house.
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
comment on function public.my_sessions is 'The devices on which the caller is signed in, this one first.';
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
comment on function public.revoke_session is 'Signs one of the caller''s devices out, at once. False when there was no such device.';
grant execute on function public.revoke_session(uuid) to authenticated;

-- Everything we know about somebody --------------------------------------------------------------------------

create table private.personal_data (
  relation text not null,
  person_column text not null,
  hidden_columns text[] not null default '{}',
  after_deletion text not null default 'removed' check (after_deletion in ('removed', 'anonymous')),
  primary key (relation, person_column)
);
comment on table private.personal_data is
  'Where people are: download_my_data() reads these tables, a test walks the foreign keys and misses none. hidden_columns are secrets or mere machinery.';
insert into private.personal_data (relation, person_column, hidden_columns) values
  ('auth.users', 'id', array[
    'instance_id', 'aud', 'role', 'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new',
    'email_change_token_current', 'phone_change_token', 'reauthentication_token', 'email_change_confirm_status']),
  ('auth.identities', 'user_id', '{}'),
  ('auth.sessions', 'user_id', array['refresh_token_hmac_key', 'refresh_token_counter']),
  ('auth.mfa_factors', 'user_id', array['secret', 'web_authn_credential', 'last_webauthn_challenge_data']),
  ('auth.one_time_tokens', 'user_id', array['token_hash']),
  ('private.profiles', 'id', '{}'),
  ('private.topic_views', 'viewer', '{}'),
  ('private.rate_limits', 'who', '{}'),
  ('public.admin_users', 'user_id', '{}'),
  ('public.terms_acceptances', 'user_id', '{}'),
  ('public.watchlist', 'user_id', '{}'),
  ('public.reviews', 'user_id', '{}'),
  ('public.contact_messages', 'user_id', '{}');
insert into private.personal_data (relation, person_column, after_deletion) values
  ('public.forum_topics', 'user_id', 'anonymous'),
  ('public.forum_posts', 'user_id', 'anonymous'),
  ('public.orders', 'user_id', 'anonymous'),
  ('public.user_purchases', 'user_id', 'anonymous'),
  ('public.subscriptions', 'user_id', 'anonymous');
alter table private.personal_data enable row level security;

create function private.rows_of(person uuid, place private.personal_data) returns jsonb
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

create function private.files_of(person uuid) returns table (bucket_id text, name text, created_at timestamptz, size bigint, address text)
  language sql stable security definer
  set search_path = ''
  as $$
  select o.bucket_id, o.name, o.created_at, (o.metadata ->> 'size')::bigint,
    case when b.public then '/storage/v1/object/public/' || o.bucket_id || '/' || o.name end
  from storage.objects o join storage.buckets b on b.id = o.bucket_id
  where o.bucket_id = 'profile-images'
    and (o.owner_id = person::text or (storage.foldername(o.name))[1] = person::text)
$$;
comment on function private.files_of is 'Somebody''s own files. What an editor uploads for the house is the house''s.';

create function public.download_my_data() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  if not private.allow('download_my_data', person::text, 20, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'user_id', person,
    'tables', (select jsonb_object_agg(p.relation, private.rows_of(person, p)) from private.personal_data p)
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
    'files', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from private.files_of(person) f));
end $$;
comment on function public.download_my_data is 'Everything the database holds about the caller, as one JSON document, without secrets.';
grant execute on function public.download_my_data() to authenticated;

-- Leaving (decision 7) ---------------------------------------------------------------------------------------
--
-- The function delete-account asks can_delete_account() as the caller, removes files_of_person() through the Storage
-- API and the login through the auth API, both with the service key; the foreign keys and forget_account() do the rest.

create function public.can_delete_account(person uuid default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  leaving uuid := coalesce(can_delete_account.person, auth.uid());
begin
  if leaving is not distinct from auth.uid() then
    perform private.require_fresh_proof();
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
  'Whose account the caller may delete: their own, with a fresh proof, or as an admin anybody''s; never the only admin''s. Raises the reason if not.';
grant execute on function public.can_delete_account(uuid) to authenticated;

create function public.files_of_person(person uuid) returns table (bucket_id text, name text)
  language sql stable security definer
  set search_path = ''
  as $$ select f.bucket_id, f.name from private.files_of(person) f $$;
comment on function public.files_of_person is 'For the service key: what has to go through the Storage API before an account goes.';

-- What no foreign key reaches. The row still knows the address here, so that letters sent without signing in go too.
create function private.forget_account() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from public.contact_messages m
    where old.email_confirmed_at is not null and lower(m.email) = lower(old.email);
  -- What happened stays in the log; whose number it was, nobody can tell any more.
  update auth.audit_log_entries e set
      ip_address = '',
      payload = (e.payload::jsonb - 'actor_name'
        || jsonb_build_object(
          'actor_username', case e.payload ->> 'actor_id' when old.id::text then '' else e.payload ->> 'actor_username' end,
          'traits', coalesce(e.payload::jsonb -> 'traits', '{}') - array['user_email', 'user_phone', 'user_name']))::json
    where old.id::text in (e.payload ->> 'actor_id', e.payload -> 'traits' ->> 'user_id');
  delete from auth.flow_state f where f.user_id = old.id;
  -- The house's files stay the house's; who once uploaded them is forgotten.
  update storage.objects o set owner = null, owner_id = null where o.owner_id = old.id::text or o.owner = old.id;
  return old;
end $$;
create trigger forget_account before delete on auth.users
  for each row execute function private.forget_account();
