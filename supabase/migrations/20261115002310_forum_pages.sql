-- Pages of the forum, each as quick as the first, and exact counts without counting.
--
-- An offset reads everything it skips. So each list (the whole forum, each category, the replies of each topic) is cut
-- into blocks of some hundred entries by time, and the database keeps how many entries each block has: to find page
-- 50,000 one adds up blocks, then skips within one. Boundaries are times, not numbers, so that entries may be deleted,
-- moved or added with any date, and the page is always what `order by created_at` says.

create table private.forum_lists (
  list uuid primary key,
  entries integer not null default 0
);
comment on table private.forum_lists is 'How many topics each category has; the whole forum is the list of zeros. Its row is the lock under which topics are listed.';
alter table private.forum_lists enable row level security;

create table private.forum_blocks (
  list uuid not null,
  starts_at timestamptz not null,
  entries integer not null,
  primary key (list, starts_at)
);
comment on table private.forum_blocks is
  'How many entries a list has from this moment until its next block starts: replies of a topic, unpinned topics of a category or of the whole forum.';
alter table private.forum_blocks enable row level security;

-- What is skipped within a block is skipped in the index alone.
drop index public.forum_topics_newest, public.forum_topics_category_id_created_at_idx;
create index forum_topics_newest on public.forum_topics (created_at desc, id) include (pinned);
create index on public.forum_topics (category_id, created_at desc, id) include (pinned);
create index forum_topics_pinned on public.forum_topics (created_at desc, id) where pinned;

create function private.times_in(list uuid, since timestamptz, before timestamptz) returns setof timestamptz
  language sql stable
  as $$
  select p.created_at from public.forum_posts p
    where p.topic_id = times_in.list and p.created_at >= since and p.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where t.category_id = times_in.list and not t.pinned and t.created_at >= since and t.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where times_in.list = '00000000-0000-0000-0000-000000000000' and not t.pinned and t.created_at >= since and t.created_at < before
$$;
comment on function private.times_in is 'When the entries of a list between two moments were made. Ids of topics and of categories never meet.';

-- The caller holds each list's lock until the end: the topic's row for replies, the whole forum's row in forum_lists for
-- topics. Whole statements at once: a thousand versions of one row in one transaction would be slow to walk.
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
        from private.times_in(block.list, block.starts_at, coalesce(
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
  -- A category that has just gone has no list to be taken off from.
  if change > 0 then
    insert into private.forum_lists (list) select distinct l from unnest(whole || categories) l order by l on conflict do nothing;
  end if;
  -- The whole forum, which is the lock, comes first in this order.
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

create function private.list_topics() returns trigger
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
create trigger list_topics after insert on public.forum_topics
  referencing new table as rows for each statement execute function private.list_topics();
create trigger unlist_topics after delete on public.forum_topics
  referencing old table as rows for each statement execute function private.list_topics();

create function private.relist_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_topics(array[old.category_id], array[old.created_at], array[old.pinned], -1);
  perform private.count_topics(array[new.category_id], array[new.created_at], array[new.pinned], 1);
  return null;
end $$;
create trigger relist_topic after update of category_id, pinned, created_at on public.forum_topics
  for each row when ((old.category_id, old.pinned, old.created_at) is distinct from (new.category_id, new.pinned, new.created_at))
  execute function private.relist_topic();

create function private.unlist_category() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.forum_lists l where l.list = old.id;
  delete from private.forum_blocks b where b.list = old.id;
  return null;
end $$;
create trigger unlist_category after delete on public.forum_categories
  for each row execute function private.unlist_category();

create function private.list_replies() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_entries(
      array_agg(r.topic_id), array_agg(r.created_at), case tg_op when 'INSERT' then 1 else -1 end)
    from rows r having count(*) > 0;
  return null;
end $$;
create trigger list_replies after insert on public.forum_posts
  referencing new table as rows for each statement execute function private.list_replies();
create trigger unlist_replies after delete on public.forum_posts
  referencing old table as rows for each statement execute function private.list_replies();

create function private.relist_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_entries(array[old.topic_id], array[old.created_at], -1);
  perform private.count_entries(array[new.topic_id], array[new.created_at], 1);
  return null;
end $$;
create trigger relist_reply after update of created_at on public.forum_posts
  for each row when (old.created_at is distinct from new.created_at) execute function private.relist_reply();

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
comment on function private.recount_forum is 'Makes all blocks anew, for an owner who has written past the triggers.';
select private.recount_forum();

-- Reading -----------------------------------------------------------------------------------------------------

-- plpgsql keeps its plans; a function in SQL would be planned at every call.
create function private.block_from_newest(list uuid, skipped bigint, out before timestamptz, out still bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  select coalesce(b.next_start, 'infinity'), skipped - b.newer into before, still
    from (
      select s.entries, lag(s.starts_at) over newest as next_start, sum(s.entries) over newest - s.entries as newer
      from private.forum_blocks s where s.list = block_from_newest.list
      window newest as (order by s.starts_at desc)
    ) b
    where b.newer + b.entries > skipped
    limit 1;
end $$;
comment on function private.block_from_newest is 'Where to start reading a list, newest first, and how many entries are then still to be skipped.';

create function private.block_from_oldest(list uuid, skipped bigint, out since timestamptz, out still bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  select b.starts_at, skipped - b.older into since, still
    from (
      select s.entries, s.starts_at, sum(s.entries) over (order by s.starts_at) - s.entries as older
      from private.forum_blocks s where s.list = block_from_oldest.list
    ) b
    where b.older + b.entries > skipped
    limit 1;
end $$;
comment on function private.block_from_oldest is 'As block_from_newest, oldest first.';

create function private.topic_ids(in_category uuid, skipped bigint, at_most integer) returns uuid[]
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
    from private.block_from_newest(coalesce(in_category, '00000000-0000-0000-0000-000000000000'), greatest(skipped - cardinality(pinned), 0));
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
comment on function public.forum_count is 'How many topics there are, in the whole forum or in one category; exact, and counted beforehand.';
grant execute on function public.forum_count(uuid) to anon, authenticated;
