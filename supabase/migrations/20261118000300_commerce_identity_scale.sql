-- Payments, accounts and row counts at a cost that does not grow with the tables.

-- Payment checks: only orders from which an event is expected have a time to be checked ---------------------------

create view private.expected_payment_events as
  select o.id as order_id,
    case when o.user_id is null then 'nobody' when o.status = 'pending' then 'pending' else 'renewal' end as why,
    case when o.status = 'pending' or o.user_id is null and s.status in ('active', 'past_due') then now() else s.expires_at end as due_at
  from public.orders o left join public.subscriptions s on s.order_id = o.id
  where o.provider_reference is not null and (
    o.status = 'pending'
    or (s.status in ('active', 'past_due', 'expired') and s.expires_at > now() - interval '30 days')
    or (o.user_id is null and s.status in ('active', 'past_due')));
comment on view private.expected_payment_events is
  'Orders from which the provider will still send an event, and from when on it is late: open ones, subscriptions that renew, and those of deleted members.';

alter table private.checkouts alter column next_check_at drop not null;
comment on column private.checkouts.next_check_at is 'Null when no event is expected. Maintained by schedule_payment_check().';
drop index private.checkouts_next_check_at_idx;
create index checkouts_due on private.checkouts (next_check_at) where next_check_at is not null;
update private.checkouts c set next_check_at = (
  select greatest(c.next_check_at, e.due_at) from private.expected_payment_events e where e.order_id = c.order_id);

drop index public.orders_created_at_idx;
create index orders_without_checkout on public.orders (created_at, id) where status = 'pending' and provider_reference is null;
create index subscriptions_to_expire on public.subscriptions (expires_at, id) where status = 'active' and order_id is not null;

create function private.schedule_payment_check() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.checkouts c
    set next_check_at = (select e.due_at from private.expected_payment_events e where e.order_id = c.order_id)
    where c.order_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $$;
comment on function private.schedule_payment_check is 'Every event, also a late one, decides again whether and when the provider is queried. The argument names the column with the order.';
create trigger schedule_payment_check after update of status, user_id on public.orders
  for each row when ((old.status, old.user_id) is distinct from (new.status, new.user_id))
  execute function private.schedule_payment_check('id');
create trigger schedule_payment_check after insert or update of status, expires_at on public.subscriptions
  for each row when (new.order_id is not null) execute function private.schedule_payment_check('order_id');

