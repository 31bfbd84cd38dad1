-- The forum at scale: what grows with followers, replies or views is done by jobs, and everybody locks in one order:
-- members, topics, replies, readers, notifications, notification counts; rows of one table in the order of their ids.

-- Deleted topics ----------------------------------------------------------------------------------------------
--
-- A topic is deleted at once, its replies, readers and notifications in batches. Where one batch is not enough, a row with
-- the same id and deleted_at stays behind for the foreign keys. Nobody sees it, and a job deletes it last.

alter table public.forum_topics add column deleted_at timestamptz;
comment on column public.forum_topics.deleted_at is 'Set on what is left of a deleted topic until its replies are removed. Such rows are hidden from everybody.';

create index forum_topics_deleted on public.forum_topics (id) where deleted_at is not null;
drop index public.forum_topics_newest;
create index forum_topics_newest on public.forum_topics (created_at desc, id) include (pinned) where deleted_at is null;
drop index public.forum_topics_category_id_created_at_id_pinned_idx;
-- Not partial: the foreign key to categories needs it too.
create index forum_topics_of_category on public.forum_topics (category_id, created_at desc, id) include (pinned, deleted_at);
drop index public.forum_topics_pinned;
create index forum_topics_pinned on public.forum_topics (created_at desc, id) where pinned and deleted_at is null;

create function private.list_deleted_topics() returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce(array_agg(t.id), '{}') from public.forum_topics t where t.deleted_at is not null $$;
comment on function private.list_deleted_topics is 'Topics whose replies are being removed; usually none.';
grant execute on function private.list_deleted_topics() to anon, authenticated;

