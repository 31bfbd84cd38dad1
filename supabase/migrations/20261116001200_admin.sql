-- Admin: contact messages, and the tables, member pages and statistics that staff work with.

-- Contact messages --------------------------------------------------------------------------------------------

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid default auth.uid() references private.profiles (id) on delete cascade,
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  words text generated always as (' ' || private.fold_text(name || ' ' || email || ' ' || subject)) stored,
  -- Keep equal to the limits in contract/src/community/inputs.ts.
  constraint name_length check (char_length(private.trim_text(name)) between 2 and 120),
  constraint email_looks_right check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  constraint subject_length check (char_length(private.trim_text(subject)) between 5 and 200),
  -- They become email headers.
  constraint one_line check (name !~ '[[:cntrl:]]' and subject !~ '[[:cntrl:]]'),
  constraint message_length check (char_length(private.trim_text(message)) between 10 and 5000)
);
comment on table public.contact_messages is 'Messages from the contact page. Emailed to support, listed for admins.';
comment on column public.contact_messages.words is 'Folded text for the search of admins.';
create index on public.contact_messages (created_at desc);
create index on public.contact_messages (user_id);
create index contact_messages_words on public.contact_messages using gin (words extensions.gin_trgm_ops) with (fastupdate = off);
create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_open on public.contact_messages (created_at desc, id) where handled_at is null;
create index contact_messages_open_words on public.contact_messages using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where handled_at is null;
alter table public.contact_messages enable row level security;
grant insert (name, email, subject, message) on public.contact_messages to anon, authenticated;
grant select, delete, update (handled_at) on public.contact_messages to authenticated;
create policy "everybody can send a contact message" on public.contact_messages
  for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));
create policy "admins read contact messages" on public.contact_messages
  for select to authenticated using ((select private.has_role('admin')));
create policy "admins mark contact messages as handled" on public.contact_messages
  for update to authenticated
  using ((select private.has_role('admin'))) with check ((select private.has_role('admin')));
create policy "admins delete contact messages" on public.contact_messages
  for delete to authenticated using ((select private.has_role('admin')));
create trigger audit_row_change after insert or update or delete on public.contact_messages
  for each row execute function private.audit_row_change();
create trigger count_rows_added after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on public.contact_messages
  referencing old table as old_rows for each statement execute function private.update_row_count();
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('public.contact_messages', 'user_id', array['words']);

