-- The studio's tables at a hundred thousand rows: words are folded once, when they are written; the last page is read
-- from the end; searches and filters count a few pages ahead, not to the end.

drop function private.counted_max();
-- So many rows beyond the ones before this page. Twin: COUNTED_AHEAD in contract/src/admin.ts.
create function private.counted_ahead() returns integer language sql immutable parallel safe as $$ select 100 $$;

-- What somebody typed, as a pattern for folded words with a blank before them. One or two letters are the beginning of
-- a word: in the middle of one, no index could find them. Twin: SEARCH_MAX in contract/src/catalogue.ts.
create function private.words_pattern(typed text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select case when char_length(w.words) < 3 then '% ' else '%' end || regexp_replace(w.words, '([\\%_])', '\\\1', 'g') || '%'
  from (select private.fold(private.trimmed(left(typed, 100)))) w (words)
$$;

create function private.page_of(
    source text, wanted text, pattern text, forwards text, backwards text, reversed boolean, tally text,
    page integer, page_size integer)
  returns table (id text, n bigint, total bigint)
  language plpgsql stable security definer rows 25
  set search_path = ''
  set jit = off
  as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  here integer := size;
  from_end boolean := false;
  in_all bigint;
  found text[];
begin
  if wanted <> 'true' then
    execute format('select array(select t.id::text from %s where %s order by %s limit $2)', source, wanted,
        case when reversed then backwards else forwards end)
      into found using pattern, skipped + private.counted_ahead();
    return query
      select f.id, f.n, cardinality(found)::bigint
      from unnest(found[skipped + 1 : skipped + size]) with ordinality f (id, n);
    return;
  end if;
  select c.rows into in_all from private.tallies c where c.name = tally;
  in_all := coalesce(in_all, 0);
  if skipped > in_all / 2 then
    from_end := true;
    here := greatest(least(size, in_all - skipped), 0);
  end if;
  return query execute format(
    'select x.id::text, case when $1 then -x.n else x.n end, $2
    from (select y.id, row_number() over () as n from (select t.id from %s order by %s offset $3 limit $4) y) x',
    source, case when coalesce(reversed, false) <> from_end then backwards else forwards end)
    using from_end, in_all, case when from_end then greatest(in_all - skipped - here, 0) else skipped end, here;
end $$;
comment on function private.page_of is
  'One page of a table of the studio, called t in source: the ids in order of n, and how many rows there are, or at least are when something is wanted. Its texts are ours, never the caller''s; what was typed is the pattern, $1.';

-- Titles -------------------------------------------------------------------------------------------------------

create table private.title_directory (
  kind text not null check (kind in ('movies', 'series')),
  id uuid not null,
  words text not null,
  created_at timestamptz not null,
  primary key (kind, id)
);
comment on table private.title_directory is 'What editors find titles by, drafts too. Kept by triggers.';
create index title_directory_newest on private.title_directory (kind, created_at desc, id);
create index title_directory_movies on private.title_directory using gin (words extensions.gin_trgm_ops) where kind = 'movies';
create index title_directory_series on private.title_directory using gin (words extensions.gin_trgm_ops) where kind = 'series';
alter table private.title_directory enable row level security;

create function private.list_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    delete from private.title_directory d where d.kind = tg_table_name and d.id = old.id;
  else
    insert into private.title_directory (kind, id, words, created_at)
      values (tg_table_name, new.id, ' ' || private.fold(new.title), new.created_at)
      on conflict (kind, id) do update set words = excluded.words, created_at = excluded.created_at;
  end if;
  return null;
end $$;
do $$
declare
  kind text;
begin
  foreach kind in array array['movies', 'series'] loop
    execute format(
      'create trigger list_title after insert or delete or update of title, created_at on public.%I
        for each row execute function private.list_title()', kind);
    execute format(
      'insert into private.title_directory (kind, id, words, created_at)
        select %1$L, t.id, '' '' || private.fold(t.title), t.created_at from public.%1$I t', kind);
    execute format('create index %1$s_free on public.%1$I (created_at desc, id) where is_free', kind);
    execute format('create index %1$s_for_sale on public.%1$I (created_at desc, id) where is_purchasable', kind);
    execute format('create index %1$s_for_rent on public.%1$I (created_at desc, id) where is_rentable', kind);
  end loop;
end $$;
create index movies_without_video on public.movies (created_at desc, id) where not has_video;
create index series_without_episodes on public.series (created_at desc, id) where episode_count = 0;

create function private.titles_page(
    of_table text, search text, filter text, sort text, page integer, page_size integer)
  returns table (id text, n bigint, total bigint)
  language plpgsql stable security definer rows 25
  set search_path = ''
  as $$
declare
  by_title boolean := coalesce(sort in ('title', 'title_desc'), false);
  searched boolean := private.trimmed(search) <> '';
  wanted text := case filter
    when 'published' then 't.published'
    when 'draft' then 'not t.published'
    when 'free' then 't.is_free'
    when 'for_sale' then 't.is_purchasable'
    when 'for_rent' then 't.is_rentable'
    when 'no_video' then case of_table when 'movies' then 'not t.has_video' else 't.episode_count = 0' end
    else 'true'
  end;
  source text := format('public.%I t', of_table);
begin
  if searched and wanted = 'true' and not by_title then
    source := 'private.title_directory t';
    wanted := format('t.kind = %L and t.words like $1', of_table);
  elsif searched then
    source := format('private.title_directory d join public.%I t on t.id = d.id', of_table);
    wanted := format('%s and d.kind = %L and d.words like $1', wanted, of_table);
  end if;
  return query select * from private.page_of(source, wanted, private.words_pattern(search),
    case when by_title then 't.title, t.id' else 't.created_at desc, t.id' end,
    case when by_title then 't.title desc, t.id desc' else 't.created_at, t.id desc' end,
    sort in ('title_desc', 'oldest'), of_table, page, page_size);
end $$;

create or replace function public.admin_movies(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, title text, thumbnail_url text, purchase_price numeric, rental_price numeric, published boolean,
    is_free boolean, is_purchasable boolean, is_rentable boolean, video_url text, has_video boolean, publish_at timestamptz,
    unpublish_at timestamptz, created_at timestamptz, updated_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  return query
    select m.id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price, m.published, m.is_free, m.is_purchasable,
      m.is_rentable, m.video_url, m.has_video, m.publish_at, m.unpublish_at, m.created_at, m.updated_at, p.total
    from private.titles_page('movies', search, filter, sort, page, page_size) p join public.movies m on m.id = p.id::uuid
    order by p.n;
end $$;

create or replace function public.admin_series(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, title text, thumbnail_url text, creator text, release_date date, published boolean, is_free boolean,
    is_purchasable boolean, is_rentable boolean, season_count integer, episode_count integer, publish_at timestamptz,
    unpublish_at timestamptz, created_at timestamptz, updated_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  return query
    select s.id, s.title, s.thumbnail_url, s.creator, s.release_date, s.published, s.is_free, s.is_purchasable,
      s.is_rentable, s.season_count, s.episode_count, s.publish_at, s.unpublish_at, s.created_at, s.updated_at, p.total
    from private.titles_page('series', search, filter, sort, page, page_size) p join public.series s on s.id = p.id::uuid
    order by p.n;
end $$;

drop function private.admin_titles_page(text, text, text, text, integer, integer);

-- Members and subscriptions ------------------------------------------------------------------------------------

create or replace function private.list_member() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.member_directory as d (id, email, words, created_at)
    select p.id, lower(u.email), ' ' || private.fold(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = new.id
    on conflict (id) do update set email = excluded.email, words = excluded.words
      where (d.email, d.words) is distinct from (excluded.email, excluded.words);
  return null;
end $$;
update private.member_directory d set words = ' ' || d.words;
create index subscriptions_newest on public.subscriptions (created_at desc, id);

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
    when 'subscribed' then
      'exists (select from public.subscriptions s where s.user_id = t.id and s.status = ''active'' and s.expires_at > now())'
    when 'staff' then 't.id in (select a.user_id from public.admin_users a)'
    when 'suspended' then 't.id in (select x.id from private.suspended_members() x (id))'
    else 'true'
  end;
begin
  perform private.require_role('admin');
  if private.trimmed(search) <> '' then
    -- Screens show the first eight characters of a number: whoever types them means it.
    wanted := wanted || case when private.trimmed(search) ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
      then format(' and (t.words like $1 or t.id between %L and %L)',
        private.trimmed(search) || substr('00000000-0000-0000-0000-000000000000', char_length(private.trimmed(search)) + 1),
        private.trimmed(search) || substr('ffffffff-ffff-ffff-ffff-ffffffffffff', char_length(private.trimmed(search)) + 1))
      else ' and t.words like $1' end;
  end if;
  return query
    select p.id, p.username, p.full_name, d.email, p.avatar_url, p.is_public, p.created_at, u.last_sign_in_at, a.role,
      s.status, s.subscription_type, s.expires_at, l.total
    from private.page_of('private.member_directory t', wanted, private.words_pattern(search),
        case when sort in ('email', 'email_desc') then 't.email collate "C", t.id' else 't.created_at desc, t.id' end,
        case when sort in ('email', 'email_desc') then 't.email collate "C" desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('email_desc', 'oldest'), 'profiles', page, page_size) l
      join private.member_directory d on d.id = l.id::uuid
      join private.profiles p on p.id = d.id
      join auth.users u on u.id = d.id
      left join public.admin_users a on a.user_id = d.id
      left join lateral private.subscription_of(d.id) s on true
    order by l.n;
end $$;

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
  few constant integer := 200;
  called uuid[];
  wanted text := 'true';
begin
  perform private.require_role('accountant');
  if filter in ('active', 'canceled', 'past_due', 'expired') then
    wanted := wanted || format(' and t.status = %L', filter);
  elsif filter in (select p.id from public.plans p) then
    wanted := wanted || format(' and t.subscription_type = %L', filter);
  end if;
  if private.trimmed(search) <> '' then
    called := array(
      select d.id from private.member_directory d where d.words like private.words_pattern(search) limit few + 1);
    -- Few people: their subscriptions. Many: the newest subscriptions, until enough of theirs are found.
    wanted := wanted || case when cardinality(called) > few
      then ' and exists (select from private.member_directory d where d.id = t.user_id and d.words || '''' like $1)'
      else format(' and t.user_id = any (%L)', called) end;
  end if;
  return query
    select s.id, s.user_id, p.username, d.email, s.status, s.subscription_type, s.expires_at, s.cancel_at_period_end,
      s.provider, s.created_at, l.total
    from private.page_of('public.subscriptions t', wanted, private.words_pattern(search),
        case when sort in ('expires', 'expires_desc') then 't.expires_at, t.id' else 't.created_at desc, t.id' end,
        case when sort in ('expires', 'expires_desc') then 't.expires_at desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('expires_desc', 'oldest'), 'subscriptions', page, page_size) l
      join public.subscriptions s on s.id = l.id::uuid
      left join private.profiles p on p.id = s.user_id
      left join private.member_directory d on d.id = s.user_id
    order by l.n;
end $$;

drop function private.search_pattern(text);

-- Messages -----------------------------------------------------------------------------------------------------

alter table public.contact_messages
  add column words text generated always as (' ' || private.fold(name || ' ' || email || ' ' || subject)) stored;
comment on column public.contact_messages.words is 'What admins find it by.';
update private.personal_data d set hidden_columns = d.hidden_columns || '{words}'::text[]
  where d.relation = 'public.contact_messages';
create index contact_messages_words on public.contact_messages using gin (words extensions.gin_trgm_ops);
create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_open on public.contact_messages (created_at desc, id) where handled_at is null;

create function public.admin_messages(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, name text, email text, subject text, message text, handled_at timestamptz, created_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  wanted text := case filter when 'open' then 't.handled_at is null' when 'handled' then 't.handled_at is not null' else 'true' end;
begin
  perform private.require_role('admin');
  if private.trimmed(search) <> '' then
    wanted := wanted || ' and t.words like $1';
  end if;
  return query
    select m.id, m.name, m.email, m.subject, m.message, m.handled_at, m.created_at, l.total
    from private.page_of('public.contact_messages t', wanted, private.words_pattern(search), 't.created_at desc, t.id',
        't.created_at, t.id desc', sort = 'oldest', 'contact_messages', page, page_size) l
      join public.contact_messages m on m.id = l.id::uuid
    order by l.n;
end $$;
comment on function public.admin_messages is
  'One page of what people wrote to the house, for admins, found by name, address or subject. filter: open, handled; sort: newest, oldest.';
grant execute on function public.admin_messages(text, text, text, integer, integer) to authenticated;

-- The audit log ------------------------------------------------------------------------------------------------

create index on public.audit_log (subject, id desc);
insert into private.tallies (name, rows) select 'audit_log', count(*) from public.audit_log
  on conflict (name) do update set rows = excluded.rows;

create function private.tally_line() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.tallies t set rows = t.rows + 1 where t.name = 'audit_log';
  return null;
end $$;
-- At the very end: nearly every act writes a line, and none shall wait for another while it holds something else.
create constraint trigger tally_line after insert on public.audit_log
  deferrable initially deferred for each row execute function private.tally_line();

-- Those who ever did something are few: from one to the next through the index, not through all they did.
create function private.actors_called(pattern text) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
  with recursive actors (id) as (
    (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
    union all
    select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
    from actors a where a.id is not null
  )
  select array(select d.id from actors a join private.member_directory d on d.id = a.id where d.words like pattern)
$$;

create function public.admin_audit_log(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id bigint, at timestamptz, actor_id uuid, actor text, act text, subject text, subject_id text, label text, reason text,
    change jsonb, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  wanted text := case when filter is null then 'true' else format('t.subject = %L', filter) end;
begin
  perform private.require_role('admin');
  if private.trimmed(search) <> '' then
    wanted := wanted || format(' and t.actor_id = any (%L)', private.actors_called(private.words_pattern(search)));
  end if;
  return query
    select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change, l.total
    from private.page_of('public.audit_log t', wanted, private.words_pattern(search), 't.id desc', 't.id', sort = 'oldest',
        'audit_log', page, page_size) l
      join public.audit_log a on a.id = l.id::bigint
      left join private.profiles p on p.id = a.actor_id
    order by l.n;
end $$;
comment on function public.admin_audit_log is
  'One page of the audit log for admins, found by who did it. filter: what it was done to; sort: newest, oldest. Somebody deleted is no longer named.';
grant execute on function public.admin_audit_log(text, text, text, integer, integer) to authenticated;

-- Media jobs ---------------------------------------------------------------------------------------------------

create index media_jobs_newest on public.media_jobs (created_at desc, id);