-- PostgreSQL locks a row before its BEFORE trigger runs, but checks policies earlier.
create function private.lock_topic(topic uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.forum_topics t where t.id = topic for no key update;
  return true;
end $$;
comment on function private.lock_topic is 'Always true. For policies: locks the topic before its reply.';
grant execute on function private.lock_topic(uuid) to authenticated;

drop policy "everybody reads topics" on public.forum_topics;
create policy "everybody reads topics" on public.forum_topics
  for select to anon, authenticated using (deleted_at is null);
drop policy "everybody reads replies" on public.forum_posts;
create policy "everybody reads replies" on public.forum_posts
  for select to anon, authenticated using (topic_id <> all ((select private.list_deleted_topics())::uuid[]));
drop policy "members delete their own reply, moderators any" on public.forum_posts;
create policy "members delete their own reply, moderators any" on public.forum_posts
  for delete to authenticated
  using ((user_id = (select auth.uid()) or (select private.has_role('moderator'))) and private.lock_topic(topic_id));

alter table public.forum_posts drop constraint forum_posts_topic_id_fkey,
  add constraint forum_posts_topic_id_fkey foreign key (topic_id) references public.forum_topics (id);
alter table private.text_versions drop constraint text_versions_topic_id_fkey,
  add constraint text_versions_topic_id_fkey foreign key (topic_id) references public.forum_topics (id);
alter table private.hidden_texts drop constraint hidden_texts_topic_id_fkey,
  add constraint hidden_texts_topic_id_fkey foreign key (topic_id) references public.forum_topics (id);
alter table private.reports drop constraint reports_topic_id_fkey,
  add constraint reports_topic_id_fkey foreign key (topic_id) references public.forum_topics (id);
alter table private.topic_readers drop constraint topic_readers_topic_id_fkey,
  add constraint topic_readers_topic_id_fkey foreign key (topic_id) references public.forum_topics (id);
-- Those of a deleted topic or reply are removed in batches. Those who add some have locked the topic; a foreign key would lock
-- it again for each of five hundred followers.
alter table private.notifications drop constraint notifications_post_id_fkey, drop constraint notifications_topic_id_fkey;
-- Without a foreign key a view does not lock its topic.
alter table private.topic_views drop constraint topic_views_topic_id_fkey,
  drop constraint topic_views_pkey,
  add constraint topic_views_pkey primary key (viewer, day, topic_id);
create index topic_views_topic_id_idx on private.topic_views (topic_id);

-- Rows that somebody else has locked are left for the next batch: who holds the topic's lock must not wait for them.
create function private.remove_topic_rows(topic uuid, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- Readers before notifications, so that none of them is marked as to be notified again; replies last.
  relations constant text[] := array['private.topic_readers', 'private.notifications', 'private.reports', 'private.hidden_texts',
    'private.text_versions', 'private.topic_views', 'public.forum_posts'];
  relation text;
  still integer := at_most;
  removed integer;
  remains boolean;
begin
  delete from private.forum_blocks b where b.ctid = any (array(
    select x.ctid from private.forum_blocks x where x.list = topic limit at_most));
  foreach relation in array relations loop
    execute format(
      'delete from %1$s where ctid = any (array(select x.ctid from %1$s x where x.topic_id = $1 limit $2 for update skip locked))', relation)
      using topic, still;
    get diagnostics removed = row_count;
    still := still - removed;
    execute format('select exists (select from %s x where x.topic_id = $1)', relation) into remains using topic;
    if remains then
      return true;
    end if;
  end loop;
  return exists (select from private.forum_blocks b where b.list = topic);
end $$;
comment on function private.remove_topic_rows is 'Removes some of the rows that belong to a deleted topic. True when there are more.';

create function private.remove_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.remove_topic_rows(old.id, 200) then
    insert into public.forum_topics (id, title, content, user_id, created_at, deleted_at)
      values (old.id, 'Deleted', 'Deleted', null, old.created_at, now());
    perform private.enqueue_job('remove_deleted_topic', jsonb_build_object('topic', old.id), old.id::text);
  end if;
  return null;
end $$;
-- Its name comes before those of the foreign keys' own triggers (RI_…), which then find the rows gone or the id in place.
create trigger "0_remove_topic" after delete on public.forum_topics
  for each row when (old.deleted_at is null) execute function private.remove_topic();

create function private.remove_deleted_topic(topic uuid, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.forum_topics t where t.id = topic and t.deleted_at is not null for update;
  if not found then
    return false;
  end if;
  if private.remove_topic_rows(topic, at_most) then
    return true;
  end if;
  delete from public.forum_topics t where t.id = topic;
  return false;
end $$;
comment on function private.remove_deleted_topic is 'A batch of removing what is left of a deleted topic. True when there is more.';

-- What happens to new and deleted topics does not happen to such a row.
drop trigger check_new_topic on public.forum_topics;
create trigger check_new_topic before insert on public.forum_topics
  for each row when (new.deleted_at is null) execute function private.check_new_topic();
drop trigger reject_shared_ids on public.forum_topics;
create trigger reject_shared_ids before insert on public.forum_topics
  for each row when (new.deleted_at is null) execute function private.reject_shared_ids();
drop trigger notify_of_topic on public.forum_topics;
create trigger notify_of_topic after insert on public.forum_topics
  for each row when (new.deleted_at is null) execute function private.notify_of_topic();

create or replace view private.searchable as
  select 'movie' as kind, m.id, m.published, m.created_at, m.title, m.genre, m.description,
    concat_ws(' ', m.director, array_to_string(m.actors, ' '), array_to_string(m.genre, ' ')) as credits
  from public.movies m
  union all
  select 'series', s.id, s.published, s.created_at, s.title, s.genre, s.description,
    concat_ws(' ', s.creator, array_to_string(s.actors, ' '), array_to_string(s.genre, ' '))
  from public.series s
  union all
  select 'topic', t.id, true, t.created_at, t.title, '{}', null, null
  from public.forum_topics t where t.deleted_at is null;

-- Lists -------------------------------------------------------------------------------------------------------

create or replace function private.list_entry_times(list uuid, since timestamptz, before timestamptz) returns setof timestamptz
  language sql stable
  as $$
  select p.created_at from public.forum_posts p
    where p.topic_id = list_entry_times.list and p.created_at >= since and p.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where t.category_id = list_entry_times.list and not t.pinned and t.deleted_at is null
      and t.created_at >= since and t.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where list_entry_times.list = '00000000-0000-0000-0000-000000000000' and not t.pinned and t.deleted_at is null
      and t.created_at >= since and t.created_at < before
$$;

create or replace function private.update_topic_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_topics(
      array_agg(r.category_id), array_agg(r.created_at), array_agg(r.pinned), case tg_op when 'INSERT' then 1 else -1 end)
    from rows r where r.deleted_at is null having count(*) > 0;
  return null;
end $$;

create or replace function private.recount_forum() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  lock table public.forum_topics, public.forum_posts in share row exclusive mode;
  delete from private.forum_lists;
  delete from private.forum_blocks;
  insert into private.forum_lists (list, entries)
    select l.list, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list)
    where t.deleted_at is null group by 1;
  insert into private.forum_blocks (list, starts_at, entries)
    select p.topic_id, '-infinity'::timestamptz, count(*) from public.forum_posts p
    where p.topic_id <> all ((select private.list_deleted_topics())::uuid[]) group by 1
    union all
    select l.list, '-infinity'::timestamptz, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list)
    where not t.pinned and t.deleted_at is null group by 1;
end $$;

create or replace function private.list_topic_ids(in_category uuid, skipped bigint, at_most integer) returns uuid[]
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
    where t.pinned and t.deleted_at is null and (in_category is null or t.category_id = in_category)
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
      where not t.pinned and t.deleted_at is null and t.created_at < start.before
      order by t.created_at desc, t.id offset start.still limit wanted);
  end if;
  return ids || array(
    select t.id from public.forum_topics t
    where not t.pinned and t.deleted_at is null and t.category_id = in_category and t.created_at < start.before
    order by t.created_at desc, t.id offset start.still limit wanted);
