-- Community: the forum's categories, topics and replies, and how they are written.

-- Categories --------------------------------------------------------------------------------------------------

create table public.forum_categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null,
  description text,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint name_present check (private.trim_text(name) <> '' and char_length(name) <= 60),
  constraint description_length check (char_length(description) <= 1000)
);
comment on table public.forum_categories is 'Categories of the forum. General always exists: topics of a deleted category move there.';
create unique index forum_categories_name_key on public.forum_categories (lower(name));
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
create trigger audit_row_change after insert or update or delete on public.forum_categories
  for each row execute function private.audit_row_change();
insert into public.forum_categories (id, name, description)
  values ('00000000-0000-4000-8000-000000000001', 'General', 'Anything about Haitian cinema and culture');

create function private.protect_general_category() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The category General always stays', hint = 'general_stays';
end $$;
create trigger protect_general_category before delete on public.forum_categories
  for each row when (old.id = '00000000-0000-4000-8000-000000000001') execute function private.protect_general_category();

-- Topics ------------------------------------------------------------------------------------------------------

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
  edited_at timestamptz,
  hidden_at timestamptz,
  -- Keep equal to the limits in contract/src/community/inputs.ts.
  constraint title_present check (private.trim_text(title) <> '' and char_length(title) <= 200),
  constraint content_present check (private.trim_text(content) <> '' and char_length(content) <= 20000)
);
comment on table public.forum_topics is 'Topics. user_id is null when the author was deleted.';
comment on column public.forum_topics.hidden_at is 'Set when a moderator hid it. Title and content are then a placeholder; the original is in private.hidden_texts.';
create index on public.forum_topics (user_id);
create index forum_topics_newest on public.forum_topics (created_at desc, id) include (pinned);
create index on public.forum_topics (category_id, created_at desc, id) include (pinned);
create index forum_topics_pinned on public.forum_topics (created_at desc, id) where pinned;
alter table public.forum_topics enable row level security;
grant select on public.forum_topics to anon, authenticated;
-- The browser creates the id, so that a repeated request is recognised.
grant delete, insert (id, title, content, user_id, category_id), update (category_id, locked, pinned)
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
create trigger require_second_factor before insert or delete on public.forum_topics
  for each statement execute function private.require_second_factor();
create trigger reject_suspended_members before insert or delete on public.forum_topics
  for each statement execute function private.reject_suspended_members();
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.forum_topics', 'user_id', 'anonymous');

-- Replies -----------------------------------------------------------------------------------------------------

create table public.forum_posts (
  id uuid primary key default gen_random_uuid(),
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  user_id uuid default auth.uid() references private.profiles (id) on delete set null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  constraint content_present check (private.trim_text(content) <> '' and char_length(content) <= 20000)
);
comment on table public.forum_posts is 'Replies, oldest first.';
comment on column public.forum_posts.hidden_at is 'Set when a moderator hid it. The content is then a placeholder; the original is in private.hidden_texts.';
create index on public.forum_posts (topic_id, created_at, id);
create index on public.forum_posts (user_id, topic_id);
alter table public.forum_posts enable row level security;
grant select on public.forum_posts to anon, authenticated;
-- The browser creates the id, so that a repeated request is recognised.
grant delete, insert (id, topic_id, user_id, content) on public.forum_posts to authenticated;
create policy "everybody reads replies" on public.forum_posts
  for select to anon, authenticated using (true);
create policy "members reply as themselves" on public.forum_posts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members delete their own reply, moderators any" on public.forum_posts
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('moderator')));
create trigger require_second_factor before insert or delete on public.forum_posts
  for each statement execute function private.require_second_factor();
create trigger reject_suspended_members before insert or delete on public.forum_posts
  for each statement execute function private.reject_suspended_members();
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.forum_posts', 'user_id', 'anonymous');

-- Text --------------------------------------------------------------------------------------------------------

-- Keep equal to INVISIBLE in contract/src/community/inputs.ts. plpgsql, as in all functions that run for every post: its
-- plans are cached, a function in sql is planned at every call.
create function private.is_blank(value text) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return private.trim_text(regexp_replace(coalesce(value, ''),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
    '', 'g')) = '';
