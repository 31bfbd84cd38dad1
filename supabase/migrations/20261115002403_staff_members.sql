-- Members, as admins see them.

create table private.member_directory (
  id uuid primary key references private.profiles (id) on delete cascade,
  email text,
  words text not null,
  created_at timestamptz not null
);
comment on table private.member_directory is
  'What admins find members by. An address of its own beside auth.users, because there we may not add an index.';
create index member_directory_words on private.member_directory using gin (words extensions.gin_trgm_ops);
create index member_directory_newest on private.member_directory (created_at desc, id);
create index member_directory_email on private.member_directory (email collate "C", id);
alter table private.member_directory enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns) values
  ('private.member_directory', 'id', array['words']);

create function private.list_member() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.member_directory as d (id, email, words, created_at)
    select p.id, lower(u.email), private.fold(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = new.id
    on conflict (id) do update set email = excluded.email, words = excluded.words
      where (d.email, d.words) is distinct from (excluded.email, excluded.words);
  return null;
end $$;
create trigger list_member after insert or update of username, first_name, last_name on private.profiles
  for each row execute function private.list_member();
create trigger list_member after update of email on auth.users
  for each row execute function private.list_member();
insert into private.member_directory (id, email, words, created_at)
  select p.id, lower(u.email), private.fold(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
  from private.profiles p join auth.users u on u.id = p.id;

create function private.subscription_of(person uuid) returns public.subscriptions
  language sql stable security definer
  set search_path = ''
  as $$
  select s from public.subscriptions s where s.user_id = person
  order by (s.status = 'active' and s.expires_at > now()) desc, s.expires_at desc limit 1
$$;
comment on function private.subscription_of is 'The subscription that counts: a running one, else the last.';

create function public.admin_members(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, username text, full_name text, email text, avatar_url text, is_public boolean, created_at timestamptz,
    last_sign_in_at timestamptz, role text, subscription_status text, subscription_type text, expires_at timestamptz,
    total bigint)
  language plpgsql stable security definer
  set search_path = ''
  set jit = off
  as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  wanted text := 'true';
  ordering text := case sort
    when 'oldest' then 'd.created_at, d.id desc'
    when 'email' then 'd.email collate "C", d.id'
    when 'email_desc' then 'd.email collate "C" desc, d.id desc'
    else 'd.created_at desc, d.id'
  end;
  in_all bigint;
begin
  perform private.require_role('admin');
  wanted := wanted || case filter
    when 'subscribed' then
      ' and exists (select from public.subscriptions s where s.user_id = d.id and s.status = ''active'' and s.expires_at > now())'
    when 'staff' then ' and d.id in (select a.user_id from public.admin_users a)'
    when 'suspended' then ' and d.id in (select x.id from private.suspended_members() x (id))'
    else ''
  end;
  if private.trimmed(search) <> '' then
    -- Screens show the first eight characters of a number: whoever types them means it.
    wanted := wanted || case when private.trimmed(search) ~ '^[0-9a-f]{8}(-[0-9a-f-]*)?$'
      then ' and (d.words like $1 or d.id::text like btrim($1, ''%'') || ''%'')' else ' and d.words like $1' end;
  end if;
  if wanted = 'true' then
    select t.rows into in_all from private.tallies t where t.name = 'profiles';
  else
    execute format('select count(*) from (select from private.member_directory d where %s limit $2) c', wanted)
      into in_all using private.search_pattern(search), private.counted_max();
  end if;
  return query execute format(
    'select p.id, p.username, p.full_name, l.email, p.avatar_url, p.is_public, p.created_at, u.last_sign_in_at, a.role,
      s.status, s.subscription_type, s.expires_at, $2::bigint
    from (
      select d.id, d.email, row_number() over () as n
      from (select d.id, d.email from private.member_directory d where %s order by %s offset $3 limit $4) d
    ) l
    join private.profiles p on p.id = l.id
    join auth.users u on u.id = l.id
    left join public.admin_users a on a.user_id = l.id
    left join lateral private.subscription_of(l.id) s on true
    order by l.n', wanted, ordering)
    using private.search_pattern(search), coalesce(in_all, 0), skipped, size;
end $$;
comment on function public.admin_members is
  'One page of members for admins, found by name, username, address or number. filter: subscribed, staff, suspended; sort: newest, oldest, email, email_desc.';
grant execute on function public.admin_members(text, text, text, integer, integer) to authenticated;

create function private.suspended_members() returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$ select s.user_id from private.suspensions s where s.until is null or s.until > now() $$;

create function public.admin_member(person uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return (
    select jsonb_build_object(
      'profile', to_jsonb(p),
      'email', u.email,
      'email_confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at,
      'providers', coalesce(u.raw_app_meta_data -> 'providers', '[]'),
      'second_factor', exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
      'role', (select a.role from public.admin_users a where a.user_id = p.id),
      'suspension', (
        select jsonb_build_object('reason', x.reason, 'until', x.until, 'created_at', x.created_at)
        from private.suspensions x where x.user_id = p.id and (x.until is null or x.until > now())),
      'subscriptions', (
        select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at desc), '[]')
        from public.subscriptions s where s.user_id = p.id),
      'purchases', (
        select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at desc), '[]')
        from public.user_purchases b where b.user_id = p.id),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', d.id, 'created_at', d.created_at, 'user_agent', coalesce(d.user_agent, ''),
            'last_active_at', greatest(d.created_at, d.updated_at, d.refreshed_at at time zone 'utc'))
          order by d.updated_at desc), '[]')
        from auth.sessions d where d.user_id = p.id and (d.not_after is null or d.not_after > now())),
      'topics', (select count(*) from public.forum_topics t where t.user_id = p.id),
      'posts', (select count(*) from public.forum_posts t where t.user_id = p.id),
      'reviews', (select count(*) from public.reviews r where r.user_id = p.id),
      'acts', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]')
        from (
          select * from public.audit_log l where l.subject = 'members' and l.subject_id = left(p.id::text, 8)
          order by l.id desc limit 50
        ) l))
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = admin_member.person);
end $$;
comment on function public.admin_member is 'Everything an admin needs to help one member; null when there is no such member.';
grant execute on function public.admin_member(uuid) to authenticated;