end $$;

-- Entries of one moment cannot be split: a block that stays as it is must not be written again, which would split it for ever.
create or replace function private.split_block() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  block private.forum_blocks;
  parts private.forum_blocks[];
begin
  select * into block from private.forum_blocks b where b.list = new.list and b.starts_at = new.starts_at;
  if block.entries is null or block.entries < 576 then
    return null;
  end if;
  parts := array(
    select row(block.list, coalesce(m.starts_at, block.starts_at), count(*))::private.forum_blocks
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
    group by m.starts_at);
  if cardinality(parts) = 1 and parts[1].starts_at = block.starts_at then
    return null;
  end if;
  delete from private.forum_blocks b where b.list = block.list and b.starts_at = block.starts_at;
  insert into private.forum_blocks (list, starts_at, entries) select p.list, p.starts_at, p.entries from unnest(parts) p;
  return null;
end $$;

-- A deleted category's topics move one by one, each under the lists' lock; those who hold a topic wait for that lock.
create function private.lock_topics_of_category() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.forum_topics t where t.category_id = old.id order by t.id for no key update;
  return old;
end $$;
create trigger lock_topics before delete on public.forum_categories
  for each row execute function private.lock_topics_of_category();

-- Writing -----------------------------------------------------------------------------------------------------

create function private.lock_members(people uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from private.profiles p where p.id = any (people) order by p.id for key share;
end $$;
comment on function private.lock_members is
  'Keeps these members from being deleted until the end of the transaction. Before a topic is locked: deleting a member locks their topics.';

create or replace function private.check_new_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  from_client boolean := private.is_client();
  allowed boolean;
  closed boolean;
  latest timestamptz;
begin
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  perform private.lock_members(new.user_id || private.find_mentioned_members(new.content, new.user_id));
  allowed := private.check_caller_limit('forum_post', 60, interval '5 minutes');
  -- Replies to one topic queue up for its row, and each one is younger than the one before it, so that the order of time is
  -- the order of arrival. The topic does not know of earlier replies of the same statement yet; the setting does.
  select t.locked or t.hidden_at is not null,
      greatest(t.last_activity_at, nullif(current_setting('private.last_reply_at', true), '')::timestamptz)
    into closed, latest
    from public.forum_topics t where t.id = new.topic_id and t.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = '23503', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
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
    new.created_at := greatest(clock_timestamp(), latest + interval '1 microsecond');
    new.updated_at := new.created_at;
    perform set_config('private.last_reply_at', new.created_at::text, true);
  end if;
  return new;
end $$;

create or replace function private.check_new_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  allowed boolean;
begin
  perform private.lock_members(array[new.user_id]);
  -- Waits for other posts that the same member sends at this moment.
  allowed := private.check_caller_limit('forum_topic', 30, interval '1 hour');
  if exists (select from public.forum_topics t where t.id = new.id and t.user_id = new.user_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $$;

create or replace function public.edit_topic(topic_id uuid, title text, content text) returns public.forum_topics
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  topic public.forum_topics;
begin
  perform private.require_can_post();
  perform private.lock_members(auth.uid() || private.find_mentioned_members(edit_topic.title || E'\n' || edit_topic.content, auth.uid()));
  select * into topic from public.forum_topics t
    where t.id = edit_topic.topic_id and t.deleted_at is null for no key update;
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

create or replace function public.edit_post(post_id uuid, content text) returns public.forum_posts
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  post public.forum_posts;
  in_locked boolean;
begin
  perform private.require_can_post();
  perform private.lock_members(auth.uid() || private.find_mentioned_members(edit_post.content, auth.uid()));
  select t.locked or t.hidden_at is not null into in_locked from public.forum_topics t
    where t.id = (select p.topic_id from public.forum_posts p where p.id = edit_post.post_id) and t.deleted_at is null
    for no key update;
  select * into post from public.forum_posts p where p.id = edit_post.post_id and in_locked is not null for no key update;
  if not found then
    perform private.raise_not_found();
  end if;
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

create or replace function private.find_target(target_kind text, target_id uuid) returns private.forum_target
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  target private.forum_target;
  in_topic uuid := case target_kind when 'topic' then target_id
    when 'post' then (select p.topic_id from public.forum_posts p where p.id = target_id) end;
  author uuid := case target_kind when 'topic' then (select t.user_id from public.forum_topics t where t.id = target_id)
    else (select p.user_id from public.forum_posts p where p.id = target_id) end;
begin
  perform private.lock_members(array[author, auth.uid()]);
  select t.id, null, t.user_id, t.title, t.content, t.hidden_at into target
    from public.forum_topics t where t.id = in_topic and t.deleted_at is null for no key update;
  if found and target_kind = 'post' then
    select p.topic_id, p.id, p.user_id, null, p.content, p.hidden_at into target
      from public.forum_posts p where p.id = target_id for no key update;
  end if;
  if target.topic_id is null then
    perform private.raise_not_found();
  end if;
  return target;
end $$;
comment on function private.find_target is 'A topic or reply, locked together with its topic and kept from losing its author.';

-- Deleting replies --------------------------------------------------------------------------------------------

create function private.remove_reply_notifications(post uuid, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- They are counted by the owner's id; see count_notifications.
  doomed uuid[] := array(select n.id from private.notifications n where n.post_id = post limit at_most);
begin
  if cardinality(doomed) = 0 then
    return false;
  end if;
  perform from private.topic_readers r
    where (r.topic_id, r.user_id) in (select n.topic_id, n.user_id from private.notifications n where n.id = any (doomed))
    order by r.topic_id, r.user_id for no key update;
  delete from private.notifications n where n.id = any (doomed);
  return cardinality(doomed) = at_most;
end $$;
comment on function private.remove_reply_notifications is 'A batch of removing the notifications of a deleted reply. True when there are more.';

drop trigger remove_from_reply_lists on public.forum_posts;
drop trigger uncount_reply on public.forum_posts;
drop function private.uncount_reply();

create or replace function private.update_reply_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.count_entries(array_agg(r.topic_id), array_agg(r.created_at), 1) from rows r having count(*) > 0;
  return null;
end $$;

create function private.uncount_replies() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  post uuid;
begin
  perform from public.forum_topics t where t.id in (select r.topic_id from rows r) order by t.id for no key update;
  update public.forum_topics t
    set reply_count = t.reply_count - g.gone,
      last_activity_at = coalesce(
        (select max(p.created_at) from public.forum_posts p where p.topic_id = t.id), t.created_at)
    from (select r.topic_id, count(*)::integer as gone from rows r group by 1) g
    where t.id = g.topic_id and t.deleted_at is null;
  -- Not those whose topic was deleted: their lists and notifications are removed with it.
  perform private.count_entries(array_agg(r.topic_id), array_agg(r.created_at), -1)
    from rows r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null having count(*) > 0;
  for post in
    select r.id from rows r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null order by 1
  loop
    if private.remove_reply_notifications(post, 100) then
      perform private.enqueue_job('remove_reply_notifications', jsonb_build_object('post', post), post::text);
    end if;
  end loop;
  return null;
end $$;
create trigger uncount_replies after delete on public.forum_posts
  referencing old table as rows for each statement execute function private.uncount_replies();

-- Deleting members --------------------------------------------------------------------------------------------

create function private.detach_forum_posts(person uuid, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  posts uuid[] := array(select p.id from public.forum_posts p where p.user_id = person order by p.topic_id limit at_most);
  topics uuid[] := array(select t.id from public.forum_topics t where t.user_id = person order by t.id limit at_most);
  relation text;
  changed integer;
  done integer := cardinality(posts) + cardinality(topics);
begin
  perform from public.forum_topics t
    where t.id = any (topics || array(select p.topic_id from public.forum_posts p where p.id = any (posts)))
    order by t.id for no key update;
  update public.forum_topics t set user_id = null where t.id = any (topics) and t.user_id = person;
  update public.forum_posts p set user_id = null where p.id = any (posts) and p.user_id = person;
  foreach relation in array array['private.text_versions edited_by', 'private.hidden_texts user_id'] loop
    execute format(
      'update %1$s set %2$s = null where ctid = any (array(select x.ctid from %1$s x where x.%2$s = $1 limit $2))',
      split_part(relation, ' ', 1), split_part(relation, ' ', 2)) using person, at_most;
    get diagnostics changed = row_count;
    done := done + changed;
  end loop;
  foreach relation in array array[
    'private.topic_readers user_id', 'private.notifications user_id', 'private.reports reporter_id'] loop
    execute format(
      'delete from %1$s where ctid = any (array(select x.ctid from %1$s x where x.%2$s = $1 limit $2))',
      split_part(relation, ' ', 1), split_part(relation, ' ', 2)) using person, at_most;
    get diagnostics changed = row_count;
    done := done + changed;
  end loop;
  return done > 0;
end $$;
comment on function private.detach_forum_posts is
  'A batch of making a leaving member''s topics and replies anonymous and of deleting what else the forum has of them. True when there may be more. Call it until it returns false, then delete the member.';

-- detach_forum_posts() leaves next to nothing; what is written meanwhile is locked in the same order as by everybody else.
create function private.lock_topics_of_member() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.forum_topics t
    where t.id in (
      select o.id from public.forum_topics o where o.user_id = old.id
      union select p.topic_id from public.forum_posts p where p.user_id = old.id)
    order by t.id for no key update;
  return old;
end $$;
create trigger lock_topics before delete on private.profiles
  for each row execute function private.lock_topics_of_member();

-- Notifying ---------------------------------------------------------------------------------------------------

create or replace function private.count_notifications() returns trigger
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
    -- What they were notified of is deleted: they can be notified again. Readers come before notifications, so a reader
    -- that somebody else holds is not waited for: they are reading.
    update private.topic_readers r set notified = false
      where r.notified and (r.topic_id, r.user_id) in (
        select x.topic_id, x.user_id from private.topic_readers x
        where (x.topic_id, x.user_id) in (select o.topic_id, o.user_id from old_rows o where o.read_at is null)
        for no key update skip locked);
  end if;
  perform from public.notification_counts c
    where c.user_id in (select o.user_id from old_rows o where o.read_at is null) order by c.user_id for no key update;
  if tg_op = 'DELETE' then
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

create or replace function private.notify_of_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mentioned uuid[] := private.find_mentioned_members(new.content, new.user_id);
begin
  if tg_op = 'INSERT' then
    -- Members who unfollowed are not subscribed again.
    insert into private.topic_readers as r (topic_id, user_id, following, read_to)
      select new.topic_id, new.user_id, true, new.created_at where new.user_id is not null
      on conflict on constraint topic_readers_pkey do update
        set read_to = greatest(r.read_to, excluded.read_to), following = coalesce(r.following, true);
  end if;
  if cardinality(mentioned) > 0 then
    if tg_op = 'INSERT' then
      -- A follower who is mentioned has one notification, not two.
      perform from private.topic_readers r
        where r.topic_id = new.topic_id and r.user_id = any (mentioned) order by r.user_id for no key update;
      update private.topic_readers r set notified = true
        where r.topic_id = new.topic_id and r.user_id = any (mentioned) and r.following and not r.notified;
    end if;
    insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
      select m, 'mention', new.topic_id, new.id, greatest(new.created_at, new.edited_at)
      from unnest(mentioned) m order by m
      on conflict do nothing;
  end if;
  -- From the end: notify_followers() begins at the start and leaves dead index entries there.
  if tg_op = 'INSERT' and (
    select r.user_id from private.topic_readers r
    where r.topic_id = new.topic_id and r.following and not r.notified and r.user_id is distinct from new.user_id
    order by r.user_id desc limit 1
  ) is not null then
    -- In the order of the replies: of several jobs the first one is done, and covers the others.
    perform private.enqueue_job('notify_followers', jsonb_build_object('topic', new.topic_id, 'since', new.created_at),
      new.topic_id::text, least(new.created_at, clock_timestamp()));
  end if;
  return null;
end $$;

create function private.notify_followers(topic uuid, since timestamptz, after uuid, at_most integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  batch uuid[] := array(
    select r.user_id from private.topic_readers r
    where r.topic_id = topic and r.following and not r.notified and (after is null or r.user_id > after)
    order by r.user_id limit at_most);
  posts uuid[];
  locked integer;
begin
  perform private.lock_members(batch);
  perform from public.forum_topics t where t.id = topic and t.deleted_at is null for key share;
  if not found then
    return;
  end if;
  -- The reply with which each one's unread stretch begins; again when one of them has just been deleted.
  loop
    posts := array(
      select distinct f.id from private.topic_readers r cross join lateral (
        select p.id from public.forum_posts p
        where p.topic_id = topic and p.created_at >= since and p.created_at > coalesce(r.read_to, '-infinity')
          and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) f
      where r.topic_id = topic and r.user_id = any (batch));
    perform from public.forum_posts p where p.id = any (posts) order by p.id for key share;
    get diagnostics locked = row_count;
    exit when locked = cardinality(posts);
  end loop;
  perform from private.topic_readers r where r.topic_id = topic and r.user_id = any (batch) order by r.user_id for no key update;
  with added as (
    insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
      select r.user_id, 'reply', topic, p.id, p.created_at
      from private.topic_readers r cross join lateral (
        select p.id, p.created_at from public.forum_posts p
        where p.id = any (posts) and p.created_at > coalesce(r.read_to, '-infinity') and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) p
      where r.topic_id = topic and r.user_id = any (batch) and r.following and not r.notified
      order by r.user_id
      on conflict do nothing
      returning user_id)
  update private.topic_readers r set notified = true from added a where r.topic_id = topic and r.user_id = a.user_id;
  if cardinality(batch) = at_most then
    -- As a job of its own, so that followers of other topics have their turn.
    perform private.enqueue_job('notify_followers',
      jsonb_build_object('topic', topic, 'since', since, 'after', batch[at_most]), topic || ' ' || since || ' on');
  end if;
end $$;
comment on function private.notify_followers is
  'Notifies some of a topic''s followers, in the order of their ids after this one, of the first reply since then that they have not read, and enqueues the rest. Who has an unread notification of the topic gets no second one.';

-- Reading -----------------------------------------------------------------------------------------------------

create or replace function public.follow_topic(topic_id uuid, follow boolean default true) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  opened timestamptz;
begin
  perform private.lock_members(array[person]);
  select t.created_at into opened from public.forum_topics t
    where t.id = follow_topic.topic_id and t.deleted_at is null for key share;
  if not found then
    perform private.raise_not_found();
  end if;
  insert into private.topic_readers as r (topic_id, user_id, following, read_to)
    values (follow_topic.topic_id, person, follow, opened)
    on conflict on constraint topic_readers_pkey do update set following = excluded.following;
  return follow;
end $$;

create or replace function public.topic_position(topic_id uuid)
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
    where t.id = topic_position.topic_id and t.deleted_at is null;
end $$;

create or replace function public.mark_topic_read(topic_id uuid, up_to integer default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  reached timestamptz;
  start record;
  read_ids uuid[];
begin
  perform private.lock_members(array[person]);
  select t.created_at into reached from public.forum_topics t
    where t.id = mark_topic_read.topic_id and t.deleted_at is null for key share;
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
  insert into private.topic_readers as r (topic_id, user_id, read_to) values (mark_topic_read.topic_id, person, reached)
    on conflict on constraint topic_readers_pkey do update set read_to = greatest(r.read_to, excluded.read_to);
  -- The reader's row is locked: nobody notifies them meanwhile.
  read_ids := array(
    select n.id from private.notifications n left join public.forum_posts p on p.id = n.post_id
    where n.user_id = person and n.topic_id = mark_topic_read.topic_id and n.read_at is null
      and (n.post_id is null or p.created_at <= reached));
  update private.topic_readers r set notified = false
    where r.topic_id = mark_topic_read.topic_id and r.user_id = person and r.notified and not exists (
      select from private.notifications n
      where n.user_id = person and n.topic_id = r.topic_id and n.read_at is null and n.id <> all (read_ids));
  update private.notifications n set read_at = now() where n.id = any (read_ids);
end $$;

create or replace function public.mark_notifications_read(ids uuid[] default null) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  -- Locks readers first, as everybody does.
  perform from private.topic_readers r
    where r.user_id = person and r.notified and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)))
    order by r.topic_id for no key update;
  update private.topic_readers r set notified = false
    where r.user_id = person and r.notified and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)));
  update private.notifications n set read_at = now()
    where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids));
  return coalesce((select c.unread from public.notification_counts c where c.user_id = person), 0);
