-- Searching the studio's tables at a hundred thousand rows: what is filtered stands beside the words, every filter has
-- an index of its own words, and the way to the page is chosen by looking, not by guessing.

-- One page of what is called so ----------------------------------------------------------------------------------
--
-- The newest of the rows that match are found in two ways: reading in order until there are enough, which is quick when
-- many rows match, or gathering all that match by their words and sorting them, which is quick when few do. Each has
-- its function, in which PostgreSQL cannot choose the other.

create function private.read_in_order(statement text, pattern text, needed bigint, looks bigint) returns text[]
  language plpgsql stable
  set search_path = ''
  set jit = off
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_sort = off
  as $$
declare
  found text[];
begin
  execute statement into found using pattern, needed, looks;
  return found;
end $$;

create function private.read_by_words(statement text, pattern text, needed bigint, letters text) returns text[]
  language plpgsql stable
  set search_path = ''
  set jit = off
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$
declare
  found text[];
begin
  execute statement into found using pattern, needed, letters;
  return found;
end $$;

create function private.selective_trigrams(pattern text, sample text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
declare
  chosen text := '%';
  five text;
  n integer := 1;
begin
  while n < char_length(pattern) - 3 and char_length(chosen) < 13 loop
    five := substr(pattern, n, 5);
    if five ~ '^[[:alnum:]]{5}$' and strpos(sample, left(five, 3)) = 0 and strpos(sample, substr(five, 2, 3)) = 0
      and strpos(sample, right(five, 3)) = 0 then
      chosen := chosen || five || '%';
      n := n + 5;
    else
      n := n + 1;
    end if;
  end loop;
  return case when chosen = '%' then pattern else chosen end;
end $$;
comment on function private.selective_trigrams is
  'A wider pattern that a trigram index answers sooner: at most twice five letters no three of which are in the sample. Where every address ends in gmail.com, its letters are long lists that lead nowhere.';

-- Three pages ahead are enough to choose from. Twin: COUNTED_AHEAD in contract/src/admin.ts.
create or replace function private.counted_ahead() returns integer language sql immutable parallel safe as $$ select 75 $$;

drop function private.page_of(text, text, text, text, text, boolean, text, integer, integer);
create function private.page_of(
    source text, wanted text, pattern text, forwards text, backwards text, reversed boolean, tally text,
    page integer, page_size integer, searched boolean default false)
  returns table (id text, n bigint, total bigint)
  language plpgsql stable security definer rows 25
  set search_path = ''
  set jit = off
  as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  needed bigint := skipped + greatest(private.counted_ahead(), size + 1);
  ordering text := case when reversed then backwards else forwards end;
  in_all bigint := coalesce((select c.rows from private.tallies c where c.name = tally), 0);
  here integer := size;
  from_end boolean := false;
  gathering text := 'select array(select x.id::text from (select t.id from %s where %s order by %s limit $2) x)';
  reading text := format(
    'select array(select t.id::text from (select t.* from %s order by %s limit $3) t where %s and t.words like $1 limit $2)',
    source, ordering, wanted);
  looks constant numeric := 250;
  share numeric;
  letters text := pattern;
  found text[];
begin
  if not searched and wanted = 'true' then
    if skipped > in_all / 2 then
      from_end := true;
      here := greatest(least(size, in_all - skipped), 0);
    end if;
    return query execute format(
      'select x.id::text, case when $1 then -x.n else x.n end, $2
      from (select y.id, row_number() over () as n from (select t.id from %s order by %s offset $3 limit $4) y) x',
      source, case when coalesce(reversed, false) <> from_end then backwards else forwards end)
      using from_end, in_all, case when from_end then greatest(in_all - skipped - here, 0) else skipped end, here;
    return;
  end if;

  if not searched then
    execute format(gathering, source, wanted, ordering) into found using pattern, needed;
  elsif in_all <= 8 * looks or pattern !~ '[[:alnum:]]' then
    found := private.read_in_order(reading, pattern, needed, null);
  else
    found := private.read_in_order(reading, pattern, needed, looks::bigint);
    share := cardinality(found) / looks;
    -- If as many match further on, reading takes needed / share looks, and gathering share * in_all, each about four
    -- times as dear. If fewer do, reading stops in time.
    if cardinality(found) < needed and 4 * share ^ 2 * in_all > needed then
      found := private.read_in_order(reading, pattern, needed, (3 * needed / share)::bigint);
    end if;
    if cardinality(found) < needed then
      if char_length(pattern) > 9 then
        letters := private.selective_trigrams(pattern, array_to_string(private.read_in_order(
          format('select array(select t.words from %s order by %s limit $3)', source, ordering), pattern, needed, 30), ''));
      end if;
      -- As a function, the pattern itself is no question to the index.
      found := private.read_by_words(
        format(gathering, source, concat_ws(' and ', wanted, 't.words like $3',
          case when letters <> pattern then 'pg_catalog.textlike(t.words, $1)' end), ordering),
        pattern, needed, letters);
    end if;
  end if;
  return query
    select f.id, f.n, cardinality(found)::bigint
    from unnest(found[skipped + 1 : skipped + size]) with ordinality f (id, n);
end $$;
comment on function private.page_of is
  'One page of a table of the studio, called t in source: the ids in order of n, and how many rows there are, or at least are when something is wanted. Its texts are ours, never the caller''s. What was typed is the pattern, $1; when searched is true, t.words are like it: they have trigram indexes, and all of source an index in each order.';

-- Titles -------------------------------------------------------------------------------------------------------

create view private.listable_titles as
  select 'movies' as kind, m.id, ' ' || private.fold(m.title) as words, m.created_at, m.title, m.published, m.is_free,
    m.is_purchasable, m.is_rentable, m.has_video
  from public.movies m
  union all
  select 'series', s.id, ' ' || private.fold(s.title), s.created_at, s.title, s.published, s.is_free,
    s.is_purchasable, s.is_rentable, s.episode_count > 0
  from public.series s;
comment on view private.listable_titles is 'What title_directory has of films and series.';

truncate private.title_directory;
drop index private.title_directory_newest, private.title_directory_movies, private.title_directory_series;
alter table private.title_directory
  add column title text collate "und-x-icu" not null,
  add column published boolean not null,
  add column is_free boolean not null,
  add column is_purchasable boolean not null,
  add column is_rentable boolean not null,
  add column has_video boolean not null;
comment on table private.title_directory is
  'What editors find titles by, drafts too, and everything they filter them by. A series has video when it has episodes. Kept by triggers.';
insert into private.title_directory select * from private.listable_titles;
create index title_directory_newest on private.title_directory (kind, created_at desc, id)
  include (words, published, is_free, is_purchasable, is_rentable, has_video);
create index title_directory_by_title on private.title_directory (kind, title, id)
  include (words, published, is_free, is_purchasable, is_rentable, has_video);

create or replace function private.list_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    delete from private.title_directory d where d.kind = tg_table_name and d.id = old.id;
  else
    insert into private.title_directory as d
      select * from private.listable_titles t where t.kind = tg_table_name and t.id = new.id
      on conflict (kind, id) do update
        set (words, created_at, title, published, is_free, is_purchasable, is_rentable, has_video)
          = row (excluded.words, excluded.created_at, excluded.title, excluded.published, excluded.is_free,
            excluded.is_purchasable, excluded.is_rentable, excluded.has_video)
        where d is distinct from excluded;
  end if;
  return null;
end $$;

do $$
declare
  kind text;
  filtered record;
begin
  foreach kind in array array['movies', 'series'] loop
    execute format('drop trigger list_title on public.%I', kind);
    execute format(
      'create trigger list_title after insert or delete
        or update of title, created_at, published, is_free, is_purchasable, is_rentable, %s on public.%I
        for each row execute function private.list_title()',
      case kind when 'movies' then 'has_video' else 'episode_count' end, kind);
    -- Most titles are published: that filter needs no words of its own.
    for filtered in
      select * from (values ('words', 'true'), ('draft', 'not published'), ('free', 'is_free'), ('for_sale', 'is_purchasable'),
        ('for_rent', 'is_rentable'), ('no_video', 'not has_video')) f (name, fact)
    loop
      -- No pending list: it would be read through by every search.
      execute format(
        'create index title_directory_%s_%s on private.title_directory using gin (words extensions.gin_trgm_ops)
          with (fastupdate = off) where kind = %L and %s', kind, filtered.name, kind, filtered.fact);
    end loop;
  end loop;
end $$;

create or replace function private.titles_page(
    of_table text, search text, filter text, sort text, page integer, page_size integer)
  returns table (id text, n bigint, total bigint)
  language plpgsql stable security definer rows 25
  set search_path = ''
  as $$
declare
  by_title boolean := coalesce(sort in ('title', 'title_desc'), false);
  searched boolean := coalesce(private.trimmed(search) <> '', false);
  wanted text := case filter
    when 'published' then 't.published'
    when 'draft' then 'not t.published'
    when 'free' then 't.is_free'
    when 'for_sale' then 't.is_purchasable'
    when 'for_rent' then 't.is_rentable'
    when 'no_video' then case when searched or of_table = 'movies' then 'not t.has_video' else 't.episode_count = 0' end
    else 'true'
  end;
begin
  return query select * from private.page_of(
    format(case when searched then '(select * from private.title_directory where kind = %L) t' else 'public.%I t' end, of_table),
    wanted, private.words_pattern(search),
    case when by_title then 't.title, t.id' else 't.created_at desc, t.id' end,
    case when by_title then 't.title desc, t.id desc' else 't.created_at, t.id desc' end,
    sort in ('title_desc', 'oldest'), of_table, page, page_size, searched);
end $$;

-- Members ------------------------------------------------------------------------------------------------------

alter index private.member_directory_words set (fastupdate = off);
select gin_clean_pending_list('private.member_directory_words');
alter table private.member_directory add column subscribed_until timestamptz;
comment on column private.member_directory.subscribed_until is 'When the last of their active subscriptions expires or has expired.';
update private.member_directory d set subscribed_until = s.until
  from (
    select x.user_id, max(x.expires_at) as until from public.subscriptions x where x.status = 'active' group by x.user_id
  ) s
  where d.id = s.user_id;
create index member_directory_subscribed on private.member_directory (created_at desc, id)
  where subscribed_until is not null;
create index member_directory_subscribed_words on private.member_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where subscribed_until is not null;

create or replace function public.admin_members(
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
  wanted text := case filter
    when 'subscribed' then 't.subscribed_until > now()'
    when 'staff' then 't.id in (select a.user_id from public.admin_users a)'
    when 'suspended' then 't.id in (select x.id from private.suspended_members() x (id))'
    else 'true'
  end;
  typed text := coalesce(private.trimmed(search), '');
  searched boolean := typed <> '';
begin
  perform private.require_role('admin');
  if typed ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$' then
    -- Screens show the first eight characters of a number: whoever types them means it.
    wanted := wanted || format(' and (t.words like $1 or t.id between %L and %L)',
      typed || substr('00000000-0000-0000-0000-000000000000', char_length(typed) + 1),
      typed || substr('ffffffff-ffff-ffff-ffff-ffffffffffff', char_length(typed) + 1));
    searched := false;
  elsif searched and filter in ('staff', 'suspended') then
    -- They are few: their words need no index.
    wanted := wanted || ' and t.words like $1';
    searched := false;
  end if;
  return query
    select p.id, p.username, p.full_name, d.email, p.avatar_url, p.is_public, p.created_at, u.last_sign_in_at, a.role,
      s.status, s.subscription_type, s.expires_at, l.total
    from private.page_of('private.member_directory t', wanted, private.words_pattern(search),
        case when sort in ('email', 'email_desc') then 't.email collate "C", t.id' else 't.created_at desc, t.id' end,
        case when sort in ('email', 'email_desc') then 't.email collate "C" desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('email_desc', 'oldest'), 'profiles', page, page_size, searched) l
      join private.member_directory d on d.id = l.id::uuid
      join private.profiles p on p.id = d.id
      join auth.users u on u.id = d.id
      left join public.admin_users a on a.user_id = d.id
      left join lateral private.subscription_of(d.id) s on true
    order by l.n;
end $$;

-- Subscriptions ------------------------------------------------------------------------------------------------

create view private.listable_subscriptions as
  select s.id, s.user_id, d.words, s.status, s.subscription_type, s.expires_at, s.created_at
  from public.subscriptions s join private.member_directory d on d.id = s.user_id;
comment on view private.listable_subscriptions is 'What subscription_directory has of subscriptions.';

create table private.subscription_directory (
  id uuid primary key references public.subscriptions (id) on delete cascade,
  user_id uuid not null references private.member_directory (id) on delete cascade,
  words text not null,
  status text not null,
  subscription_type text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
comment on table private.subscription_directory is
  'What accountants find subscriptions by: the words of their members, and what they filter and sort them by. Kept by triggers.';
insert into private.subscription_directory select * from private.listable_subscriptions;
create index on private.subscription_directory (user_id);
create index subscription_directory_newest on private.subscription_directory (created_at desc, id);
create index subscription_directory_expiry on private.subscription_directory (expires_at, id);
create index subscription_directory_words on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off);
do $$
declare
  status text;
begin
  foreach status in array array['active', 'canceled', 'past_due', 'expired'] loop
    execute format(
      'create index subscription_directory_%s on private.subscription_directory using gin (words extensions.gin_trgm_ops)
        with (fastupdate = off) where status = %L', status, status);
  end loop;
end $$;
alter table private.subscription_directory enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns) values
  ('private.subscription_directory', 'user_id', array['words']);

create function private.list_subscription() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  people uuid[] := array[case when tg_op <> 'INSERT' then old.user_id end, case when tg_op <> 'DELETE' then new.user_id end];
begin
  update private.member_directory d set subscribed_until = s.until
    from (
      select p.id, (select max(x.expires_at) from public.subscriptions x where x.user_id = p.id and x.status = 'active') as until
      from unnest(people) p (id)
    ) s
    where d.id = s.id and d.subscribed_until is distinct from s.until;
  if tg_op <> 'DELETE' and new.user_id is null then
    delete from private.subscription_directory d where d.id = new.id;
  elsif tg_op <> 'DELETE' then
    insert into private.subscription_directory as d select * from private.listable_subscriptions s where s.id = new.id
      on conflict (id) do update set (user_id, words, status, subscription_type, expires_at, created_at)
        = row (excluded.user_id, excluded.words, excluded.status, excluded.subscription_type, excluded.expires_at,
          excluded.created_at)
        where d is distinct from excluded;
  end if;
  return null;
end $$;
create trigger list_subscription
  after insert or delete or update of user_id, status, subscription_type, expires_at, created_at on public.subscriptions
  for each row execute function private.list_subscription();

create function private.rename_subscriber() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.subscription_directory d set words = new.words where d.user_id = new.id;
  return null;
end $$;
create trigger rename_subscriber after update of words on private.member_directory
  for each row when (old.words <> new.words) execute function private.rename_subscriber();

create or replace function public.admin_subscriptions(
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
  searched boolean := coalesce(private.trimmed(search) <> '', false);
  wanted text := 'true';
begin
  perform private.require_role('accountant');
  if filter in ('active', 'canceled', 'past_due', 'expired') then
    wanted := format('t.status = %L', filter);
  elsif filter in (select p.id from public.plans p) then
    wanted := format('t.subscription_type = %L', filter);
  end if;
  return query
    select s.id, s.user_id, p.username, d.email, s.status, s.subscription_type, s.expires_at, s.cancel_at_period_end,
      s.provider, s.created_at, l.total
    from private.page_of(case when searched then 'private.subscription_directory t' else 'public.subscriptions t' end,
        wanted, private.words_pattern(search),
        case when sort in ('expires', 'expires_desc') then 't.expires_at, t.id' else 't.created_at desc, t.id' end,
        case when sort in ('expires', 'expires_desc') then 't.expires_at desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('expires_desc', 'oldest'), 'subscriptions', page, page_size, searched) l
      join public.subscriptions s on s.id = l.id::uuid
      left join private.profiles p on p.id = s.user_id
      left join private.member_directory d on d.id = s.user_id
    order by l.n;
end $$;

-- Messages -----------------------------------------------------------------------------------------------------

alter index public.contact_messages_words set (fastupdate = off);
select gin_clean_pending_list('public.contact_messages_words');
create index contact_messages_open_words on public.contact_messages using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where handled_at is null;

create or replace function public.admin_messages(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, name text, email text, subject text, message text, handled_at timestamptz, created_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select m.id, m.name, m.email, m.subject, m.message, m.handled_at, m.created_at, l.total
    from private.page_of('public.contact_messages t',
        case filter when 'open' then 't.handled_at is null' when 'handled' then 't.handled_at is not null' else 'true' end,
        private.words_pattern(search), 't.created_at desc, t.id', 't.created_at, t.id desc', sort = 'oldest',
        'contact_messages', page, page_size, coalesce(private.trimmed(search) <> '', false)) l
      join public.contact_messages m on m.id = l.id::uuid
    order by l.n;
end $$;

-- The audit log ------------------------------------------------------------------------------------------------

create or replace function private.actors_called(pattern text) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
  with recursive actors (id) as (
    (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
    union all
    select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
    from actors a where a.id is not null
  )
  -- As a function, the pattern is no question to the index of all members: those who did something are few.
  select array(
    select d.id from actors a join private.member_directory d on d.id = a.id where pg_catalog.textlike(d.words, pattern))
$$;