end $$;
comment on function private.is_blank is 'True when a text has only blanks, zero-width and other invisible characters.';

create function private.normalize_text(value text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return private.trim_text(regexp_replace(value, '\r\n?', E'\n', 'g'));
end $$;

-- A text that is too long is left to the constraint, unread.
create function private.check_text(value text, longest integer, empty_key text, empty_message text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if char_length(value) > longest then
    return;
  end if;
  if private.is_blank(value) then
    raise exception using errcode = '23514', message = empty_message, hint = empty_key;
  end if;
  -- Keep equal to UNREADABLE in contract/src/community/inputs.ts.
  if value ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]' then
    raise exception using errcode = '23514', message = 'This text has characters that nobody can read', hint = 'text_unreadable';
  end if;
end $$;

create function private.normalize_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.title := private.trim_text(new.title);
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.title, 200, 'topic_title_empty', 'Please enter a title');
  perform private.check_text(new.content, 20000, 'topic_content_empty', 'Please write something');
  if new.title ~ '[\n\r\t\u2028\u2029]' then
    raise exception using errcode = '23514', message = 'This must fit on one line', hint = 'text_one_line';
  end if;
  return new;
end $$;
create trigger normalize_topic before insert or update of title, content on public.forum_topics
  for each row execute function private.normalize_topic();

create function private.normalize_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  return new;
end $$;
create trigger normalize_reply before update of content on public.forum_posts
  for each row execute function private.normalize_reply();

-- Posting -----------------------------------------------------------------------------------------------------

create function private.check_new_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- Waits for other posts that the same member sends at this moment.
  allowed boolean := private.check_caller_limit('forum_topic', 30, interval '1 hour');