end $$;

create or replace function public.my_notifications(before timestamptz default null, max_rows integer default 20)
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
      join public.forum_topics t on t.id = n.topic_id and t.deleted_at is null
      left join public.forum_posts p on p.id = n.post_id
      -- Who hid a text is not shown.
      left join private.profiles a on n.kind <> 'hidden' and a.id = case when n.post_id is null then t.user_id else p.user_id end
    -- Of a reply that was just deleted.
    where n.post_id is null or p.id is not null
    order by n.created_at desc, n.id;
end $$;

create or replace function public.title_topic(media_type text, media_id uuid) returns table (topic_id uuid, reply_count integer)
  language plpgsql stable security definer
  rows 1
  set search_path = ''
  as $$
declare
  found_id uuid;
begin
  if media_type = 'movie' then
    found_id := (select l.topic_id from private.title_topics l where l.movie_id = title_topic.media_id);
  elsif media_type = 'series' then
    found_id := (select l.topic_id from private.title_topics l where l.series_id = title_topic.media_id);
  end if;
  return query select t.id, t.reply_count from public.forum_topics t where t.id = found_id and t.deleted_at is null;
end $$;

create or replace function public.forum_topic(topic_id uuid)
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
  where t.id = forum_topic.topic_id and t.deleted_at is null
