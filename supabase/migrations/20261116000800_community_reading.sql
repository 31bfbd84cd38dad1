-- Reading the forum: pages of topics and replies, the discussion of a title, followed topics, mentions, notifications.

-- Lists -----------------------------------------------------------------------------------------------------
--
-- An offset reads everything it skips. So each list (the whole forum, each category, the replies of each topic) is cut
-- into blocks of some hundred entries by time, and the database stores how many entries each block has: to find page
-- 50,000 one adds up blocks, then skips within one. Boundaries are times, not numbers, so that entries may be deleted,
-- moved or added with any date, and the page is always what `order by created_at` returns.

create table private.forum_lists (
  list uuid primary key,
  entries integer not null default 0
);
comment on table private.forum_lists is 'How many topics each category has; the whole forum is the list with the id of zeros. Its row is locked while topics are counted.';
alter table private.forum_lists enable row level security;

create table private.forum_blocks (
  list uuid not null,
  starts_at timestamptz not null,
  entries integer not null,
  primary key (list, starts_at)
);
comment on table private.forum_blocks is
  'How many entries a list has from starts_at until its next block starts: replies of a topic, unpinned topics of a category or of the whole forum.';
alter table private.forum_blocks enable row level security;

create function private.list_entry_times(list uuid, since timestamptz, before timestamptz) returns setof timestamptz
  language sql stable
  as $$
  select p.created_at from public.forum_posts p
    where p.topic_id = list_entry_times.list and p.created_at >= since and p.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where t.category_id = list_entry_times.list and not t.pinned and t.created_at >= since and t.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where list_entry_times.list = '00000000-0000-0000-0000-000000000000' and not t.pinned and t.created_at >= since and t.created_at < before
$$;
comment on function private.list_entry_times is 'When the entries of a list between two times were created. Ids of topics and categories are never equal (reject_shared_ids).';

