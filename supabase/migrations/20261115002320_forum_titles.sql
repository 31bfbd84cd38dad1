-- A discussion for each film and series: one topic, made when it is first asked for.

create table private.title_topics (
  topic_id uuid primary key references public.forum_topics (id) on delete cascade,
  movie_id uuid unique references public.movies (id) on delete cascade,
  series_id uuid unique references public.series (id) on delete cascade,
  constraint one_title check (num_nonnulls(movie_id, series_id) = 1)
);
comment on table private.title_topics is 'Which topic is the discussion of which title. When the title goes, the topic stays as any other.';
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
comment on function public.title_topic is 'The discussion of a title, if there is one already.';
grant execute on function public.title_topic(text, uuid) to anon, authenticated;

-- The topic belongs to the house, not to whoever came first: nobody can delete everybody's discussion as their own.
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
    perform private.no_longer_there();
  end if;
  -- Two people at once: the second waits here, and then finds the first one's topic.
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
comment on function public.title_discussion is 'The discussion of a film (movie) or series, made on first use in the room Films & Series, or in General where there is none.';
grant execute on function public.title_discussion(text, uuid) to authenticated;
