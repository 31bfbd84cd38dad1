-- The forum.

create table public.forum_categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null,
  description text,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint name_present check (private.trimmed(name) <> '' and char_length(name) <= 60),
  constraint description_length check (char_length(description) <= 1000)
);
comment on table public.forum_categories is 'Rooms of the forum. General always exists: topics of a deleted room move there.';
create unique index forum_categories_name_key on public.forum_categories (lower(name));
insert into public.forum_categories (id, name, description)
  values ('00000000-0000-4000-8000-000000000001', 'General', 'Anything about Haitian cinema and culture');
alter table public.forum_categories enable row level security;
grant select on public.forum_categories to anon, authenticated;
grant delete, insert (name, description, position), update (name, description, position)
  on public.forum_categories to authenticated;
create policy "everybody sees the forum's categories" on public.forum_categories
  for select to anon, authenticated using (true);
create policy "moderators add forum categories" on public.forum_categories
  for insert to authenticated with check ((select private.has_role('moderator')));
create policy "moderators change forum categories" on public.forum_categories
  for update to authenticated
  using ((select private.has_role('moderator'))) with check ((select private.has_role('moderator')));
create policy "moderators delete forum categories except General" on public.forum_categories
  for delete to authenticated
  using ((select private.has_role('moderator')) and id <> '00000000-0000-4000-8000-000000000001');

create function private.protect_general_category() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The category General always stays', hint = 'general_stays';
end $$;
create trigger protect_general_category before delete on public.forum_categories
  for each row when (old.id = '00000000-0000-4000-8000-000000000001') execute function private.protect_general_category();

create table public.forum_topics (
  id uuid primary key default gen_random_uuid(),
  title text collate "und-x-icu" not null,
  content text not null,
  user_id uuid default auth.uid() references private.profiles (id) on delete set null,
  category_id uuid not null default '00000000-0000-4000-8000-000000000001'
    references public.forum_categories (id) on delete set default,
  views integer not null default 0,
  reply_count integer not null default 0,
  last_activity_at timestamptz not null default now(),
  locked boolean not null default false,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Twins: the limits in contract/src/community.ts.
  constraint title_present check (private.trimmed(title) <> '' and char_length(title) <= 200),
  constraint content_present check (private.trimmed(content) <> '' and char_length(content) <= 20000)
);
comment on table public.forum_topics is 'Discussions. Without an author (user_id null) the author is Unknown.';
create index forum_topics_newest on public.forum_topics (created_at desc, id);
create index on public.forum_topics (category_id, created_at desc);
create index on public.forum_topics (user_id);
create index forum_topics_title_search on public.forum_topics using gin (private.fold(title) extensions.gin_trgm_ops);
alter table public.forum_topics enable row level security;
grant select on public.forum_topics to anon, authenticated;
grant delete, insert (title, content, user_id, category_id), update (category_id, locked, pinned)
  on public.forum_topics to authenticated;
create policy "everybody reads topics" on public.forum_topics
  for select to anon, authenticated using (true);
create policy "members open topics as themselves" on public.forum_topics
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "moderators move, lock and pin topics" on public.forum_topics
  for update to authenticated
  using ((select private.has_role('moderator'))) with check ((select private.has_role('moderator')));
create policy "members delete their own topic, moderators any" on public.forum_topics
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('moderator')));

create table public.forum_posts (
  id uuid primary key default gen_random_uuid(),
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  user_id uuid default auth.uid() references private.profiles (id) on delete set null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint content_present check (private.trimmed(content) <> '' and char_length(content) <= 20000)
);
comment on table public.forum_posts is 'Replies, oldest first.';
create index on public.forum_posts (topic_id, created_at, id);
create index on public.forum_posts (user_id);
alter table public.forum_posts enable row level security;
grant select on public.forum_posts to anon, authenticated;
grant delete, insert (topic_id, user_id, content) on public.forum_posts to authenticated;
create policy "everybody reads replies" on public.forum_posts
  for select to anon, authenticated using (true);
create policy "members reply as themselves" on public.forum_posts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members delete their own reply, moderators any" on public.forum_posts
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('moderator')));

create function private.tidy_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.title := private.trimmed(new.title);
  new.content := private.trimmed(new.content);
  return new;
end $$;
create trigger tidy_topic before insert or update of title, content on public.forum_topics
  for each row execute function private.tidy_topic();

create function private.receive_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  topic_locked boolean;
begin
  new.content := private.trimmed(new.content);
  if new.content = '' then
    raise exception using errcode = '23514', message = 'Reply content cannot be empty', hint = 'reply_empty';
  end if;
  -- The count is taken here, under the topic's row lock: replies to one topic queue up, and the count is exact.
  update public.forum_topics t
    set reply_count = t.reply_count + 1, last_activity_at = greatest(t.last_activity_at, new.created_at)
    where t.id = new.topic_id
    returning t.locked into topic_locked;
  if topic_locked and not private.has_role('moderator') and private.is_client() then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  return new;
end $$;
create trigger receive_reply before insert on public.forum_posts
  for each row execute function private.receive_reply();

create function private.forget_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.forum_topics t
    set reply_count = t.reply_count - 1,
      last_activity_at = coalesce(
        (select max(p.created_at) from public.forum_posts p where p.topic_id = old.topic_id), t.created_at)
    where t.id = old.topic_id;
  return null;
end $$;
create trigger forget_reply after delete on public.forum_posts
  for each row execute function private.forget_reply();

-- Views: once per viewer per day (decisions 21 and 45) --------------------------------------------------------

create table private.topic_views (
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  viewer text not null,
  day date not null default current_date,
  primary key (topic_id, viewer, day)
);
comment on table private.topic_views is 'Who looked today: a member''s id, or a visitor''s salted hash. Yesterday is forgotten.';
create index on private.topic_views (day);

create function public.increment_topic_view(topic_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.topic_views (topic_id, viewer)
    select t.id, private.caller_today() from public.forum_topics t where t.id = increment_topic_view.topic_id
    on conflict on constraint topic_views_pkey do nothing;
  if found then
    update public.forum_topics t set views = t.views + 1 where t.id = increment_topic_view.topic_id;
  end if;
end $$;
comment on function public.increment_topic_view is 'Counts one look at a topic, once per viewer and day.';
grant execute on function public.increment_topic_view(uuid) to anon, authenticated;

-- Who leaves, leaves no trace in the counters either.
create function private.forget_member() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.topic_views where viewer = old.id::text;
  delete from private.rate_limits where who = old.id::text;
  return null;
end $$;
create trigger forget_member after delete on private.profiles
  for each row execute function private.forget_member();
