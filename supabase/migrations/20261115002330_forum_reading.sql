-- What the forum's pages read, each with one call. Everything here is public; a private member shows username and
-- avatar, nothing else.

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
  -- Twin: TOPICS_PER_PAGE in contract/src/community.ts.
  size constant integer := 10;
  ids uuid[] := private.topic_ids(in_category, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, size);
  in_all integer := (
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000'));
begin
  return query
    select t.id, t.title, left(t.content, 300), t.created_at, t.edited_at, t.hidden_at, t.views, t.reply_count, t.last_activity_at,
      t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username, case when a.is_public then a.full_name end, a.avatar_url,
      case when l.movie_id is not null then 'movie' when l.series_id is not null then 'series' end,
      coalesce(l.movie_id, l.series_id), in_all
    from unnest(ids) with ordinality i (id, place)
      join public.forum_topics t on t.id = i.id
      join public.forum_categories c on c.id = t.category_id
      left join private.profiles a on a.id = t.user_id
      left join private.title_topics l on l.topic_id = t.id
    order by i.place;
end $$;
comment on function public.forum_page is
  'Ten topics of the whole forum or of one category, pinned ones first, then newest first; total is how many there are. Page 50,000 is as quick as page 1.';
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
  -- Twins: POSTS_PER_PAGE and POSTS_PER_PAGE_MAX in contract/src/community.ts.
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  in_all integer := (select t.reply_count from public.forum_topics t where t.id = topic_page.topic_id);
  start record;
begin
  select * into start from private.block_from_oldest(topic_page.topic_id, skipped);
  if start.still is null then
    return;
  end if;
  return query
    select p.id, (skipped + row_number() over (order by p.created_at, p.id))::integer, p.user_id, p.content, p.created_at,
      p.updated_at, p.edited_at, p.hidden_at, a.username, case when a.is_public then a.full_name end, a.avatar_url, in_all
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
  'Replies of a topic, oldest first; number is a reply''s place among them, total how many there are. Every page is as quick as the first.';
grant execute on function public.topic_page(uuid, integer, integer) to anon, authenticated;

create function private.place_in_topic(topic uuid, at timestamptz, post uuid) returns integer
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
comment on function private.place_in_topic is 'How many replies there are up to this one, itself included.';

create function public.post_place(post_id uuid) returns table (topic_id uuid, number integer)
  language sql stable security definer
  rows 1
  set search_path = ''
  as $$
  select p.topic_id, private.place_in_topic(p.topic_id, p.created_at, p.id)
  from public.forum_posts p where p.id = post_place.post_id
$$;
comment on function public.post_place is 'In which topic a reply is, and as the how-manieth: where its permalink leads.';
grant execute on function public.post_place(uuid) to anon, authenticated;
