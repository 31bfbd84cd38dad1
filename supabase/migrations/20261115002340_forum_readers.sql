-- Readers: what they follow, how far they have read, and what they are told.
--
-- A member is told of new replies in a topic once, and again only after they have looked: a busy topic with ten thousand
-- followers then costs a reply nothing, and nobody finds a hundred notifications about one conversation.

create table private.topic_readers (
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  user_id uuid not null references private.profiles (id) on delete cascade,
  following boolean,
  told boolean not null default false,
  read_to timestamptz,
  primary key (topic_id, user_id)
);
comment on table private.topic_readers is
  'Who follows a topic (null: never said), whether they have been told of replies they have not seen yet (told), and the moment of the last reply they have read.';
create index on private.topic_readers (user_id);
create index topic_readers_to_notify on private.topic_readers (topic_id, user_id) where following and not told;
alter table private.topic_readers enable row level security;

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
  'What members are told. Who did it is the author of the post (or of the topic, where there is no post): nobody is copied, nobody lingers.';
create unique index notifications_unique on private.notifications (user_id, kind, coalesce(post_id, topic_id));
create index notifications_newest on private.notifications (user_id, created_at desc, id);
create index notifications_unread on private.notifications (user_id, topic_id) where read_at is null;
create index on private.notifications (topic_id);
create index on private.notifications (post_id);
alter table private.notifications enable row level security;

create table public.notification_counts (
  user_id uuid primary key references private.profiles (id) on delete cascade,
  unread integer not null default 0,
  changed_at timestamptz not null default now()
);
comment on table public.notification_counts is 'How many notifications a member has not read. Kept by the database; open pages hear of it.';
alter table public.notification_counts enable row level security;
grant select on public.notification_counts to authenticated;
create policy "members see how much is waiting for them" on public.notification_counts
  for select to authenticated using (user_id = (select auth.uid()));
alter publication supabase_realtime add table public.notification_counts;

insert into private.personal_data (relation, person_column) values
  ('private.topic_readers', 'user_id'),
  ('private.notifications', 'user_id'),
  ('public.notification_counts', 'user_id');

-- Always in the order of members' ids, so that two replies that tell the same people never wait for each other in a ring.
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
    -- What they were told about is gone: they may be told again.
    update private.topic_readers r set told = false from old_rows o
      where o.read_at is null and r.topic_id = o.topic_id and r.user_id = o.user_id and r.told;
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

create index profiles_username_start on private.profiles (lower(username) collate "C");

-- Twin: MENTION in contract/src/community.ts. Not inside quoted lines and code: whoever is quoted was told before.
create function private.mentioned_in(content text, except_for uuid) returns uuid[]
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
comment on function private.mentioned_in is 'The members whom a text calls by their names, at most ten.';

create function public.suggest_members(prefix text, topic_id uuid default null)
  returns table (id uuid, username text, avatar_url text, mention text)
  language plpgsql stable security definer
  rows 8
  set search_path = ''
  as $$
declare
  beginning text := lower(left(private.trimmed(prefix), 40));
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
  'Members whose username begins so, and how to write the mention. Private members only where they have spoken in that topic.';
grant execute on function public.suggest_members(text, uuid) to authenticated;
drop index public.forum_posts_user_id_idx;
create index on public.forum_posts (user_id, topic_id);

-- Telling -----------------------------------------------------------------------------------------------------

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
    from unnest(private.mentioned_in(new.title || E'\n' || new.content, new.user_id)) m order by m
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
  mentioned uuid[] := private.mentioned_in(new.content, new.user_id);
  followers uuid[] := '{}';
begin
  if tg_op = 'INSERT' then
    -- Who has unfollowed stays so.
    insert into private.topic_readers as r (topic_id, user_id, following, read_to)
      select new.topic_id, new.user_id, true, new.created_at where new.user_id is not null
      on conflict on constraint topic_readers_pkey do update
        set read_to = greatest(r.read_to, excluded.read_to), following = coalesce(r.following, true);
    with told as (
      update private.topic_readers r set told = true
      where r.topic_id = new.topic_id and r.following and not r.told and r.user_id is distinct from new.user_id
      returning r.user_id
    )
    select coalesce(array_agg(t.user_id), '{}') into followers from told t;
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
    perform private.no_longer_there();
  end if;
  return follow;