$$;

create or replace function public.topic_page(topic_id uuid, page integer default 1, page_size integer default 20)
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
  total_replies integer := (
    select t.reply_count from public.forum_topics t where t.id = topic_page.topic_id and t.deleted_at is null);
  start record;
begin
  select * into start from private.find_block_from_oldest(topic_page.topic_id, skipped);
  if start.still is null or total_replies is null then
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

create or replace function public.post_place(post_id uuid) returns table (topic_id uuid, number integer)
  language sql stable security definer
  rows 1
  set search_path = ''
  as $$
  select p.topic_id, private.find_reply_number(p.topic_id, p.created_at, p.id)
  from public.forum_posts p join public.forum_topics t on t.id = p.topic_id and t.deleted_at is null
  where p.id = post_place.post_id
$$;

-- Views -------------------------------------------------------------------------------------------------------

create table private.pending_views (
  id bigint generated always as identity primary key,
  topic_id uuid not null,
  viewed_at timestamptz not null default now()
);
comment on table private.pending_views is 'Views that are not yet counted in forum_topics.views. fold_topic_views() does that a second later.';
alter table private.pending_views enable row level security;

create or replace function public.increment_topic_view(topic_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.topic_views (topic_id, viewer)
    select t.id, private.caller_key() from public.forum_topics t
    where t.id = increment_topic_view.topic_id and t.deleted_at is null
    on conflict on constraint topic_views_pkey do nothing;
  if found then
    insert into private.pending_views (topic_id) values (increment_topic_view.topic_id);
    -- A view that is committed only after that job has begun is counted by the next one.
    if not exists (
      select from private.jobs w
      where w.kind = 'fold_topic_views' and w.key = 'all' and w.status = 'waiting' and w.repeat_every is null
    ) then
      perform private.enqueue_job('fold_topic_views', key => 'all', run_after => now() + interval '1 second');
    end if;
  end if;
end $$;
comment on function public.increment_topic_view is 'Counts a view of a topic, once per viewer and day; visible a second later.';

create function private.fold_topic_views(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- A topic that was busy each time is waited for, alone: who holds one topic does not wait for another.
  overdue uuid := (
    select v.topic_id from private.pending_views v where v.viewed_at < now() - interval '3 seconds' order by v.id limit 1);
  pending bigint[] := array(
    select v.id from private.pending_views v where overdue is null or v.topic_id = overdue order by v.id limit at_most);
  topics uuid[];
  folded integer;
begin
  if overdue is not null then
    topics := array(select t.id from public.forum_topics t where t.id = overdue for no key update);
  else
    topics := array(
      select t.id from public.forum_topics t
      where t.id in (select v.topic_id from private.pending_views v where v.id = any (pending))
      order by t.id for no key update skip locked);
  end if;
  with taken as (
    delete from private.pending_views v
      where v.id = any (pending)
        and (v.topic_id = any (topics) or not exists (select from public.forum_topics t where t.id = v.topic_id))
      returning v.topic_id),
  counted as (
    update public.forum_topics t set views = t.views + g.views
      from (select k.topic_id, count(*)::integer as views from taken k group by 1) g
      where t.id = g.topic_id and t.deleted_at is null)
  select count(*) into folded from taken;
  return overdue is not null or folded = at_most;
end $$;
comment on function private.fold_topic_views is 'Adds some of the pending views to their topics. True when there may be more.';

-- Members -----------------------------------------------------------------------------------------------------

create or replace view public.profiles with (security_barrier) as
  select
    p.id,
    p.username,
    case when seen.whole then p.first_name end as first_name,
    case when seen.whole then p.last_name end as last_name,
    case when seen.whole then p.full_name end as full_name,
    case when seen.whole then p.bio end as bio,
    case when seen.whole then p.location end as location,
    case when seen.whole then p.website end as website,
    case when seen.whole then p.occupation end as occupation,
    case when seen.own then p.phone end as phone,
    case when seen.own then p.date_of_birth end as date_of_birth,
    case when seen.whole then p.interests end as interests,
    p.avatar_url,
    p.is_public,
    case when seen.whole then p.created_at end as created_at,
    case when seen.whole then p.updated_at end as updated_at
  from private.profiles p
  cross join lateral (
    select
      (p.id = (select auth.uid()) and (select private.is_fully_signed_in())) or (select private.can_read_all_profiles()) as own,
      p.is_public or p.id = (select auth.uid()) or (select private.can_read_all_profiles()) as whole
  ) seen
  -- "offset 0": always by index; otherwise PostgreSQL may read all posts into a hash table.
  where seen.whole
    or exists (select from public.forum_posts r where r.user_id = p.id offset 0)
    or exists (select from public.forum_topics t where t.user_id = p.id offset 0)
    or exists (select from public.reviews v where v.user_id = p.id offset 0);
drop function private.has_public_posts(uuid);

drop index private.profiles_username_start;
create index profiles_public_username_start on private.profiles (lower(username) collate "C") where is_public;
create index profiles_private_username_start on private.profiles (lower(username) collate "C") where not is_public;

create or replace function public.suggest_members(prefix text, topic_id uuid default null)
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
    select m.id, m.username, m.avatar_url,
      '@' || case when m.username collate "und-x-icu" ~ '^[[:alnum:]_.-]*[[:alnum:]_]$' then m.username else '"' || m.username || '"' end
    from (
      (select p.id, p.username, p.avatar_url from private.profiles p
        where p.is_public and lower(p.username) collate "C" >= beginning and lower(p.username) collate "C" < beginning || chr(1114111)
          and p.username !~ '"'
        order by lower(p.username) collate "C" limit 8)
      union all
      -- Among so many: a longer prefix narrows them down.
      select c.id, c.username, c.avatar_url from (
        select p.id, p.username, p.avatar_url from private.profiles p
          where not p.is_public and lower(p.username) collate "C" >= beginning
            and lower(p.username) collate "C" < beginning || chr(1114111)
            and p.username !~ '"' and suggest_members.topic_id is not null
          order by lower(p.username) collate "C" limit 100) c
        where exists (select from public.forum_topics t where t.id = suggest_members.topic_id and t.user_id = c.id)
          or exists (select from public.forum_posts r where r.topic_id = suggest_members.topic_id and r.user_id = c.id offset 0)
    ) m
    order by lower(m.username) collate "C"
    limit 8;
end $$;

-- Moderation --------------------------------------------------------------------------------------------------

create or replace function public.text_history(target_kind text, target_id uuid)
  returns table (title text, content text, replaced_at timestamptz, edited_by text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return query
    select v.title, v.content, v.replaced_at, p.username
    from private.text_versions v left join private.profiles p on p.id = v.edited_by
    where v.id = any (
      case text_history.target_kind
        when 'topic' then array(
          select x.id from private.text_versions x where x.topic_id = text_history.target_id and x.post_id is null)
        when 'post' then array(select x.id from private.text_versions x where x.post_id = text_history.target_id)
      end)
    order by v.id desc;
end $$;

-- By text, and of one text from the first report on.
create index reports_open_of_text on private.reports (coalesce(post_id, topic_id), created_at, id) where settled_at is null;
drop index private.reports_open;
create index reports_open on private.reports (created_at, id) where settled_at is null;
alter table private.reports alter column created_at set default clock_timestamp();

create function private.list_reported_texts(at_most integer)
  returns table (target_id uuid, topic_id uuid, post_id uuid, first_reported_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce(r.post_id, r.topic_id), r.topic_id, r.post_id, r.created_at
  from private.reports r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null
  where r.settled_at is null and not exists (
    select from private.reports e
    where e.settled_at is null and coalesce(e.post_id, e.topic_id) = coalesce(r.post_id, r.topic_id)
      and (e.created_at, e.id) < (r.created_at, r.id) offset 0)
  order by r.created_at, r.id
  limit at_most
$$;
comment on function private.list_reported_texts is 'Topics and replies with open reports, by the time of the first one.';

create or replace function public.report_queue(page integer default 1)
  returns table (
    target_kind text, target_id uuid, topic_id uuid, topic_title text, title text, content text, created_at timestamptz,
    hidden_at timestamptz, author_id uuid, author_username text, author_suspended boolean, report_count integer,
    reasons text[], notes text[], reporters text[], first_reported_at timestamptz, last_reported_at timestamptz, total integer)
  language plpgsql stable security definer
  rows 20
  set search_path = ''
  as $$
declare
  -- Ten pages are enough to work through: when something is decided, the next one moves up.
  most constant integer := 200;
begin
  perform private.require_moderator();
  return query
    select case when q.post_id is null then 'topic' else 'post' end, q.target_id, q.topic_id,
      t.title, coalesce(h.title, case when q.post_id is null then t.title end), coalesce(h.content, p.content, t.content),
      coalesce(p.created_at, t.created_at), h.hidden_at, a.id, a.username, private.is_suspended(a.id), o.report_count,
      o.reasons, o.notes, o.reporters, q.first_reported_at, o.last_reported_at, q.total
    from (
      select l.*, (count(*) over ())::integer as total from private.list_reported_texts(most) l
      order by l.first_reported_at, l.topic_id, l.post_id
      offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20 limit 20
    ) q
      join public.forum_topics t on t.id = q.topic_id
      left join public.forum_posts p on p.id = q.post_id
      left join private.hidden_texts h on h.target_id = q.target_id
      left join private.profiles a on a.id = case when q.post_id is null then t.user_id else p.user_id end
      cross join lateral (
        select count(*)::integer as report_count, array_agg(distinct r.reason) as reasons,
          coalesce(array_agg(r.note order by r.created_at) filter (where r.note is not null), '{}') as notes,
          array_agg(m.username order by r.created_at) as reporters, max(r.created_at) as last_reported_at
        from private.reports r join private.profiles m on m.id = r.reporter_id
        where r.settled_at is null and coalesce(r.post_id, r.topic_id) = q.target_id
      ) o
    order by q.first_reported_at, q.topic_id, q.post_id;
end $$;
comment on function public.report_queue is
  'For moderators: reported topics and replies without a decision, oldest first, 20 per page; total is at most 200.';