begin
  if exists (select from public.forum_topics t where t.id = new.id and t.user_id = new.user_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $$;
create trigger check_new_topic before insert on public.forum_topics
  for each row execute function private.check_new_topic();

create function private.check_new_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  from_client boolean := private.is_client();
  allowed boolean;
  closed boolean;
  stamp timestamptz;
begin
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  allowed := private.check_caller_limit('forum_post', 60, interval '5 minutes');
  -- The count is taken here, under the topic's row lock: replies to one topic queue up, the count is exact, and each
  -- one is younger than the one before it, so that the order of time is the order of arrival.
  update public.forum_topics t
    set reply_count = t.reply_count + 1,
      last_activity_at = case
        when from_client then greatest(clock_timestamp(), t.last_activity_at + interval '1 microsecond')
        else greatest(t.last_activity_at, new.created_at) end
    where t.id = new.topic_id
    returning t.locked or t.hidden_at is not null, t.last_activity_at into closed, stamp;
  if exists (select from public.forum_posts p where p.id = new.id and p.user_id = new.user_id and p.topic_id = new.topic_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if closed and from_client and not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  if from_client then
    new.created_at := coalesce(stamp, new.created_at);
    new.updated_at := new.created_at;
  end if;
  return new;
end $$;
create trigger check_new_reply before insert on public.forum_posts
  for each row execute function private.check_new_reply();

create function private.uncount_reply() returns trigger
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
create trigger uncount_reply after delete on public.forum_posts
  for each row execute function private.uncount_reply();

create function private.reject_shared_ids() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_client() then
    return new;
  end if;
  -- Of two rows with the same id the second waits here and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended('forum id ' || new.id, 0));
  if new.id = '00000000-0000-0000-0000-000000000000'
    or exists (select from public.forum_categories c where c.id = new.id)
    or tg_table_name = 'forum_posts' and exists (select from public.forum_topics t where t.id = new.id)
    or tg_table_name = 'forum_topics' and exists (select from public.forum_posts p where p.id = new.id) then
    raise exception using errcode = '23505', message = 'This id is taken';
  end if;
  return new;
end $$;
create trigger reject_shared_ids before insert on public.forum_topics
  for each row execute function private.reject_shared_ids();
create trigger reject_shared_ids before insert on public.forum_posts
  for each row execute function private.reject_shared_ids();

-- Editing -----------------------------------------------------------------------------------------------------

create table private.text_versions (
  id bigint generated always as identity primary key,
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  post_id uuid references public.forum_posts (id) on delete cascade,
  title text,
  content text not null,
  edited_by uuid references private.profiles (id) on delete set null,
  replaced_at timestamptz not null default now()
);
comment on table private.text_versions is 'Texts of a topic (post_id null) or a reply before each edit, for moderators.';
create index on private.text_versions (topic_id, post_id);
create index on private.text_versions (post_id);
create index on private.text_versions (edited_by);
alter table private.text_versions enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.text_versions', 'edited_by', 'anonymous');

create function private.check_edit(author uuid, locked boolean, hidden_at timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_can_post();
begin
  if author is distinct from person then
    raise exception using errcode = '42501', message = 'You can only edit what you wrote yourself', hint = 'not_yours';
  end if;
  if hidden_at is not null then
    raise exception using errcode = '42501', message = 'A moderator has hidden this text', hint = 'hidden_text';
  end if;
  if locked and not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  perform private.require_within_limit('forum_edit', 60, interval '5 minutes');
end $$;

create function private.raise_not_found() returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  raise exception using errcode = 'PT404', message = 'This is no longer there', hint = 'no_longer_there';
end $$;

create function public.edit_topic(topic_id uuid, title text, content text) returns public.forum_topics
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  topic public.forum_topics;
begin
  perform private.require_can_post();
  select * into topic from public.forum_topics t where t.id = edit_topic.topic_id for update;
  if not found then
    perform private.raise_not_found();
  end if;
  perform private.check_edit(topic.user_id, topic.locked, topic.hidden_at);
  if (topic.title, topic.content) is distinct from (private.trim_text(edit_topic.title), private.normalize_text(edit_topic.content)) then
    insert into private.text_versions (topic_id, title, content, edited_by)
      values (topic.id, topic.title, topic.content, auth.uid());
    update public.forum_topics t
      set title = edit_topic.title, content = edit_topic.content, edited_at = now(), updated_at = now()
      where t.id = topic.id returning t.* into topic;
  end if;
  return topic;
end $$;
comment on function public.edit_topic is 'Changes the caller''s own topic, marks it as edited and stores the previous version.';
grant execute on function public.edit_topic(uuid, text, text) to authenticated;

create function public.edit_post(post_id uuid, content text) returns public.forum_posts
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  post public.forum_posts;
  in_locked boolean;
begin
  perform private.require_can_post();
  select * into post from public.forum_posts p where p.id = edit_post.post_id for update;
  if not found then
    perform private.raise_not_found();
  end if;
  select t.locked or t.hidden_at is not null into in_locked from public.forum_topics t where t.id = post.topic_id;
  perform private.check_edit(post.user_id, in_locked, post.hidden_at);
  if post.content is distinct from private.normalize_text(edit_post.content) then
    insert into private.text_versions (topic_id, post_id, content, edited_by)
      values (post.topic_id, post.id, post.content, auth.uid());
    update public.forum_posts p
      set content = edit_post.content, edited_at = now(), updated_at = now()
      where p.id = post.id returning p.* into post;
  end if;
  return post;
end $$;
comment on function public.edit_post is 'Changes the caller''s own reply, marks it as edited and stores the previous version.';
grant execute on function public.edit_post(uuid, text) to authenticated;

-- Views: once per viewer per day (decisions 21 and 45) --------------------------------------------------------

create table private.topic_views (
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  viewer text not null,
  day date not null default current_date,
  primary key (topic_id, viewer, day)
);
comment on table private.topic_views is 'Who viewed a topic today: a member''s id, or a visitor''s salted hash. purge_daily_data deletes older rows.';
create index on private.topic_views (day);
insert into private.personal_data (relation, person_column) values ('private.topic_views', 'viewer');

create function public.increment_topic_view(topic_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.topic_views (topic_id, viewer)
    select t.id, private.caller_key() from public.forum_topics t where t.id = increment_topic_view.topic_id
    on conflict on constraint topic_views_pkey do nothing;
  if found then
    update public.forum_topics t set views = t.views + 1 where t.id = increment_topic_view.topic_id;
  end if;
end $$;
comment on function public.increment_topic_view is 'Counts a view of a topic, once per viewer and day.';
grant execute on function public.increment_topic_view(uuid) to anon, authenticated;