end $$;
comment on function public.follow_topic is 'Follows a topic, or no longer. Whoever opens a topic or replies follows it without asking.';
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
  so_far integer := 0;
begin
  select * into reader from private.topic_readers r where r.topic_id = topic_position.topic_id and r.user_id = person;
  if reader.read_to is not null then
    so_far := coalesce(
      private.place_in_topic(topic_position.topic_id, reader.read_to, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 0);
  end if;
  return query
    select coalesce(reader.following, false), so_far, t.reply_count, u.id, case when u.id is not null then so_far + 1 end
    from public.forum_topics t left join lateral (
      select p.id from public.forum_posts p
      where p.topic_id = t.id and p.created_at > coalesce(reader.read_to, '-infinity') order by p.created_at, p.id limit 1
    ) u on true
    where t.id = topic_position.topic_id;
end $$;
comment on function public.topic_position is 'How far the caller has read a topic, where they would go on reading, and whether they follow it.';
grant execute on function public.topic_position(uuid) to authenticated;

create function public.mark_topic_read(topic_id uuid, up_to integer default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  reached timestamptz;
  start record;
  settled uuid[];
begin
  select t.created_at into reached from public.forum_topics t where t.id = mark_topic_read.topic_id;
  if not found then
    return;
  end if;
  if up_to is null then
    reached := coalesce((select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id), reached);
  elsif up_to > 0 then
    select * into start from private.block_from_oldest(mark_topic_read.topic_id, up_to - 1);
    reached := coalesce(
      (select p.created_at from public.forum_posts p
        where p.topic_id = mark_topic_read.topic_id and p.created_at >= start.since
        order by p.created_at, p.id offset start.still limit 1),
      (select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id),
      reached);
  end if;
  settled := array(
    select n.id from private.notifications n left join public.forum_posts p on p.id = n.post_id
    where n.user_id = person and n.topic_id = mark_topic_read.topic_id and n.read_at is null
      and (n.post_id is null or p.created_at <= reached));
  insert into private.topic_readers as r (topic_id, user_id, read_to) values (mark_topic_read.topic_id, person, reached)
    on conflict on constraint topic_readers_pkey do update set
      read_to = greatest(r.read_to, excluded.read_to),
      told = r.told and exists (
        select from private.notifications n
        where n.user_id = person and n.topic_id = r.topic_id and n.read_at is null and n.id <> all (settled));
  update private.notifications n set read_at = now() where n.id = any (settled);
end $$;
comment on function public.mark_topic_read is
  'The caller has read the first up_to replies (null: all); never takes back what was read before. What they were told about them is settled.';
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
        then greatest(t.reply_count - private.place_in_topic(t.id, p.created_at, p.id), 0) else 0 end,
      n.created_at, n.read_at
    from (
      select * from private.notifications o
      where o.user_id = person and (my_notifications.before is null or o.created_at < my_notifications.before)
      order by o.created_at desc, o.id limit least(greatest(coalesce(max_rows, 20), 1), 100)
    ) n
      join public.forum_topics t on t.id = n.topic_id
      left join public.forum_posts p on p.id = n.post_id
      -- Who hid a text does not matter; that it was hidden does.
      left join private.profiles a on n.kind <> 'hidden' and a.id = case when n.post_id is null then t.user_id else p.user_id end
    order by n.created_at desc, n.id;
end $$;
comment on function public.my_notifications is
  'What the caller was told, newest first; before is the created_at of the last one they have. more: how many replies came after an unread one.';
grant execute on function public.my_notifications(timestamptz, integer) to authenticated;

create function public.mark_notifications_read(ids uuid[] default null) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  -- Readers first, as a reply does.
  update private.topic_readers r set told = false
    where r.user_id = person and r.told and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)));
  update private.notifications n set read_at = now()
    where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids));
  return coalesce((select c.unread from public.notification_counts c where c.user_id = person), 0);
end $$;
comment on function public.mark_notifications_read is 'The caller has seen these (null: all). Says how many are left.';
grant execute on function public.mark_notifications_read(uuid[]) to authenticated;