-- What admins do to an account ---------------------------------------------------------------------------------

create function private.require_reason(reason text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if coalesce(private.trimmed(reason), '') = '' then
    raise exception using errcode = '23514', message = 'Please give a reason', hint = 'reason_needed';
  end if;
end $$;

create function public.grant_subscription(person uuid, plan text, until timestamptz, reason text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made uuid;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  if until is null or until <= now() or until > now() + interval '10 years' then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  if not exists (select from private.profiles p where p.id = person) then
    raise exception using errcode = 'P0002', message = 'User not found', hint = 'member_not_found';
  end if;
  insert into public.subscriptions (user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, provider_reference)
    values (person, 'active', plan, until, true, 'granted', gen_random_uuid()::text)
    returning id into made;
  perform private.record_act('grant_subscription', 'members', left(person::text, 8), null, reason,
    jsonb_build_object('subscription_type', jsonb_build_array(null, plan), 'expires_at', jsonb_build_array(null, until)));
  return made;
end $$;
comment on function public.grant_subscription is 'A gift of the house: a subscription that nobody pays for and that does not renew.';
grant execute on function public.grant_subscription(uuid, text, timestamptz, text) to authenticated;

create function public.end_subscription(subscription uuid, reason text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.subscriptions;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  select * into was from public.subscriptions s where s.id = subscription for update;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'Subscription not found', hint = 'subscription_not_found';
  end if;
  if was.provider is distinct from 'granted' and was.status in ('active', 'past_due') and not was.cancel_at_period_end then
    -- It would be charged again: the provider has to be told first.
    raise exception using errcode = 'PT409', message = 'This subscription renews at the payment provider. Cancel it there first.',
      hint = 'subscription_renews';
  end if;
  if was.order_id is null then
    update public.subscriptions s set status = 'canceled', expires_at = least(s.expires_at, now()) where s.id = was.id;
  else
    -- What was paid is worked out anew from all that is known: so that it stays ended, that must be known too.
    insert into private.subscription_notes as n (order_id, provider_reference, status, ended_at, as_of)
      values (was.order_id, was.provider_reference, 'canceled', now(), now())
      on conflict (order_id) do update set status = 'canceled', ended_at = least(n.ended_at, now()), as_of = now();
    perform private.settle(was.order_id);
  end if;
  perform private.record_act('end_subscription', 'members', left(was.user_id::text, 8), null, reason,
    jsonb_build_object('status', jsonb_build_array(was.status, 'canceled'), 'expires_at', jsonb_build_array(was.expires_at, now())));
end $$;
comment on function public.end_subscription is 'Ends a subscription now. One that the provider would still charge is refused.';
grant execute on function public.end_subscription(uuid, text) to authenticated;

create function public.sign_out_member(person uuid, reason text) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  ended integer;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  delete from auth.sessions s where s.user_id = person;
  get diagnostics ended = row_count;
  perform private.record_act('sign_out', 'members', left(person::text, 8), null, reason, jsonb_build_object('devices', jsonb_build_array(ended, 0)));
  return ended;
end $$;
comment on function public.sign_out_member is 'Signs a member out everywhere, at once.';
grant execute on function public.sign_out_member(uuid, text) to authenticated;

-- Deleting is the function delete-account's: it asks can_delete_account() as the admin, which writes the line.
create function private.record_deletion() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.audit_log (actor_id, act, subject, subject_id)
    values (nullif(auth.uid(), old.id), 'delete', 'members', left(old.id::text, 8));
  return null;
end $$;
create trigger record_deletion after delete on private.profiles
  for each row execute function private.record_deletion();

-- Subscriptions, for the table of all of them.
create function public.admin_subscriptions(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, user_id uuid, username text, email text, status text, subscription_type text, expires_at timestamptz,
    cancel_at_period_end boolean, provider text, created_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  set jit = off
  as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  wanted text := 'true';
  ordering text := case sort
    when 'oldest' then 's.created_at, s.id desc'
    when 'expires' then 's.expires_at, s.id'
    when 'expires_desc' then 's.expires_at desc, s.id desc'
    else 's.created_at desc, s.id'
  end;
  in_all bigint;
begin
  perform private.require_role('accountant');
  if filter in ('active', 'canceled', 'past_due', 'expired') then
    wanted := wanted || format(' and s.status = %L', filter);
  elsif filter in (select p.id from public.plans p) then
    wanted := wanted || format(' and s.subscription_type = %L', filter);
  end if;
  if private.trimmed(search) <> '' then
    wanted := wanted || ' and s.user_id in (select d.id from private.member_directory d where d.words like $1)';
  end if;
  if wanted = 'true' then
    select t.rows into in_all from private.tallies t where t.name = 'subscriptions';
  else
    execute format('select count(*) from (select from public.subscriptions s where %s limit $2) c', wanted)
      into in_all using private.search_pattern(search), private.counted_max();
  end if;
  return query execute format(
    'select l.id, l.user_id, p.username, d.email, l.status, l.subscription_type, l.expires_at, l.cancel_at_period_end,
      l.provider, l.created_at, $2::bigint
    from (
      select s.*, row_number() over () as n
      from (select s.* from public.subscriptions s where %s order by %s offset $3 limit $4) s
    ) l
    left join private.profiles p on p.id = l.user_id
    left join private.member_directory d on d.id = l.user_id
    order by l.n', wanted, ordering)
    using private.search_pattern(search), coalesce(in_all, 0), skipped, size;
end $$;
comment on function public.admin_subscriptions is
  'One page of subscriptions for admins and accountants. filter: a status or a plan; sort: newest, oldest, expires, expires_desc.';
grant execute on function public.admin_subscriptions(text, text, text, integer, integer) to authenticated;
create index subscriptions_by_expiry on public.subscriptions (expires_at, id);
create index subscriptions_by_status on public.subscriptions (status, created_at desc, id);