-- The caller holds each list's lock until the end: the topic's row for replies, the whole forum's row in forum_lists for
-- topics. Once per statement: a thousand versions of one row in one transaction would be slow to read.
create function private.count_entries(lists uuid[], times timestamptz[], change integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if change > 0 then
    insert into private.forum_blocks (list, starts_at, entries)
      select distinct l, timestamptz '-infinity', 0 from unnest(lists) l on conflict do nothing;
  end if;
  update private.forum_blocks b set entries = b.entries + g.entries * change
    from (
      select e.list, s.starts_at, count(*)::integer as entries
      from unnest(lists, times) e (list, at), lateral (
        select max(x.starts_at) as starts_at from private.forum_blocks x where x.list = e.list and x.starts_at <= e.at) s
      group by 1, 2
    ) g
    where b.list = g.list and b.starts_at = g.starts_at;
end $$;

-- At the end of the transaction, when every entry it has written is counted.
create function private.split_block() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  block private.forum_blocks;
begin
  select * into block from private.forum_blocks b where b.list = new.list and b.starts_at = new.starts_at;
  if block.entries is null or block.entries < 576 then
    return null;
  end if;
  delete from private.forum_blocks b where b.list = block.list and b.starts_at = block.starts_at;
  insert into private.forum_blocks (list, starts_at, entries)
    select block.list, coalesce(m.starts_at, block.starts_at), count(*)
    from (
      -- The last boundary at or before each entry; entries of the same moment share it.
      select max(n.at) filter (where n.place > 0 and n.place % 512 = 0) over (order by n.at) as starts_at
      from (
        select t as at, row_number() over (order by t) - 1 as place
        from private.list_entry_times(block.list, block.starts_at, coalesce(
          (select min(s.starts_at) from private.forum_blocks s where s.list = block.list and s.starts_at > block.starts_at),
          'infinity')) t
      ) n
    ) m
    group by 2;
  return null;
end $$;
create constraint trigger split_block after insert or update on private.forum_blocks
  deferrable initially deferred
  for each row when (new.entries >= 576) execute function private.split_block();

create function private.count_topics(categories uuid[], times timestamptz[], pinned boolean[], change integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  -- A category that was just deleted has no list.
  if change > 0 then
    insert into private.forum_lists (list) select distinct l from unnest(whole || categories) l order by l on conflict do nothing;
  end if;
  -- In this order the whole forum, which is the lock, comes first.
  perform from private.forum_lists l where l.list = any (whole || categories) order by l.list for update;
  update private.forum_lists l set entries = l.entries + g.entries * change
    from (
      select c.list, count(*)::integer as entries
      from unnest(categories || array_fill(whole, array[cardinality(categories)])) c (list) group by 1
    ) g
    where l.list = g.list;
  perform private.count_entries(array_agg(l.list), array_agg(t.at), change)
    from unnest(categories, times, pinned) t (category, at, pinned), unnest(array[whole, t.category]) l (list)
    where not t.pinned having count(*) > 0;
end $$;

create function private.update_topic_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_topics(
      array_agg(r.category_id), array_agg(r.created_at), array_agg(r.pinned), case tg_op when 'INSERT' then 1 else -1 end)
    from rows r having count(*) > 0;
  if tg_op = 'DELETE' then
    delete from private.forum_blocks b using rows r where b.list = r.id;
  end if;
  return null;
end $$;
create trigger update_topic_lists after insert on public.forum_topics
  referencing new table as rows for each statement execute function private.update_topic_lists();
create trigger remove_from_topic_lists after delete on public.forum_topics
  referencing old table as rows for each statement execute function private.update_topic_lists();

create function private.move_in_topic_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_topics(array[old.category_id], array[old.created_at], array[old.pinned], -1);
  perform private.count_topics(array[new.category_id], array[new.created_at], array[new.pinned], 1);
  return null;
end $$;
create trigger move_in_topic_lists after update of category_id, pinned, created_at on public.forum_topics
  for each row when ((old.category_id, old.pinned, old.created_at) is distinct from (new.category_id, new.pinned, new.created_at))
  execute function private.move_in_topic_lists();

create function private.delete_category_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.forum_lists l where l.list = old.id;
  delete from private.forum_blocks b where b.list = old.id;
  return null;
end $$;
create trigger delete_category_lists after delete on public.forum_categories
  for each row execute function private.delete_category_lists();

create function private.update_reply_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_entries(
      array_agg(r.topic_id), array_agg(r.created_at), case tg_op when 'INSERT' then 1 else -1 end)
    from rows r having count(*) > 0;
  return null;
end $$;
create trigger update_reply_lists after insert on public.forum_posts
  referencing new table as rows for each statement execute function private.update_reply_lists();
create trigger remove_from_reply_lists after delete on public.forum_posts
  referencing old table as rows for each statement execute function private.update_reply_lists();

create function private.move_in_reply_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_entries(array[old.topic_id], array[old.created_at], -1);
  perform private.count_entries(array[new.topic_id], array[new.created_at], 1);
  return null;
end $$;
create trigger move_in_reply_lists after update of created_at on public.forum_posts
  for each row when (old.created_at is distinct from new.created_at) execute function private.move_in_reply_lists();

create function private.recount_forum() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  lock table public.forum_topics, public.forum_posts in share row exclusive mode;
  delete from private.forum_lists;
  delete from private.forum_blocks;
  insert into private.forum_lists (list, entries)
    select l.list, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list) group by 1;
  insert into private.forum_blocks (list, starts_at, entries)
    select p.topic_id, '-infinity'::timestamptz, count(*) from public.forum_posts p group by 1
    union all
    select l.list, '-infinity'::timestamptz, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list)
    where not t.pinned group by 1;
end $$;
comment on function private.recount_forum is 'Computes all lists and blocks again, after rows were written without the triggers.';