create function private.limit_contact_messages() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.is_client()
    and not private.check_rate_limit('contact', private.caller_key(), 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $$;
create trigger limit_contact_messages before insert on public.contact_messages
  for each row execute function private.limit_contact_messages();

create table private.contact_mail (
  message_id uuid primary key references public.contact_messages (id) on delete cascade,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  mailed_at timestamptz
);
comment on table private.contact_mail is 'Which contact messages have been emailed to support, and when to try the others again.';
create index on private.contact_mail (next_try_at) where mailed_at is null;

create function private.queue_contact_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.contact_mail (message_id) values (new.id);
  perform pg_notify('contact_mail', '');
  return null;
end $$;
create trigger queue_contact_mail after insert on public.contact_messages
  for each row execute function private.queue_contact_mail();

-- A claim lasts ten minutes, far longer than a mail server takes, so that no other process sends the message too; after a
-- crash another process claims it then.
create function private.claim_contact_mail() returns table (
  message_id uuid, name text, email text, subject text, message text, user_id uuid, created_at timestamptz, try integer)
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m
  set tries = m.tries + 1, next_try_at = now() + interval '10 minutes'
  from public.contact_messages c
  where c.id = m.message_id and m.message_id = (
    select due.message_id from private.contact_mail due
    where due.mailed_at is null and due.next_try_at <= now()
    order by due.next_try_at limit 1
    for update skip locked)
  returning c.id, c.name, c.email, c.subject, c.message, c.user_id, c.created_at, m.tries
$$;
comment on function private.claim_contact_mail is 'Claims the next message to email; no row when there is none.';

create function private.mark_contact_mail_sent(message_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m set mailed_at = now()
  where m.message_id = mark_contact_mail_sent.message_id and m.mailed_at is null
$$;
comment on function private.mark_contact_mail_sent is 'The mail server accepted it: it is not sent again.';

create function private.retry_contact_mail(message_id uuid, try integer) returns double precision
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m
  set next_try_at = now() + least(interval '5 seconds' * power(2, least(m.tries, 20) - 1), interval '1 hour')
  where m.message_id = retry_contact_mail.message_id and m.tries = retry_contact_mail.try and m.mailed_at is null
  returning extract(epoch from m.next_try_at - now())::double precision
$$;
comment on function private.retry_contact_mail is 'Puts a claimed message back and returns in how many seconds it is due: 5, 10, 20 …, at most an hour.';

-- Pages of tables -------------------------------------------------------------------------------------------
--
-- Built for a hundred thousand rows: search texts are folded when they are written, what is filtered stands beside the
-- search text, every filter has an index, the last page is read from the end, and searches and filters count a few pages
-- ahead, not to the end.
--
-- The newest of the rows that match are found in two ways: reading in order until there are enough, which is quick when
-- many rows match, or collecting all that match by the trigram index and sorting them, which is quick when few do. Each
-- has a function whose settings keep PostgreSQL from choosing the other.

create function private.read_in_order(statement text, pattern text, needed bigint, max_rows bigint) returns text[]
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
  execute statement into found using pattern, needed, max_rows;
  return found;
end $$;

create function private.read_by_words(statement text, pattern text, needed bigint, index_pattern text) returns text[]
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
  execute statement into found using pattern, needed, index_pattern;
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
  'A wider pattern that a trigram index answers sooner: at most two parts of five characters whose trigrams are not in the sample. Where every address ends in gmail.com, the trigrams of that are long lists that select nothing.';

-- Searches and filters count this many rows beyond the page. Keep equal to COUNTED_AHEAD in contract/src/admin/limits.ts.
create function private.counted_ahead() returns integer language sql immutable parallel safe as $$ select 75 $$;

-- A LIKE pattern for folded text that begins with a blank. One or two characters match the beginning of a word only: in
-- the middle of one, no trigram index could find them. Keep equal to SEARCH_MAX in contract/src/catalogue/limits.ts.
create function private.build_search_pattern(typed text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select case when char_length(w.words) < 3 then '% ' else '%' end || regexp_replace(w.words, '([\\%_])', '\\\1', 'g') || '%'
  from (select private.fold_text(private.trim_text(left(typed, 100)))) w (words)
$$;

create function private.read_page(
    source text, wanted text, pattern text, forwards text, backwards text, reversed boolean, counted_table text,
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
  total_rows bigint := coalesce((select c.rows from private.row_counts c where c.name = counted_table), 0);
  wanted_rows integer := size;
  from_end boolean := false;
  gathering text := 'select array(select x.id::text from (select t.id from %s where %s order by %s limit $2) x)';
  reading text := format(
    'select array(select t.id::text from (select t.* from %s order by %s limit $3) t where %s and t.words like $1 limit $2)',
    source, ordering, wanted);
  sample_size constant numeric := 250;
  share numeric;
  index_pattern text := pattern;
  found text[];
begin
  if not searched and wanted = 'true' then
    if skipped > total_rows / 2 then
      from_end := true;
      wanted_rows := greatest(least(size, total_rows - skipped), 0);
    end if;
    return query execute format(
      'select x.id::text, case when $1 then -x.n else x.n end, $2
      from (select y.id, row_number() over () as n from (select t.id from %s order by %s offset $3 limit $4) y) x',
      source, case when coalesce(reversed, false) <> from_end then backwards else forwards end)
      using from_end, total_rows, case when from_end then greatest(total_rows - skipped - wanted_rows, 0) else skipped end, wanted_rows;
    return;
  end if;

  if not searched then
    execute format(gathering, source, wanted, ordering) into found using pattern, needed;
  elsif total_rows <= 8 * sample_size or pattern !~ '[[:alnum:]]' then
    found := private.read_in_order(reading, pattern, needed, null);
  else
    found := private.read_in_order(reading, pattern, needed, sample_size::bigint);
    share := cardinality(found) / sample_size;
    -- If the share stays the same, reading takes needed / share rows, and collecting share * total_rows rows, each about four
    -- times as expensive. If fewer match, reading stops at its limit.
    if cardinality(found) < needed and 4 * share ^ 2 * total_rows > needed then
      found := private.read_in_order(reading, pattern, needed, (3 * needed / share)::bigint);
    end if;
    if cardinality(found) < needed then
      if char_length(pattern) > 9 then
        index_pattern := private.selective_trigrams(pattern, array_to_string(private.read_in_order(
          format('select array(select t.words from %s order by %s limit $3)', source, ordering), pattern, needed, 30), ''));
      end if;
      -- As a function call, the pattern itself is not looked up in the index.
      found := private.read_by_words(
        format(gathering, source, concat_ws(' and ', wanted, 't.words like $3',
          case when index_pattern <> pattern then 'pg_catalog.textlike(t.words, $1)' end), ordering),
        pattern, needed, index_pattern);
    end if;
  end if;
  return query
    select f.id, f.n, cardinality(found)::bigint
    from unnest(found[skipped + 1 : skipped + size]) with ordinality f (id, n);
end $$;
comment on function private.read_page is
  'One page of an admin table, called t in source: the ids in order of n, and the total, which is a lower bound when searched or filtered. source, wanted and the orders are our own SQL, never the caller''s. The search text is the pattern, $1; when searched is true, t.words must match it: words needs a trigram index, and source an index for each order.';

-- Titles ------------------------------------------------------------------------------------------------------

create view private.listable_titles as
  select 'movies' as kind, m.id, ' ' || private.fold_text(m.title) as words, m.created_at, m.title, m.published, m.is_free,
    m.is_purchasable, m.is_rentable, m.has_video
  from public.movies m
  union all
  select 'series', s.id, ' ' || private.fold_text(s.title), s.created_at, s.title, s.published, s.is_free,
    s.is_purchasable, s.is_rentable, s.episode_count > 0
  from public.series s;
comment on view private.listable_titles is 'The rows of title_directory, computed from films and series.';

create table private.title_directory (
  kind text not null check (kind in ('movies', 'series')),
  id uuid not null,
  words text not null,
  created_at timestamptz not null,
  title text collate "und-x-icu" not null,
  published boolean not null,
  is_free boolean not null,
  is_purchasable boolean not null,
  is_rentable boolean not null,
  has_video boolean not null,
  primary key (kind, id)
);
comment on table private.title_directory is
  'Search text and filters of all titles, drafts too, for the tables of editors. A series has video when it has episodes. Maintained by triggers.';
create index title_directory_newest on private.title_directory (kind, created_at desc, id)
  include (words, published, is_free, is_purchasable, is_rentable, has_video);
create index title_directory_by_title on private.title_directory (kind, title, id)
  include (words, published, is_free, is_purchasable, is_rentable, has_video);
-- No pending list (fastupdate): every search would read through it. Most titles are published: that filter has no index.
create index title_directory_movies_words on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies';
create index title_directory_movies_draft on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies' and not published;
create index title_directory_movies_free on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies' and is_free;
create index title_directory_movies_for_sale on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies' and is_purchasable;
create index title_directory_movies_for_rent on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies' and is_rentable;
create index title_directory_movies_no_video on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'movies' and not has_video;
create index title_directory_series_words on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series';
create index title_directory_series_draft on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series' and not published;
create index title_directory_series_free on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series' and is_free;
create index title_directory_series_for_sale on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series' and is_purchasable;
create index title_directory_series_for_rent on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series' and is_rentable;
create index title_directory_series_no_video on private.title_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where kind = 'series' and not has_video;
alter table private.title_directory enable row level security;

create function private.update_title_directory() returns trigger
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
create trigger update_title_directory after insert or delete
  or update of title, created_at, published, is_free, is_purchasable, is_rentable, has_video on public.movies
  for each row execute function private.update_title_directory();
create trigger update_title_directory after insert or delete
  or update of title, created_at, published, is_free, is_purchasable, is_rentable, episode_count on public.series
  for each row execute function private.update_title_directory();

create function private.read_titles_page(
    of_table text, search text, filter text, sort text, page integer, page_size integer)
  returns table (id text, n bigint, total bigint)
  language plpgsql stable security definer rows 25
  set search_path = ''
  as $$
declare
  by_title boolean := coalesce(sort in ('title', 'title_desc'), false);
  searched boolean := coalesce(private.trim_text(search) <> '', false);
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
  return query select * from private.read_page(
    format(case when searched then '(select * from private.title_directory where kind = %L) t' else 'public.%I t' end, of_table),
    wanted, private.build_search_pattern(search),
    case when by_title then 't.title, t.id' else 't.created_at desc, t.id' end,
    case when by_title then 't.title desc, t.id desc' else 't.created_at, t.id desc' end,
    sort in ('title_desc', 'oldest'), of_table, page, page_size, searched);
end $$;

create function public.admin_movies(
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
    from private.read_titles_page('movies', search, filter, sort, page, page_size) p join public.movies m on m.id = p.id::uuid
    order by p.n;
end $$;
comment on function public.admin_movies is
  'One page of all films for editors. filter: published, draft, free, for_sale, for_rent, no_video; sort: newest, oldest, title, title_desc; total counts to 1,000 where something is searched or filtered.';
grant execute on function public.admin_movies(text, text, text, integer, integer) to authenticated;

create function public.admin_series(
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
    from private.read_titles_page('series', search, filter, sort, page, page_size) p join public.series s on s.id = p.id::uuid
    order by p.n;
end $$;
comment on function public.admin_series is 'One page of all series for editors; see admin_movies.';
grant execute on function public.admin_series(text, text, text, integer, integer) to authenticated;

-- Members -----------------------------------------------------------------------------------------------------

create table private.member_directory (
  id uuid primary key references private.profiles (id) on delete cascade,
  email text,
  words text not null,
  created_at timestamptz not null,
  subscribed_until timestamptz
);
comment on table private.member_directory is
  'Search text, email and subscription of members, for the table of admins. A copy of the email, because we cannot add an index to auth.users.';
comment on column private.member_directory.subscribed_until is 'When the last of the member''s active subscriptions expires or expired.';
create index member_directory_words on private.member_directory using gin (words extensions.gin_trgm_ops) with (fastupdate = off);
create index member_directory_newest on private.member_directory (created_at desc, id);
create index member_directory_email on private.member_directory (email collate "C", id);
create index member_directory_subscribed on private.member_directory (created_at desc, id)
  where subscribed_until is not null;
create index member_directory_subscribed_words on private.member_directory using gin (words extensions.gin_trgm_ops)
  with (fastupdate = off) where subscribed_until is not null;
alter table private.member_directory enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.member_directory', 'id', array['words']);

create function private.update_member_directory() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.member_directory as d (id, email, words, created_at)
    select p.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = new.id
    on conflict (id) do update set email = excluded.email, words = excluded.words
      where (d.email, d.words) is distinct from (excluded.email, excluded.words);
  return null;
end $$;
create trigger update_member_directory after insert or update of username, first_name, last_name on private.profiles
  for each row execute function private.update_member_directory();
create trigger update_member_directory after update of email on auth.users
  for each row execute function private.update_member_directory();

create function private.find_subscription(person uuid) returns public.subscriptions
  language sql stable security definer
  set search_path = ''
  as $$
  select s from public.subscriptions s where s.user_id = person
  order by (s.status = 'active' and s.expires_at > now()) desc, s.expires_at desc limit 1
$$;
comment on function private.find_subscription is 'A member''s subscription: the active one, else the last.';

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
  wanted text := case filter
    when 'subscribed' then 't.subscribed_until > now()'
    when 'staff' then 't.id in (select a.user_id from public.admin_users a)'
    when 'suspended' then 't.id in (select x.id from private.list_suspended_members() x (id))'
    else 'true'
  end;
  typed text := coalesce(private.trim_text(search), '');
  searched boolean := typed <> '';
begin
  perform private.require_role('admin');
  if typed ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$' then
    -- Pages show the first eight characters of an id: searching for them finds the member.
    wanted := wanted || format(' and (t.words like $1 or t.id between %L and %L)',
      typed || substr('00000000-0000-0000-0000-000000000000', char_length(typed) + 1),
      typed || substr('ffffffff-ffff-ffff-ffff-ffffffffffff', char_length(typed) + 1));
    searched := false;
  elsif searched and filter in ('staff', 'suspended') then
    -- There are few of them: no index is needed.
    wanted := wanted || ' and t.words like $1';
    searched := false;
  end if;
  return query
    select p.id, p.username, p.full_name, d.email, p.avatar_url, p.is_public, p.created_at, u.last_sign_in_at, a.role,
      s.status, s.subscription_type, s.expires_at, l.total
    from private.read_page('private.member_directory t', wanted, private.build_search_pattern(search),
        case when sort in ('email', 'email_desc') then 't.email collate "C", t.id' else 't.created_at desc, t.id' end,
        case when sort in ('email', 'email_desc') then 't.email collate "C" desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('email_desc', 'oldest'), 'profiles', page, page_size, searched) l
      join private.member_directory d on d.id = l.id::uuid
      join private.profiles p on p.id = d.id
      join auth.users u on u.id = d.id
      left join public.admin_users a on a.user_id = d.id
      left join lateral private.find_subscription(d.id) s on true
    order by l.n;
end $$;
comment on function public.admin_members is
  'One page of members for admins, searched by name, username, email or id. filter: subscribed, staff, suspended; sort: newest, oldest, email, email_desc.';
grant execute on function public.admin_members(text, text, text, integer, integer) to authenticated;

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
comment on function public.admin_member is 'All data about one member that admins see; null when there is no such member.';
grant execute on function public.admin_member(uuid) to authenticated;

-- Actions on an account ---------------------------------------------------------------------------------------

create function private.require_reason(reason text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if coalesce(private.trim_text(reason), '') = '' then
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
  perform private.write_audit_log('grant_subscription', 'members', left(person::text, 8), null, reason,
    jsonb_build_object('subscription_type', jsonb_build_array(null, plan), 'expires_at', jsonb_build_array(null, until)));
  return made;
end $$;
comment on function public.grant_subscription is 'Gives a member a free subscription that does not renew.';
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
    -- The provider would charge it again: it has to be canceled there first.
    raise exception using errcode = 'PT409', message = 'This subscription renews at the payment provider. Cancel it there first.',
      hint = 'subscription_renews';
  end if;
  if was.order_id is null then
    update public.subscriptions s set status = 'canceled', expires_at = least(s.expires_at, now()) where s.id = was.id;
  else
    -- recompute_order() computes the subscription from all events, so that the end must be one of them.
    insert into private.subscription_states as n (order_id, provider_reference, status, ended_at, as_of)
      values (was.order_id, was.provider_reference, 'canceled', now(), now())
      on conflict (order_id) do update set status = 'canceled', ended_at = least(n.ended_at, now()), as_of = now();
    perform private.recompute_order(was.order_id);
  end if;
  perform private.write_audit_log('end_subscription', 'members', left(was.user_id::text, 8), null, reason,
    jsonb_build_object('status', jsonb_build_array(was.status, 'canceled'), 'expires_at', jsonb_build_array(was.expires_at, now())));
end $$;
comment on function public.end_subscription is 'Ends a subscription now. Refused for one that the provider would still charge.';
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
  perform private.write_audit_log('sign_out', 'members', left(person::text, 8), null, reason, jsonb_build_object('devices', jsonb_build_array(ended, 0)));
  return ended;
end $$;
comment on function public.sign_out_member is 'Signs a member out on all devices.';
grant execute on function public.sign_out_member(uuid, text) to authenticated;

-- Subscriptions -----------------------------------------------------------------------------------------------

create view private.listable_subscriptions as
  select s.id, s.user_id, d.words, s.status, s.subscription_type, s.expires_at, s.created_at
  from public.subscriptions s join private.member_directory d on d.id = s.user_id;
comment on view private.listable_subscriptions is 'The rows of subscription_directory, computed from subscriptions.';

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
  'Search text, filters and order of subscriptions, for the table of accountants. Maintained by triggers.';
create index on private.subscription_directory (user_id);
create index subscription_directory_newest on private.subscription_directory (created_at desc, id);
create index subscription_directory_expiry on private.subscription_directory (expires_at, id);
create index subscription_directory_words on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off);
create index subscription_directory_active on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off) where status = 'active';
create index subscription_directory_canceled on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off) where status = 'canceled';
create index subscription_directory_past_due on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off) where status = 'past_due';
create index subscription_directory_expired on private.subscription_directory
  using gin (words extensions.gin_trgm_ops) with (fastupdate = off) where status = 'expired';
alter table private.subscription_directory enable row level security;
insert into private.personal_data (relation, person_column, hidden_columns)
  values ('private.subscription_directory', 'user_id', array['words']);

create function private.update_subscription_directory() returns trigger
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
create trigger update_subscription_directory
  after insert or delete or update of user_id, status, subscription_type, expires_at, created_at on public.subscriptions
  for each row execute function private.update_subscription_directory();

create function private.update_subscriber_words() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.subscription_directory d set words = new.words where d.user_id = new.id;
  return null;
end $$;
create trigger update_subscriber_words after update of words on private.member_directory
  for each row when (old.words <> new.words) execute function private.update_subscriber_words();

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
  searched boolean := coalesce(private.trim_text(search) <> '', false);
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
    from private.read_page(case when searched then 'private.subscription_directory t' else 'public.subscriptions t' end,
        wanted, private.build_search_pattern(search),
        case when sort in ('expires', 'expires_desc') then 't.expires_at, t.id' else 't.created_at desc, t.id' end,
        case when sort in ('expires', 'expires_desc') then 't.expires_at desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('expires_desc', 'oldest'), 'subscriptions', page, page_size, searched) l
      join public.subscriptions s on s.id = l.id::uuid
      left join private.profiles p on p.id = s.user_id
      left join private.member_directory d on d.id = s.user_id
    order by l.n;
end $$;
comment on function public.admin_subscriptions is
  'One page of subscriptions for admins and accountants. filter: a status or a plan; sort: newest, oldest, expires, expires_desc.';
grant execute on function public.admin_subscriptions(text, text, text, integer, integer) to authenticated;

-- Messages and the audit log ----------------------------------------------------------------------------------

create function public.admin_messages(
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
    from private.read_page('public.contact_messages t',
        case filter when 'open' then 't.handled_at is null' when 'handled' then 't.handled_at is not null' else 'true' end,
        private.build_search_pattern(search), 't.created_at desc, t.id', 't.created_at, t.id desc', sort = 'oldest',
        'contact_messages', page, page_size, coalesce(private.trim_text(search) <> '', false)) l
      join public.contact_messages m on m.id = l.id::uuid
    order by l.n;
end $$;
comment on function public.admin_messages is
  'One page of contact messages for admins, searched by name, email or subject. filter: open, handled; sort: newest, oldest.';
grant execute on function public.admin_messages(text, text, text, integer, integer) to authenticated;

-- Few members ever acted: goes from one actor to the next through the index, not through all entries.
create function private.find_actors(pattern text) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
  with recursive actors (id) as (
    (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
    union all
    select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
    from actors a where a.id is not null
  )
  -- As a function call, so that the index of all members is not used: actors are few.
  select array(
    select d.id from actors a join private.member_directory d on d.id = a.id where pg_catalog.textlike(d.words, pattern))
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
  if private.trim_text(search) <> '' then
    wanted := wanted || format(' and t.actor_id = any (%L)', private.find_actors(private.build_search_pattern(search)));
  end if;
  return query
    select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change, l.total
    from private.read_page('public.audit_log t', wanted, private.build_search_pattern(search), 't.id desc', 't.id', sort = 'oldest',
        'audit_log', page, page_size) l
      join public.audit_log a on a.id = l.id::bigint
      left join private.profiles p on p.id = a.actor_id
    order by l.n;
end $$;
comment on function public.admin_audit_log is
  'One page of the audit log for admins, searched by actor. filter: the subject; sort: newest, oldest. Deleted members have no name.';
grant execute on function public.admin_audit_log(text, text, text, integer, integer) to authenticated;

-- Statistics --------------------------------------------------------------------------------------------------

create function public.statistics(first_day date, last_day date) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  set jit = off
  as $$
declare
  begins timestamptz := first_day::timestamptz;
  ends timestamptz := (last_day + 1)::timestamptz;
begin
  perform private.require_role('accountant');
  -- Keep equal to STATISTICS_DAYS_MAX in contract/src/admin/limits.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  return jsonb_build_object(
    'members', (select coalesce(sum(t.rows), 0) from private.row_counts t where t.name = 'profiles'),
    'active_subscribers', (
      select count(distinct s.user_id) from public.subscriptions s where s.status = 'active' and s.expires_at > now()),
    'days', (
      select jsonb_agg(jsonb_build_object(
          'day', d.day,
          'sign_ups', coalesce(u.sign_ups, 0),
          'members_watching', coalesce(w.members, 0),
          'visits_watching', coalesce(w.visits, 0),
          'seconds_watched', coalesce(w.seconds, 0),
          'revenue', coalesce(r.revenue, '{}'),
          'failed_payments', coalesce(f.failed, 0)) order by d.day)
      from (select generate_series(first_day, last_day, interval '1 day')::date) d (day)
      left join (
        select p.created_at::date as day, count(*) as sign_ups from private.profiles p
        where p.created_at >= begins and p.created_at < ends group by 1
      ) u using (day)
      left join (
        select s.day, count(distinct s.user_id) as members, count(*) filter (where s.user_id is null) as visits,
          round(sum(s.seconds_watched)) as seconds
        from public.watch_sessions s where s.day between first_day and last_day and s.seconds_watched > 0 group by 1
      ) w using (day)
      left join (
        select x.day, jsonb_object_agg(x.currency, x.amount) as revenue
        from (
          select l.occurred_at::date as day, l.currency, sum(l.amount_minor) as amount from public.ledger l
          where l.occurred_at >= begins and l.occurred_at < ends group by 1, 2
        ) x group by 1
      ) r using (day)
      left join (
        select o.updated_at::date as day, count(*) as failed from public.orders o
        where o.status = 'failed' and o.updated_at >= begins and o.updated_at < ends group by 1
      ) f using (day)),
    'members_watching', (
      select count(distinct s.user_id) from public.watch_sessions s
      where s.day between first_day and last_day and s.seconds_watched > 0),
    'top_titles', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seconds_watched desc, t.title), '[]')
      from (
        select x.kind, x.id, coalesce(m.title, e.title) as title, x.seconds_watched, x.members, x.visits
        from (
          select case when s.movie_id is null then 'series' else 'movie' end as kind,
            coalesce(s.movie_id, p.series_id) as id, round(sum(s.seconds_watched)) as seconds_watched,
            count(distinct s.user_id) as members, count(*) filter (where s.user_id is null) as visits
          from public.watch_sessions s left join public.episodes p on p.id = s.episode_id
          where s.day between first_day and last_day and s.seconds_watched > 0
            and coalesce(s.movie_id, p.series_id) is not null
          group by 1, 2 order by 3 desc limit 10
        ) x
        left join public.movies m on x.kind = 'movie' and m.id = x.id
        left join public.series e on x.kind = 'series' and e.id = x.id
      ) t));
end $$;
comment on function public.statistics is
  'For admins and accountants: day by day (UTC) sign-ups, watching, revenue per currency (refunds and disputes taken off) and failed payments; and the ten titles watched longest.';
grant execute on function public.statistics(date, date) to authenticated;
