-- Browsers make the ids of topics and replies. An id that already names something else would mix up lists, reports and
-- hidden texts, which know topics, replies and categories by their ids: so no two of them ever share one.

create function private.keep_ids_apart() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_client() then
    return new;
  end if;
  -- Whoever sends the same id at the same moment waits here, and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended('forum id ' || new.id, 0));
  if new.id = '00000000-0000-0000-0000-000000000000'
    or exists (select from public.forum_categories c where c.id = new.id)
    or tg_table_name = 'forum_posts' and exists (select from public.forum_topics t where t.id = new.id)
    or tg_table_name = 'forum_topics' and exists (select from public.forum_posts p where p.id = new.id) then
    raise exception using errcode = '23505', message = 'This id is taken';
  end if;
  return new;
end $$;
create trigger keep_ids_apart before insert on public.forum_topics
  for each row execute function private.keep_ids_apart();
create trigger keep_ids_apart before insert on public.forum_posts
  for each row execute function private.keep_ids_apart();