-- plpgsql caches its plans; a function in sql is planned at every call.
create function private.find_block_from_newest(list uuid, skipped bigint, out before timestamptz, out still bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  select coalesce(b.next_start, 'infinity'), skipped - b.newer into before, still
    from (
      select s.entries, lag(s.starts_at) over newest as next_start, sum(s.entries) over newest - s.entries as newer
      from private.forum_blocks s where s.list = find_block_from_newest.list
      window newest as (order by s.starts_at desc)
    ) b
    where b.newer + b.entries > skipped
    limit 1;
end $$;
comment on function private.find_block_from_newest is 'Where to start reading a list, newest first, and how many entries to skip from there.';

create function private.find_block_from_oldest(list uuid, skipped bigint, out since timestamptz, out still bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  select b.starts_at, skipped - b.older into since, still
    from (
      select s.entries, s.starts_at, sum(s.entries) over (order by s.starts_at) - s.entries as older
      from private.forum_blocks s where s.list = find_block_from_oldest.list
    ) b
    where b.older + b.entries > skipped
    limit 1;
end $$;
comment on function private.find_block_from_oldest is 'As find_block_from_newest, oldest first.';

create function private.list_topic_ids(in_category uuid, skipped bigint, at_most integer) returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  pinned uuid[];
  ids uuid[];
  wanted integer;
  start record;
begin
  pinned := array(
    select t.id from public.forum_topics t
    where t.pinned and (in_category is null or t.category_id = in_category)
    order by t.created_at desc, t.id);
  ids := pinned[least(skipped, 2000000000) + 1 : least(skipped, 2000000000) + at_most];
  wanted := at_most - cardinality(ids);
  if wanted = 0 then
    return ids;
  end if;
  select * into start
    from private.find_block_from_newest(coalesce(in_category, '00000000-0000-0000-0000-000000000000'), greatest(skipped - cardinality(pinned), 0));
  if start.still is null then
    return ids;
  end if;
  if in_category is null then
    return ids || array(
      select t.id from public.forum_topics t
      where not t.pinned and t.created_at < start.before
      order by t.created_at desc, t.id offset start.still limit wanted);
  end if;
  return ids || array(
    select t.id from public.forum_topics t
    where not t.pinned and t.category_id = in_category and t.created_at < start.before
    order by t.created_at desc, t.id offset start.still limit wanted);
end $$;

create function public.forum_count(in_category uuid default null) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000')), 0)
$$;
comment on function public.forum_count is 'How many topics the whole forum or one category has; exact, from stored counts.';
grant execute on function public.forum_count(uuid) to anon, authenticated;

-- The discussion of a title -----------------------------------------------------------------------------------

create table private.title_topics (
  topic_id uuid primary key references public.forum_topics (id) on delete cascade,
  movie_id uuid unique references public.movies (id) on delete cascade,
  series_id uuid unique references public.series (id) on delete cascade,
  constraint one_title check (num_nonnulls(movie_id, series_id) = 1)
);
comment on table private.title_topics is 'Which topic is the discussion of which title. When the title is deleted, the topic stays.';
alter table private.title_topics enable row level security;

create function public.title_topic(media_type text, media_id uuid) returns table (topic_id uuid, reply_count integer)
  language sql stable security definer
  set search_path = ''
  as $$
  select t.id, t.reply_count
  from private.title_topics l join public.forum_topics t on t.id = l.topic_id
  where case title_topic.media_type
    when 'movie' then l.movie_id = title_topic.media_id
    when 'series' then l.series_id = title_topic.media_id end
$$;
comment on function public.title_topic is 'The discussion of a title, if it exists.';
grant execute on function public.title_topic(text, uuid) to anon, authenticated;

-- The topic has no author: the member who opens it first must not be able to delete everybody's discussion.
create function public.title_discussion(media_type text, media_id uuid) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  found_id uuid;
  media record;
begin
  perform private.require_account();
  select t.topic_id into found_id from public.title_topic(title_discussion.media_type, title_discussion.media_id) t;
  if found then
    return found_id;
  end if;
  perform private.require_can_post();
  select m.title, m.description into media from public.movies m
    where title_discussion.media_type = 'movie' and m.id = title_discussion.media_id
      and (m.published or private.has_role('editor'))
  union all
  select s.title, s.description from public.series s
    where title_discussion.media_type = 'series' and s.id = title_discussion.media_id
      and (s.published or private.has_role('editor'));
  if not found then
    perform private.raise_not_found();
  end if;
  -- Of two simultaneous calls the second waits here and then finds the first one's topic.
  perform pg_advisory_xact_lock(hashtextextended('title_discussion ' || title_discussion.media_id, 0));
  select t.topic_id into found_id from public.title_topic(title_discussion.media_type, title_discussion.media_id) t;
  if found then
    return found_id;
  end if;
  insert into public.forum_topics (title, content, user_id, category_id)
    values (
      media.title,
      case when private.is_blank(media.description) then media.title else media.description end,
      null,
      coalesce(
        (select c.id from public.forum_categories c where lower(c.name) = 'films & series'),
        '00000000-0000-4000-8000-000000000001'))
    returning id into found_id;
  insert into private.title_topics (topic_id, movie_id, series_id)
    values (
      found_id,
      case when title_discussion.media_type = 'movie' then title_discussion.media_id end,
      case when title_discussion.media_type = 'series' then title_discussion.media_id end);
  return found_id;
end $$;
comment on function public.title_discussion is 'The discussion of a film (movie) or series, created on first use in the category Films & Series, or in General where there is none.';
grant execute on function public.title_discussion(text, uuid) to authenticated;

-- Pages -----------------------------------------------------------------------------------------------------
--
-- What the forum's pages read, each with one call. Everything here is public; of a private member only username and
-- avatar are shown.

create function public.forum_page(page integer default 1, in_category uuid default null)
  returns table (
    id uuid, title text, preview text, created_at timestamptz, edited_at timestamptz, hidden_at timestamptz, views integer,
    reply_count integer, last_activity_at timestamptz, locked boolean, pinned boolean, category_id uuid, category_name text,
    user_id uuid, author_username text, author_full_name text, author_avatar_url text, media_type text, media_id uuid,
    total integer)
  language plpgsql stable security definer
  rows 10
  set search_path = ''
  as $$
declare
  -- Keep equal to TOPICS_PER_PAGE in contract/src/community/limits.ts.
  size constant integer := 10;
  ids uuid[] := private.list_topic_ids(in_category, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, size);
  total_topics integer := (
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000'));
begin
  return query
    select t.id, t.title, left(t.content, 300), t.created_at, t.edited_at, t.hidden_at, t.views, t.reply_count, t.last_activity_at,
      t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username, case when a.is_public then a.full_name end, a.avatar_url,
      case when l.movie_id is not null then 'movie' when l.series_id is not null then 'series' end,
      coalesce(l.movie_id, l.series_id), total_topics
    from unnest(ids) with ordinality i (id, place)
      join public.forum_topics t on t.id = i.id
      join public.forum_categories c on c.id = t.category_id
      left join private.profiles a on a.id = t.user_id
      left join private.title_topics l on l.topic_id = t.id
    order by i.place;
end $$;
comment on function public.forum_page is
  'Ten topics of the whole forum or of one category, pinned first, then newest first; total is how many there are. Every page takes the same time.';
grant execute on function public.forum_page(integer, uuid) to anon, authenticated;

create function public.forum_topic(topic_id uuid)
  returns table (
    id uuid, title text, content text, created_at timestamptz, updated_at timestamptz, edited_at timestamptz,
    hidden_at timestamptz, views integer, reply_count integer, last_activity_at timestamptz, locked boolean, pinned boolean,
    category_id uuid, category_name text, user_id uuid, author_username text, author_full_name text, author_avatar_url text,
    media_type text, media_id uuid, media_title text)
  language sql stable security definer
  rows 1
  set search_path = ''
  as $$
  select t.id, t.title, t.content, t.created_at, t.updated_at, t.edited_at, t.hidden_at, t.views, t.reply_count,
    t.last_activity_at, t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username,
    case when a.is_public then a.full_name end, a.avatar_url,
    case when m.id is not null then 'movie' when s.id is not null then 'series' end, coalesce(m.id, s.id), coalesce(m.title, s.title)
  from public.forum_topics t
    join public.forum_categories c on c.id = t.category_id
    left join private.profiles a on a.id = t.user_id
    left join private.title_topics l on l.topic_id = t.id
    left join public.movies m on m.id = l.movie_id and m.published
    left join public.series s on s.id = l.series_id and s.published
  where t.id = forum_topic.topic_id
$$;
comment on function public.forum_topic is 'One topic with its author, its category, and the published title it is about, if any.';
grant execute on function public.forum_topic(uuid) to anon, authenticated;

create function public.topic_page(topic_id uuid, page integer default 1, page_size integer default 20)
  returns table (
    id uuid, number integer, user_id uuid, content text, created_at timestamptz, updated_at timestamptz,
    edited_at timestamptz, hidden_at timestamptz, author_username text, author_full_name text, author_avatar_url text,
    total integer)
  language plpgsql stable security definer
  rows 20
  set search_path = ''
  as $$
declare
  -- Keep equal to POSTS_PER_PAGE and POSTS_PER_PAGE_MAX in contract/src/community/limits.ts.
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  total_replies integer := (select t.reply_count from public.forum_topics t where t.id = topic_page.topic_id);
  start record;
begin
  select * into start from private.find_block_from_oldest(topic_page.topic_id, skipped);
  if start.still is null then
    return;
  end if;
  return query
    select p.id, (skipped + row_number() over (order by p.created_at, p.id))::integer, p.user_id, p.content, p.created_at,
      p.updated_at, p.edited_at, p.hidden_at, a.username, case when a.is_public then a.full_name end, a.avatar_url, total_replies
    from (
      select r.id from public.forum_posts r
      where r.topic_id = topic_page.topic_id and r.created_at >= start.since
      order by r.created_at, r.id offset start.still limit size
    ) i
      join public.forum_posts p on p.id = i.id
      left join private.profiles a on a.id = p.user_id
    order by p.created_at, p.id;
end $$;
comment on function public.topic_page is
  'Replies of a topic, oldest first; number is a reply''s position, total how many there are. Every page takes the same time.';
grant execute on function public.topic_page(uuid, integer, integer) to anon, authenticated;

create function private.find_reply_number(topic uuid, at timestamptz, post uuid) returns integer
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  block_start timestamptz := (
    select max(s.starts_at) from private.forum_blocks s where s.list = topic and s.starts_at <= at);
begin
  return (select coalesce(sum(b.entries), 0) from private.forum_blocks b where b.list = topic and b.starts_at < block_start)
    + (select count(*) from public.forum_posts p
      where p.topic_id = topic and p.created_at >= block_start and (p.created_at, p.id) <= (at, post));
end $$;
comment on function private.find_reply_number is 'The number of a reply: how many there are up to and including it.';

create function public.post_place(post_id uuid) returns table (topic_id uuid, number integer)
  language sql stable security definer
  rows 1
  set search_path = ''
  as $$
  select p.topic_id, private.find_reply_number(p.topic_id, p.created_at, p.id)
  from public.forum_posts p where p.id = post_place.post_id
$$;
comment on function public.post_place is 'The topic and number of a reply, for its permalink.';
grant execute on function public.post_place(uuid) to anon, authenticated;

-- Readers and notifications ---------------------------------------------------------------------------------
--
-- A member is notified of new replies in a topic once, and again only after they have looked: a reply in a busy topic
-- with ten thousand followers then costs nothing, and nobody gets a hundred notifications about one conversation.

create table private.topic_readers (
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  user_id uuid not null references private.profiles (id) on delete cascade,
  following boolean,
  notified boolean not null default false,
  read_to timestamptz,
  primary key (topic_id, user_id)
);
comment on table private.topic_readers is
  'Who follows a topic (null: never chosen), whether they were notified of replies they have not read yet, and the time of the last reply they have read.';
create index on private.topic_readers (user_id);
create index topic_readers_to_notify on private.topic_readers (topic_id, user_id) where following and not notified;
alter table private.topic_readers enable row level security;
insert into private.personal_data (relation, person_column) values ('private.topic_readers', 'user_id');

create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (id) on delete cascade,
  kind text not null check (kind in ('reply', 'mention', 'hidden')),
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  post_id uuid references public.forum_posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table private.notifications is
  'Notifications of members. The actor is the author of the post (or of the topic, without a post) and is not copied here, so that a deleted member leaves none.';
create unique index notifications_unique on private.notifications (user_id, kind, coalesce(post_id, topic_id));
create index notifications_newest on private.notifications (user_id, created_at desc, id);
create index notifications_unread on private.notifications (user_id, topic_id) where read_at is null;
create index on private.notifications (topic_id);
create index on private.notifications (post_id);
alter table private.notifications enable row level security;
insert into private.personal_data (relation, person_column) values ('private.notifications', 'user_id');

create table public.notification_counts (
  user_id uuid primary key references private.profiles (id) on delete cascade,
  unread integer not null default 0,
  changed_at timestamptz not null default now()
);
comment on table public.notification_counts is 'How many unread notifications a member has. Maintained by count_notifications(); sent to open pages.';
alter table public.notification_counts enable row level security;
grant select on public.notification_counts to authenticated;
create policy "members see their own notification count" on public.notification_counts
  for select to authenticated using (user_id = (select auth.uid()));
insert into private.personal_data (relation, person_column) values ('public.notification_counts', 'user_id');

-- Always in the order of members' ids, so that two replies that notify the same members cannot deadlock.
create function private.count_notifications() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into public.notification_counts as c (user_id, unread)
      select n.user_id, count(*) from new_rows n where n.read_at is null group by 1 order by 1
      on conflict (user_id) do update set unread = c.unread + excluded.unread, changed_at = now();
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- What they were notified of is deleted: they can be notified again.
    update private.topic_readers r set notified = false from old_rows o
      where o.read_at is null and r.topic_id = o.topic_id and r.user_id = o.user_id and r.notified;
    perform from public.notification_counts c
      where c.user_id in (select o.user_id from old_rows o where o.read_at is null) order by c.user_id for update;
    update public.notification_counts c set unread = c.unread - g.gone, changed_at = now()
      from (select o.user_id, count(*) as gone from old_rows o where o.read_at is null group by 1) g
      where c.user_id = g.user_id;
    return null;
  end if;
  update public.notification_counts c set unread = c.unread - g.gone, changed_at = now()
    from (
      select o.user_id, count(*) as gone from old_rows o join new_rows n on n.id = o.id
      where o.read_at is null and n.read_at is not null group by 1) g
    where c.user_id = g.user_id;
  return null;
end $$;
create trigger count_added after insert on private.notifications
  referencing new table as new_rows for each statement execute function private.count_notifications();
create trigger count_removed after delete on private.notifications
  referencing old table as old_rows for each statement execute function private.count_notifications();
create trigger count_read after update on private.notifications
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_notifications();

-- Mentions ----------------------------------------------------------------------------------------------------

-- Keep equal to MENTION in contract/src/community/limits.ts. Not inside quoted lines and code: members mentioned there were
-- notified before.
create function private.find_mentioned_members(content text, except_for uuid) returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if position('@' in content) = 0 then
    return '{}';
  end if;
  return array(
    select distinct p.id
    from (
      select lower(coalesce(m.found[1], m.found[2])) as name
      from regexp_matches(
        regexp_replace(regexp_replace(content, '```.*?```', '', 'g'), '^[ \t]*>.*$|`[^`\n]*`', '', 'gn') collate "und-x-icu",
        '(?<![[:alnum:]_@./-])@(?:"([^"@\n]{2,40})"|([[:alnum:]_.-]{2,40}))', 'g') m (found)
      limit 10
    ) w
      join private.profiles p on lower(p.username) in (w.name, rtrim(w.name, '.-'))
    where p.id is distinct from except_for);
end $$;
comment on function private.find_mentioned_members is 'The members whom a text mentions, at most ten.';

create function public.suggest_members(prefix text, topic_id uuid default null)
  returns table (id uuid, username text, avatar_url text, mention text)
  language plpgsql stable security definer
  rows 8
  set search_path = ''
  as $$
declare
  beginning text := lower(left(private.trim_text(prefix), 40));
begin
  perform private.require_account();
  if beginning = '' then
    return;
  end if;
  return query
    select p.id, p.username, p.avatar_url,
      '@' || case when p.username collate "und-x-icu" ~ '^[[:alnum:]_.-]*[[:alnum:]_]$' then p.username else '"' || p.username || '"' end
    from private.profiles p
    where lower(p.username) collate "C" >= beginning and lower(p.username) collate "C" < beginning || chr(1114111)
      and p.username !~ '"'
      and (p.is_public
        or exists (select from public.forum_topics t where t.id = suggest_members.topic_id and t.user_id = p.id)
        or exists (select from public.forum_posts r where r.topic_id = suggest_members.topic_id and r.user_id = p.id))
    order by lower(p.username) collate "C"
    limit 8;
end $$;
comment on function public.suggest_members is
  'Members whose username begins with prefix, and how to write the mention. Private members only if they posted in that topic.';
grant execute on function public.suggest_members(text, uuid) to authenticated;

-- Notifying ---------------------------------------------------------------------------------------------------

create function private.notify_of_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' and new.user_id is not null then
    insert into private.topic_readers (topic_id, user_id, following, read_to) values (new.id, new.user_id, true, new.created_at);
  end if;
  insert into private.notifications (user_id, kind, topic_id, created_at)
    select m, 'mention', new.id, greatest(new.created_at, new.edited_at)
    from unnest(private.find_mentioned_members(new.title || E'\n' || new.content, new.user_id)) m order by m
    on conflict do nothing;
  return null;
end $$;
create trigger notify_of_topic after insert on public.forum_topics
  for each row execute function private.notify_of_topic();
create trigger notify_of_edit after update of title, content on public.forum_topics
  for each row when (new.hidden_at is null and old.hidden_at is null) execute function private.notify_of_topic();

create function private.notify_of_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mentioned uuid[] := private.find_mentioned_members(new.content, new.user_id);
  followers uuid[] := '{}';
begin
  if tg_op = 'INSERT' then
    -- Members who unfollowed are not subscribed again.
    insert into private.topic_readers as r (topic_id, user_id, following, read_to)
      select new.topic_id, new.user_id, true, new.created_at where new.user_id is not null
      on conflict on constraint topic_readers_pkey do update
        set read_to = greatest(r.read_to, excluded.read_to), following = coalesce(r.following, true);
    with notified as (
      update private.topic_readers r set notified = true
      where r.topic_id = new.topic_id and r.following and not r.notified and r.user_id is distinct from new.user_id
      returning r.user_id
    )
    select coalesce(array_agg(t.user_id), '{}') into followers from notified t;
  end if;
  if cardinality(mentioned) + cardinality(followers) = 0 then
    return null;
  end if;
  -- In one statement and in one order: see count_notifications.
  insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
    select w.user_id, case when w.user_id = any (mentioned) then 'mention' else 'reply' end, new.topic_id, new.id,
      greatest(new.created_at, new.edited_at)
    from (select distinct unnest(mentioned || followers)) w (user_id)
    order by w.user_id
    on conflict do nothing;
  return null;
end $$;
create trigger notify_of_reply after insert on public.forum_posts
  for each row execute function private.notify_of_reply();
create trigger notify_of_edit after update of content on public.forum_posts
  for each row when (new.hidden_at is null and old.hidden_at is null) execute function private.notify_of_reply();

create function public.follow_topic(topic_id uuid, follow boolean default true) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  insert into private.topic_readers as r (topic_id, user_id, following, read_to)
    select t.id, person, follow, t.created_at from public.forum_topics t where t.id = follow_topic.topic_id
    on conflict on constraint topic_readers_pkey do update set following = excluded.following;
  if not found then
    perform private.raise_not_found();
  end if;
  return follow;
end $$;
comment on function public.follow_topic is 'Follows or unfollows a topic. Opening a topic or replying follows it automatically.';
grant execute on function public.follow_topic(uuid, boolean) to authenticated;

-- Reading -----------------------------------------------------------------------------------------------------

create function public.topic_position(topic_id uuid)
  returns table (following boolean, read_count integer, total integer, first_unread_id uuid, first_unread_number integer)
  language plpgsql stable security definer
  rows 1
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  reader private.topic_readers;
  replies_read integer := 0;
begin
  select * into reader from private.topic_readers r where r.topic_id = topic_position.topic_id and r.user_id = person;
  if reader.read_to is not null then
    replies_read := coalesce(
      private.find_reply_number(topic_position.topic_id, reader.read_to, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 0);
  end if;
  return query
    select coalesce(reader.following, false), replies_read, t.reply_count, u.id, case when u.id is not null then replies_read + 1 end
    from public.forum_topics t left join lateral (
      select p.id from public.forum_posts p
      where p.topic_id = t.id and p.created_at > coalesce(reader.read_to, '-infinity') order by p.created_at, p.id limit 1
    ) u on true
    where t.id = topic_position.topic_id;
end $$;
comment on function public.topic_position is 'How far the caller has read a topic, the first unread reply, and whether they follow it.';
grant execute on function public.topic_position(uuid) to authenticated;

create function public.mark_topic_read(topic_id uuid, up_to integer default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  reached timestamptz;
  start record;
  read_ids uuid[];
begin
  select t.created_at into reached from public.forum_topics t where t.id = mark_topic_read.topic_id;
  if not found then
    return;
  end if;
  if up_to is null then
    reached := coalesce((select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id), reached);
  elsif up_to > 0 then
    select * into start from private.find_block_from_oldest(mark_topic_read.topic_id, up_to - 1);
    reached := coalesce(
      (select p.created_at from public.forum_posts p
        where p.topic_id = mark_topic_read.topic_id and p.created_at >= start.since
        order by p.created_at, p.id offset start.still limit 1),
      (select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id),
      reached);
  end if;
  read_ids := array(
    select n.id from private.notifications n left join public.forum_posts p on p.id = n.post_id
    where n.user_id = person and n.topic_id = mark_topic_read.topic_id and n.read_at is null
      and (n.post_id is null or p.created_at <= reached));
  insert into private.topic_readers as r (topic_id, user_id, read_to) values (mark_topic_read.topic_id, person, reached)
    on conflict on constraint topic_readers_pkey do update set
      read_to = greatest(r.read_to, excluded.read_to),
      notified = r.notified and exists (
        select from private.notifications n
        where n.user_id = person and n.topic_id = r.topic_id and n.read_at is null and n.id <> all (read_ids));
  update private.notifications n set read_at = now() where n.id = any (read_ids);
end $$;
comment on function public.mark_topic_read is
  'Marks the first up_to replies (null: all) and their notifications as read. Never marks anything as unread.';
grant execute on function public.mark_topic_read(uuid, integer) to authenticated;

create function public.my_notifications(before timestamptz default null, max_rows integer default 20)
  returns table (
    id uuid, kind text, topic_id uuid, topic_title text, post_id uuid, excerpt text, actor_id uuid, actor_username text,
    actor_avatar_url text, more integer, created_at timestamptz, read_at timestamptz)
  language plpgsql stable security definer
  rows 20
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select n.id, n.kind, n.topic_id, t.title, n.post_id, left(coalesce(p.content, t.content), 200), a.id, a.username, a.avatar_url,
      case when n.kind = 'reply' and n.read_at is null
        then greatest(t.reply_count - private.find_reply_number(t.id, p.created_at, p.id), 0) else 0 end,
      n.created_at, n.read_at
    from (
      select * from private.notifications o
      where o.user_id = person and (my_notifications.before is null or o.created_at < my_notifications.before)
      order by o.created_at desc, o.id limit least(greatest(coalesce(max_rows, 20), 1), 100)
    ) n
      join public.forum_topics t on t.id = n.topic_id
      left join public.forum_posts p on p.id = n.post_id
      -- Who hid a text is not shown.
      left join private.profiles a on n.kind <> 'hidden' and a.id = case when n.post_id is null then t.user_id else p.user_id end
    order by n.created_at desc, n.id;
end $$;
comment on function public.my_notifications is
  'The caller''s notifications, newest first; before is the created_at of the last one of the previous page. more: how many replies came after an unread one.';
grant execute on function public.my_notifications(timestamptz, integer) to authenticated;

create function public.mark_notifications_read(ids uuid[] default null) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  -- Locks readers first, as a reply does, so that the two cannot deadlock.
  update private.topic_readers r set notified = false
    where r.user_id = person and r.notified and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)));
  update private.notifications n set read_at = now()
    where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids));
  return coalesce((select c.unread from public.notification_counts c where c.user_id = person), 0);
end $$;
comment on function public.mark_notifications_read is 'Marks notifications of the caller as read (null: all). Returns how many are still unread.';
grant execute on function public.mark_notifications_read(uuid[]) to authenticated;