create or replace function public.save_checkout(
  order_id uuid, provider text, reference text, url text, expires_at timestamptz
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.orders o set provider = save_checkout.provider, provider_reference = save_checkout.reference
    where o.id = save_checkout.order_id
      and (o.provider, o.provider_reference) is distinct from (save_checkout.provider, save_checkout.reference);
  insert into private.checkouts as c (order_id, url, expires_at)
    values (save_checkout.order_id, save_checkout.url, save_checkout.expires_at)
    on conflict on constraint checkouts_pkey do update set url = excluded.url, expires_at = excluded.expires_at,
      next_check_at = coalesce(c.next_check_at, excluded.next_check_at);
end $$;

create or replace function public.claim_payment_checks(how_many integer)
  returns table (order_id uuid, why text, provider text, session text, subscription text)
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Orders that never got a checkout.
  perform private.recompute_order(o.id, 'expired') from (
    select o.id from public.orders o
    where o.status = 'pending' and o.provider_reference is null and o.created_at < now() - interval '1 day'
    order by o.created_at, o.id limit how_many * 50) o;
  perform private.recompute_order(s.order_id) from (
    select s.order_id from public.subscriptions s
    where s.status = 'active' and s.expires_at <= now() and s.order_id is not null
    order by s.expires_at, s.id limit how_many * 50) s;
  -- What became due without a reason is put right.
  update private.checkouts c set next_check_at = e.due_at
    from (
      select x.order_id from private.checkouts x where x.next_check_at <= now()
      order by x.next_check_at limit how_many * 50
      for update skip locked
    ) d left join private.expected_payment_events e on e.order_id = d.order_id
    where c.order_id = d.order_id and (e.order_id is null or e.due_at > now());
  return query
    update private.checkouts c
    set checks = c.checks + 1, checked_at = now(),
      next_check_at = now() + least(interval '1 minute' * power(2, least(c.checks, 10)), interval '1 hour')
    from (
      select x.order_id from private.checkouts x where x.next_check_at <= now()
      order by x.next_check_at limit how_many
      for update skip locked
    ) d
    join private.expected_payment_events e on e.order_id = d.order_id and e.due_at <= now()
    join public.orders o on o.id = d.order_id
    left join private.subscription_states n on n.order_id = d.order_id
    where c.order_id = d.order_id
    returning c.order_id, e.why, o.provider, o.provider_reference, n.provider_reference;
end $$;
drop function private.list_due_checks();

-- Row counts: every writer adds to a row that nobody else has locked ----------------------------------------------

alter table private.row_counts rename to row_count_shards;
alter table private.row_count_shards rename constraint row_counts_pkey to row_count_shards_pkey;
alter table private.row_count_shards drop constraint row_count_shards_pkey;
alter table private.row_count_shards
  add column shard integer generated always as identity,
  add constraint row_count_shards_pkey primary key (name, shard);
alter table private.row_count_shards set (fillfactor = 50);
comment on table private.row_count_shards is
  'Parts of the counts of row_counts. There are as many for a table as there were writers at once: none waits for another.';

create view private.row_counts as
  select s.name, sum(s.rows)::bigint as rows from private.row_count_shards s group by s.name;
comment on view private.row_counts is 'How many rows the large tables have, so that no page has to count them.';

create or replace function private.update_row_count() returns trigger
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
  if change = 0 then
    return null;
  end if;
  update private.row_count_shards s set rows = s.rows + change
    where s.name = tg_table_name and s.shard = (
      select f.shard from private.row_count_shards f where f.name = tg_table_name limit 1 for update skip locked);
  if not found then
    insert into private.row_count_shards (name, rows) values (tg_table_name, change);
  end if;
  return null;
end $$;

create function private.recount_rows() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  counted record;
begin
  for counted in
    select distinct t.tgrelid::regclass as relation, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.update_row_count'::regproc
  loop
    delete from private.row_count_shards s where s.name = counted.relname;
    execute format('insert into private.row_count_shards (name, rows) select %L, count(*) from %s', counted.relname, counted.relation);
  end loop;
end $$;
comment on function private.recount_rows is 'Counts everything again, for operators who loaded rows without triggers.';

drop trigger count_audit_entry on public.audit_log;
drop function private.count_audit_entry();
create trigger count_rows_added after insert on public.audit_log
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on public.audit_log
  referencing old table as old_rows for each statement execute function private.update_row_count();

-- Sign-ups: PostgreSQL plans a function in SQL again in each transaction, one in plpgsql once per connection --------

create or replace function private.trim_text(value text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
end $$;

create or replace function private.is_client() returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
begin
  return current_setting('role') in ('anon', 'authenticated') or session_user in ('anon', 'authenticated');
end $$;

create or replace function private.is_staff(person uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return exists (select from public.admin_users a where a.user_id = person);
end $$;

create or replace function private.is_reserved_name(value text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return private.name_skeleton(regexp_replace(value, '^[0-9 ._-]+|[0-9 ._-]+$', '', 'g'))
    ~ ('^(' || (select string_agg(r.skeleton, '|') from private.reserved_names r) || ')+$');
end $$;

create or replace function private.is_staff_lookalike(person uuid, value text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  skeleton text := private.name_skeleton(value);
begin
  return skeleton <> '' and exists (
    select from public.admin_users a join private.profiles p on p.id = a.user_id
    where p.id is distinct from person and private.name_skeleton(p.username) = skeleton);
end $$;

create or replace function private.is_own_avatar(address text) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return address is null or (
    address ~ '^/storage/v1/object/public/profile-images/([A-Za-z0-9._~!$&''()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$'
    -- Browsers resolve these to another path.
    and address !~* '/(\.|%2e){1,2}(/|$)'
    and char_length(address) <= 500);
end $$;

create or replace function private.strip_host(address text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return nullif(btrim(regexp_replace(address, '^https?://[^/]+(/storage/v1/object/public/)', '\1')), '');
end $$;

-- Reviews: one change per film and statement, in the order of films -----------------------------------------------

drop trigger count_review on public.reviews;
drop function private.count_review();
create function private.count_reviews() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  films uuid[] := '{}';
  counts integer[] := '{}';
  ratings integer[] := '{}';
begin
  if tg_op <> 'DELETE' then
    select coalesce(array_agg(r.movie_id), '{}'), coalesce(array_agg(1), '{}'), coalesce(array_agg(r.rating::integer), '{}')
      into films, counts, ratings from new_rows r;
  end if;
  if tg_op <> 'INSERT' then
    select films || coalesce(array_agg(r.movie_id), '{}'), counts || coalesce(array_agg(-1), '{}'),
        ratings || coalesce(array_agg(-r.rating::integer), '{}')
      into films, counts, ratings from old_rows r;
  end if;
  -- Two accounts that are deleted at once have often rated the same films.
  perform from public.movies m where m.id = any (films) order by m.id for no key update;
  update public.movies m set review_count = m.review_count + c.reviews, review_total = m.review_total + c.total
    from (
      select x.film, sum(x.one)::integer as reviews, sum(x.rating)::integer as total
      from unnest(films, counts, ratings) x (film, one, rating) group by x.film
    ) c
    where m.id = c.film and (c.reviews, c.total) <> (0, 0);
  return null;
end $$;
create trigger count_added after insert on public.reviews
  referencing new table as new_rows for each statement execute function private.count_reviews();
create trigger count_changed after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_reviews();
create trigger count_removed after delete on public.reviews
  referencing old table as old_rows for each statement execute function private.count_reviews();

-- One person's rows are found by an index (those of auth and storage: platform/src/schemas/0019) ------------------

create index contact_messages_email_idx on public.contact_messages (lower(email));
create index rate_limits_who_idx on private.rate_limits (who);

create or replace function private.list_member_files(person uuid)
  returns table (bucket_id text, name text, created_at timestamptz, size bigint, address text)
  language sql stable security definer
  set search_path = ''
  as $$
  select o.bucket_id, o.name, o.created_at, (o.metadata ->> 'size')::bigint,
    case when b.public then '/storage/v1/object/public/' || o.bucket_id || '/' || o.name end
  from storage.objects o join storage.buckets b on b.id = o.bucket_id
  where o.id in (
    select x.id from storage.objects x where x.bucket_id = 'profile-images' and x.owner_id = person::text
    union
    -- Their folder: 0 follows the slash.
    select x.id from storage.objects x where x.bucket_id = 'profile-images'
      and x.name collate "C" >= person::text || '/' and x.name collate "C" < person::text || '0')
$$;

-- Download my data, page by page ----------------------------------------------------------------------------------

drop function public.download_my_data();
drop function private.export_rows(uuid, private.personal_data);

create function private.list_export_sources()
  returns table (n bigint, section text, name text, query text, keys text[], key_types text[], hidden_columns text[])
  language sql stable security definer
  set search_path = ''
  as $$
  select row_number() over (order by x.section, x.name, x.query), x.*
  from (
    select 'tables' as section, p.relation as name,
      format('select * from %s where %I = $1::text::%s', p.relation::regclass, p.person_column,
        (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
          where a.attrelid = p.relation::regclass and a.attname = p.person_column)) as query,
      k.keys, k.types, p.hidden_columns
    from private.personal_data p, lateral (
      select array_agg(quote_ident(a.attname) order by c.position) as keys,
        array_agg(format_type(a.atttypid, a.atttypmod) order by c.position) as types
      from pg_index i, unnest(i.indkey::smallint[]) with ordinality c (number, position), pg_attribute a
      where i.indrelid = p.relation::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = c.number) k
    union all values
      ('tables', 'public.ledger',
        'select l.* from public.ledger l join public.orders o on o.id = l.order_id where o.user_id = $1',
        '{id}'::text[], '{bigint}'::text[], '{}'::text[]),
      ('messages_from_my_address', null,
        'select m.* from public.contact_messages m join auth.users u on u.id = $1 and lower(m.email) = lower(u.email)
          where m.user_id is distinct from $1 and u.email_confirmed_at is not null',
        '{created_at,id}', '{timestamptz,uuid}', '{}'),
      ('account_events', null,
        $q$select e.payload ->> 'action' as action, e.created_at, e.ip_address, e.id from auth.audit_log_entries e
          where e.payload ->> 'actor_id' = $1::text or e.payload -> 'traits' ->> 'user_id' = $1::text$q$,
        '{created_at,id}', '{timestamptz,uuid}', '{id}'),
      ('files', null, 'select * from private.list_member_files($1)', '{created_at,bucket_id,name}', '{timestamptz,text,text}', '{}')
  ) x
$$;
comment on function private.list_export_sources is 'Where data about a person is, with a key that orders it. $1 is the person.';

create function public.download_my_data(after jsonb default null) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  rows_left integer := 2000;
  source record;
  found jsonb;
  last_key jsonb;
  next_page jsonb;
  result jsonb := jsonb_build_object('exported_at', now(), 'user_id', person, 'tables', '{}'::jsonb);
begin
  if not private.check_rate_limit(case when after is null then 'download_my_data' else 'download_my_data_page' end, person::text,
    case when after is null then 20 else 5000 end, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  for source in
    select * from private.list_export_sources() s where after is null or s.n >= (after ->> 'source')::bigint order by s.n
  loop
    last_key := case when source.n = (after ->> 'source')::bigint then after -> 'key' end;
    execute format(
      'select coalesce(jsonb_agg(x.row order by x.n), ''[]''), (array_agg(x.key order by x.n desc))[1] from (
        select to_jsonb(t) - $2 as row, jsonb_build_array(%1$s) as key, row_number() over () as n
        from (select t.* from (%2$s) t where $3 is null or (%1$s) > (%3$s) order by %1$s limit $4) t) x',
      (select string_agg('t.' || k, ', ') from unnest(source.keys) k), source.query,
      (select string_agg(format('($3 ->> %s)::%s', k.n - 1, k.type), ', ') from unnest(source.key_types) with ordinality k (type, n)))
      into found, last_key using person, source.hidden_columns, last_key, rows_left;
    result := case when source.name is null then jsonb_set(result, array[source.section], found)
      else jsonb_set(result, array['tables', source.name], coalesce(result #> array['tables', source.name], '[]') || found) end;
    rows_left := rows_left - jsonb_array_length(found);
    if rows_left <= 0 then
      next_page := jsonb_build_object('source', source.n, 'key', last_key);
      exit;
    end if;
  end loop;
  return result || jsonb_build_object('next', next_page);
end $$;
comment on function public.download_my_data is
  'Data about the caller as JSON, without secrets. At most 2,000 rows; next is null, or what to pass as after to read on.';
grant execute on function public.download_my_data to authenticated;

-- Deleting an account: at once, or, of somebody with many rows, closed at once and emptied in the background --------

create function private.find_account_events(person uuid) returns setof auth.audit_log_entries
  language sql stable security definer
  set search_path = ''
  as $$
  select e.* from auth.audit_log_entries e
  where (e.payload ->> 'actor_id' = person::text or e.payload -> 'traits' ->> 'user_id' = person::text)
    and (e.ip_address <> '' or e.payload::jsonb ? 'actor_name'
      or e.payload::jsonb -> 'traits' ?| array['user_email', 'user_phone', 'user_name']
      or (e.payload ->> 'actor_id' = person::text and e.payload ->> 'actor_username' <> ''))
$$;
comment on function private.find_account_events is 'Events of an account with an address or names.';

create function private.anonymize_account_events(person uuid, at_most integer) returns bigint
  language sql security definer
  set search_path = ''
  as $$
  with changed as (
    update auth.audit_log_entries e set
        ip_address = '',
        payload = (e.payload::jsonb - 'actor_name'
          || jsonb_build_object(
            'actor_username', case e.payload ->> 'actor_id' when person::text then '' else e.payload ->> 'actor_username' end,
            'traits', coalesce(e.payload::jsonb -> 'traits', '{}') - array['user_email', 'user_phone', 'user_name']))::json
      where e.id in (select f.id from private.find_account_events(person) f limit at_most)
      returning 1
  )
  select count(*) from changed
$$;
comment on function private.anonymize_account_events is 'The events stay in the log without address and names.';

create function private.disown_files(person uuid, at_most integer) returns bigint
  language sql security definer
  set search_path = ''
  as $$
  with changed as (
    update storage.objects o set owner = null, owner_id = null
      where o.id in (
        select x.id from storage.objects x
        where (x.owner_id = person::text or x.owner = person) and x.bucket_id <> 'profile-images' limit at_most)
      returning 1
  )
  select count(*) from changed
$$;
comment on function private.disown_files is 'Catalogue files stay, without their uploader.';

create or replace function private.erase_account_data() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from public.contact_messages m
    where old.email_confirmed_at is not null and lower(m.email) = lower(old.email);
  perform private.anonymize_account_events(old.id, null);
  delete from auth.flow_state f where f.user_id = old.id;
  -- Catalogue files stay, without their uploader.
  update storage.objects o set owner = null, owner_id = null where o.owner_id = old.id::text or o.owner = old.id;
  return old;
end $$;

create function private.list_many_row_places() returns table (relation regclass, person_column text, type text, stays boolean)
  language sql stable security definer
  set search_path = ''
  as $$
  select p.relation::regclass, p.person_column, format_type(a.atttypid, a.atttypmod), p.after_deletion = 'anonymous'
  from private.personal_data p
    join pg_attribute a on a.attrelid = p.relation::regclass and a.attname = p.person_column
  where p.relation not like 'auth.%' and not exists (
    select from pg_index i
    where i.indrelid = p.relation::regclass and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum)
  order by p.relation, p.person_column
$$;
comment on function private.list_many_row_places is 'Tables of which one person can have many rows. stays: without the person.';

create function private.is_large_account(person uuid, more_than integer) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  place record;
  rows_left bigint := more_than + 1;
  found bigint;
begin
  for place in select * from private.list_many_row_places() loop
    execute format('select count(*) from (select from %s where %I = $1::text::%s limit $2) x',
      place.relation, place.person_column, place.type) into found using person, rows_left;
    rows_left := rows_left - found;
    exit when rows_left <= 0;
  end loop;
  if rows_left > 0 then
    rows_left := rows_left - (select count(*) from (select from private.find_account_events(person) limit rows_left) x);
  end if;
  if rows_left > 0 then
    rows_left := rows_left - (select count(*) from (select from storage.objects o where o.owner_id = person::text limit rows_left) x);
  end if;
  return rows_left <= 0;
end $$;

create function private.erase_account_rows(person uuid, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  place record;
  rows_left bigint := at_most;
  found bigint;
begin
  -- The forum's rows have an order in which they are locked.
  if private.detach_forum_posts(person, at_most) then
    return true;
  end if;
  for place in select * from private.list_many_row_places() loop
    execute format(
      case when place.stays then 'update %1$s set %2$I = null' else 'delete from %1$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$I = $1::text::%3$s limit $2))',
      place.relation, place.person_column, place.type) using person, rows_left;
    get diagnostics found = row_count;
    rows_left := rows_left - found;
    if rows_left <= 0 then
      return true;
    end if;
  end loop;
  rows_left := rows_left - private.anonymize_account_events(person, rows_left::integer);
  if rows_left > 0 then
    rows_left := rows_left - private.disown_files(person, rows_left::integer);
  end if;
  return rows_left <= 0;
end $$;
comment on function private.erase_account_rows is 'One batch of what a deleted account leaves. True: there is more. Afterwards the account itself is deleted.';

create function private.close_account(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  place private.personal_data;
begin
  delete from public.admin_users a where a.user_id = person;
  delete from public.contact_messages m using auth.users u
    where u.id = person and u.email_confirmed_at is not null and lower(m.email) = lower(u.email);
  -- Sessions, identities, factors, passkeys.
  for place in select * from private.personal_data p where p.relation like 'auth.%' and p.relation <> 'auth.users' loop
    execute format('delete from %s where %I = $1', place.relation::regclass, place.person_column) using person;
  end loop;
  delete from auth.flow_state f where f.user_id = person;
  update auth.users u
    set email = null, phone = null, encrypted_password = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}',
      email_change = '', phone_change = '', banned_until = now() + interval '100 years'
    where u.id = person;
  update private.profiles p
    set username = 'x-' || substr(md5(gen_random_uuid()::text), 1, 12), first_name = null, last_name = null, bio = null,
      location = null, website = null, occupation = null, phone = null, date_of_birth = null, interests = '{}',
      avatar_url = null, is_public = false
    where p.id = person;
end $$;
comment on function private.close_account is 'Nobody can sign in to it any more, its tokens end, its address is free again, and nothing shows its owner.';

create function public.close_large_account(person uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_large_account(person, 5000) then
    return false;
  end if;
  perform private.close_account(person);
  perform private.enqueue_job('delete_account', jsonb_build_object('person', person), key => person::text);
  return true;
end $$;
comment on function public.close_large_account is
  'For the service key: closes an account with more rows than one request can delete, and lets the job delete_account delete it. False: delete it now.';

create function public.erase_account_rows(person uuid) returns boolean
  language sql security definer
  set search_path = ''
  as $$ select private.erase_account_rows(person, 1000) $$;
comment on function public.erase_account_rows is 'For the service key: one batch of a closed account. True: there is more.';

-- The member's page of admins -------------------------------------------------------------------------------------

create or replace function public.admin_member(person uuid) returns jsonb
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
        from (select * from public.subscriptions s where s.user_id = p.id order by s.expires_at desc limit 100) s),
      'purchases', (
        select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at desc), '[]')
        from (select * from public.user_purchases b where b.user_id = p.id order by b.created_at desc limit 1000) b),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', d.id, 'created_at', d.created_at, 'user_agent', coalesce(d.user_agent, ''),
            'last_active_at', greatest(d.created_at, d.updated_at, d.refreshed_at at time zone 'utc'))
          order by d.updated_at desc), '[]')
        from (
          select * from auth.sessions d where d.user_id = p.id and (d.not_after is null or d.not_after > now())
          order by d.created_at desc limit 100
        ) d),
      'topics', (select count(*) from (select from public.forum_topics t where t.user_id = p.id limit 10000) t),
      'posts', (select count(*) from (select from public.forum_posts t where t.user_id = p.id limit 10000) t),
      'reviews', (select count(*) from (select from public.reviews r where r.user_id = p.id limit 10000) r),
      'acts', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]')
        from (
          select * from public.audit_log l where l.subject = 'members' and l.subject_id = left(p.id::text, 8)
          order by l.id desc limit 50
        ) l))
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = admin_member.person);
end $$;
comment on function public.admin_member is
  'All data about one member that admins see, of lists the newest and of counts at most 10,000; null when there is no such member.';

-- Words of new members are added to the admins' search in batches; a search reads at most the last 256 kB besides.
alter index private.member_directory_words set (fastupdate = on, gin_pending_list_limit = 256);
alter index private.member_directory_subscribed_words set (fastupdate = on, gin_pending_list_limit = 256);
