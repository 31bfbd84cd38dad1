-- PostgreSQL plans the text of an SQL function again in every call, which took most of the time of reading a topic; a PL/pgSQL
-- function keeps its plan.
create or replace function public.forum_topic(topic_id uuid)
  returns table (
    id uuid,
    title text,
    content text,
    created_at timestamptz,
    updated_at timestamptz,
    edited_at timestamptz,
    hidden_at timestamptz,
    views integer,
    reply_count integer,
    last_activity_at timestamptz,
    locked boolean,
    pinned boolean,
    category_id uuid,
    category_name text,
    user_id uuid,
    author_username text,
    author_full_name text,
    author_avatar_url text,
    media_type text,
    media_id uuid,
    media_title text,
    reactions integer[]
  )
  language plpgsql stable security definer rows 1 set search_path = '' as
$$
begin
  return query
  select t.id, t.title, t.content, t.created_at, t.updated_at, t.edited_at, t.hidden_at, t.views, t.reply_count,
    t.last_activity_at, t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username,
    case when a.is_public then a.full_name end, a.avatar_url,
    case when m.id is not null then 'movie' when s.id is not null then 'series' end, coalesce(m.id, s.id), coalesce(m.title, s.title),
    t.reactions
  from public.forum_topics t
    join public.forum_categories c on c.id = t.category_id
    left join private.profiles a on a.id = t.user_id
    left join private.title_topics l on l.topic_id = t.id
    left join public.movies m on m.id = l.movie_id and m.published
    left join public.series s on s.id = l.series_id and s.published
  where t.id = forum_topic.topic_id and t.deleted_at is null;
end
$$;
