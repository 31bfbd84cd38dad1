-- Nothing tells of a title before it is published: neither its featured film nor a topic in the forum.

drop policy "visitors see active featured films" on public.featured_films;
create policy "visitors see active featured films of titles they can see" on public.featured_films
  for select to anon using (
    active and (num_nonnulls(movie_id, series_id) = 0
      or (select true from public.movies m where m.id = movie_id)
      or (select true from public.series s where s.id = series_id)));

drop policy "members see active featured films, editors see all" on public.featured_films;
create policy "members see active featured ones of their titles, editors all" on public.featured_films
  for select to authenticated using (
    active and (num_nonnulls(movie_id, series_id) = 0
      or (select true from public.movies m where m.id = movie_id)
      or (select true from public.series s where s.id = series_id))
    or (select private.has_role('editor')));

-- The featured film outlives its title, and would then be seen by everybody.
create function private.hide_featured_draft() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.featured_films f set active = false where (f.movie_id = old.id or f.series_id = old.id) and f.active;
  return old;
end $$;
create trigger hide_featured_draft before delete on public.movies
  for each row when (not old.published) execute function private.hide_featured_draft();
create trigger hide_featured_draft before delete on public.series
  for each row when (not old.published) execute function private.hide_featured_draft();

-- The topic is public and carries title and synopsis: editors too open it only when the title is published.
create or replace function public.title_discussion(media_type text, media_id uuid) returns uuid
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
    where title_discussion.media_type = 'movie' and m.id = title_discussion.media_id and m.published
  union all
  select s.title, s.description from public.series s
    where title_discussion.media_type = 'series' and s.id = title_discussion.media_id and s.published;
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
