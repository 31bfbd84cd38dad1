-- What members are to each other: reactions to posts, orders of the forum's topics, the page of a member, and which
-- notifications a member wants. Translations of episodes.

-- Reactions -------------------------------------------------------------------------------------------------------

create table public.forum_reactions (
  post_id uuid not null,
  user_id uuid not null default auth.uid() references private.profiles (id) on delete cascade,
  -- Keep equal to REACTIONS in contract/src/community/limits.ts.
  kind text not null constraint kind_known check (kind in ('heart', 'bravo', 'laugh', 'wow')),
  created_at timestamptz not null default now(),
  primary key (post_id, user_id, kind)
);
comment on table public.forum_reactions is
  'Members'' reactions to replies and to the first posts of topics. Visible to that member only. No foreign key to the post, which a request may delete with all its reactions: fold_reactions() removes them.';
create index forum_reactions_user_id_idx on public.forum_reactions (user_id);
alter table public.forum_reactions enable row level security;
grant insert (post_id, user_id, kind) on public.forum_reactions to authenticated;
grant select, delete on public.forum_reactions to authenticated;
create policy "members see their own reactions" on public.forum_reactions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "reactions need the second factor" on public.forum_reactions
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "members react to posts of others that are not hidden" on public.forum_reactions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (
      (select p.hidden_at is null and p.user_id is distinct from (select auth.uid())
        from public.forum_posts p where p.id = forum_reactions.post_id)
      or (select t.hidden_at is null and t.user_id is distinct from (select auth.uid())
        from public.forum_topics t where t.id = forum_reactions.post_id)));
create policy "members take their own reaction back" on public.forum_reactions
  for delete to authenticated using (user_id = (select auth.uid()));
insert into private.personal_data (relation, person_column) values ('public.forum_reactions', 'user_id');

alter table public.forum_posts add column reactions integer[];
alter table public.forum_topics add column reactions integer[];
comment on column public.forum_posts.reactions is
  'How many of each kind, in the order heart, bravo, laugh, wow; null without any. Maintained by fold_reactions().';
comment on column public.forum_topics.reactions is
  'Of its first post: how many of each kind, in the order heart, bravo, laugh, wow; null without any. Maintained by fold_reactions().';

create table private.pending_reactions (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  kind text,
  change integer not null
);
comment on table private.pending_reactions is
  'Reactions that are not yet counted in their posts, and deleted posts whose reactions are still there. fold_reactions() takes them out a second later.';
create index pending_reactions_post_id_idx on private.pending_reactions (post_id);
alter table private.pending_reactions enable row level security;

create function private.limit_reactions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_within_limit('forum_reaction', 100, interval '5 minutes');
  return new;
end $$;
create trigger limit_reactions before insert on public.forum_reactions
  for each row execute function private.limit_reactions();
create trigger reject_suspended_members before insert or delete on public.forum_reactions
  for each statement execute function private.reject_suspended_members();
create trigger require_second_factor before insert or delete on public.forum_reactions
  for each statement execute function private.require_second_factor();

create function private.queue_reactions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_table_name <> 'forum_reactions' then
    insert into private.pending_reactions (post_id, change) select o.id, 0 from old_rows o where o.reactions is not null;
  elsif tg_op = 'INSERT' then
    insert into private.pending_reactions (post_id, kind, change) select n.post_id, n.kind, 1 from new_rows n;
  else
    insert into private.pending_reactions (post_id, kind, change)
      select o.post_id, o.kind, -1 from old_rows o
      where exists (select from public.forum_posts p where p.id = o.post_id)
        or exists (select from public.forum_topics t where t.id = o.post_id and t.deleted_at is null);
  end if;
  if found and not exists (
    select from private.jobs w
    where w.kind = 'fold_reactions' and w.key = 'all' and w.status = 'waiting' and w.repeat_every is null
  ) then
    perform private.enqueue_job('fold_reactions', key => 'all', run_after => now() + interval '1 second');
  end if;
  return null;
end $$;
create trigger queue_added after insert on public.forum_reactions
  referencing new table as new_rows for each statement execute function private.queue_reactions();
create trigger queue_removed after delete on public.forum_reactions
  referencing old table as old_rows for each statement execute function private.queue_reactions();
create trigger queue_reactions_of_removed after delete on public.forum_posts
  referencing old table as old_rows for each statement execute function private.queue_reactions();
create trigger queue_reactions_of_removed after delete on public.forum_topics
  referencing old table as old_rows for each statement execute function private.queue_reactions();

create function private.add_reactions(counts integer[], changes integer[]) returns integer[]
  language sql immutable
  set search_path = ''
  as $$
  select nullif(array_agg(coalesce(counts[n], 0) + changes[n] order by n), '{0,0,0,0}') from generate_series(1, 4) n
$$;

create function private.fold_reactions(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  pending bigint[] := array(select v.id from private.pending_reactions v order by v.id limit at_most);
  removed uuid := (
    select v.post_id from private.pending_reactions v
    where v.id = any (pending)
      and not exists (select from public.forum_posts p where p.id = v.post_id)
      and not exists (select from public.forum_topics t where t.id = v.post_id and t.deleted_at is null)
    limit 1);
  free uuid[];
  folded integer;
begin
  if removed is not null then
    delete from public.forum_reactions v where v.ctid = any (array(
      select x.ctid from public.forum_reactions x where x.post_id = removed limit at_most));
    get diagnostics folded = row_count;
    if folded < at_most then
      delete from private.pending_reactions v where v.post_id = removed;
    end if;
    return true;
  end if;
  -- A post that somebody is changing is counted the next time, so that nobody waits here.
  free := array(
      select t.id from public.forum_topics t
      where t.id in (select v.post_id from private.pending_reactions v where v.id = any (pending))
      order by t.id for no key update skip locked)
    || array(
      select p.id from public.forum_posts p
      where p.id in (select v.post_id from private.pending_reactions v where v.id = any (pending))
      order by p.id for no key update skip locked);
  with taken as (
    delete from private.pending_reactions v where v.id = any (pending) and v.post_id = any (free)
      returning v.post_id, v.kind, v.change),
  changes as (
    select k.post_id, array_agg(k.change order by array_position('{heart,bravo,laugh,wow}', k.kind)) as counts
    from (
      select p.post_id, n.kind, coalesce(sum(t.change), 0)::integer as change
      from (select distinct o.post_id from taken o) p
        cross join unnest('{heart,bravo,laugh,wow}'::text[]) n (kind)
        left join taken t on t.post_id = p.post_id and t.kind = n.kind
      group by 1, 2) k
    group by 1 having bool_or(k.change <> 0)),
  topics as (
    update public.forum_topics t set reactions = private.add_reactions(t.reactions, c.counts)
      from changes c where t.id = c.post_id),
  posts as (
    update public.forum_posts p set reactions = private.add_reactions(p.reactions, c.counts)
      from changes c where p.id = c.post_id)
  select count(*) into folded from taken;
  return folded = at_most;
end $$;
comment on function private.fold_reactions is
  'Adds pending reactions to their posts, and removes reactions to deleted posts. True when there may be more.';

drop function public.forum_topic(uuid);
create function public.forum_topic(topic_id uuid)
  returns table (
    id uuid, title text, content text, created_at timestamptz, updated_at timestamptz, edited_at timestamptz,
    hidden_at timestamptz, views integer, reply_count integer, last_activity_at timestamptz, locked boolean, pinned boolean,
    category_id uuid, category_name text, user_id uuid, author_username text, author_full_name text, author_avatar_url text,
    media_type text, media_id uuid, media_title text, reactions integer[])
  language sql stable security definer rows 1
  set search_path = ''
  as $$
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
  where t.id = forum_topic.topic_id and t.deleted_at is null
$$;
comment on function public.forum_topic is
  'One topic with its author, its category, and the published title it is about, if any (rows: public.forum_topics.id = topic_id, private.title_topics.topic_id = topic_id).';
grant execute on function public.forum_topic(uuid) to anon, authenticated;

drop function public.topic_page(uuid, integer, integer);
create function public.topic_page(topic_id uuid, page integer default 1, page_size integer default 20)
  returns table (
    id uuid, number integer, user_id uuid, content text, created_at timestamptz, updated_at timestamptz, edited_at timestamptz,
    hidden_at timestamptz, author_username text, author_full_name text, author_avatar_url text, total integer,
    reactions integer[])
  language plpgsql stable security definer rows 20
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
      p.updated_at, p.edited_at, p.hidden_at, a.username, case when a.is_public then a.full_name end, a.avatar_url, total_replies,
      p.reactions
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
  'Replies of a topic, oldest first; number is a reply''s position, total how many there are. Every page takes the same time (rows: public.forum_topics.id = topic_id, public.forum_posts.topic_id = topic_id, private.forum_blocks.list = topic_id).';
grant execute on function public.topic_page(uuid, integer, integer) to anon, authenticated;

-- Orders of topics ------------------------------------------------------------------------------------------------

create index forum_topics_active on public.forum_topics (last_activity_at desc, id) where deleted_at is null;
create index forum_topics_of_category_active on public.forum_topics (category_id, last_activity_at desc, id)
  where deleted_at is null;
create index forum_topics_discussed on public.forum_topics (reply_count desc, created_at desc, id) where deleted_at is null;
create index forum_topics_of_category_discussed on public.forum_topics (category_id, reply_count desc, created_at desc, id)
  where deleted_at is null;

create function private.list_sorted_topic_ids(sort text, in_category uuid, skipped bigint, at_most integer) returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  -- Keep equal to SORTED_TOPICS_MAX in contract/src/community/limits.ts.
  if skipped >= 100 then
    return '{}';
  elsif sort = 'active' and in_category is null then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null
      order by t.last_activity_at desc, t.id offset skipped limit at_most);
  elsif sort = 'active' then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null and t.category_id = in_category
      order by t.last_activity_at desc, t.id offset skipped limit at_most);
  elsif in_category is null then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null
      order by t.reply_count desc, t.created_at desc, t.id offset skipped limit at_most);
  end if;
  return array(
    select t.id from public.forum_topics t where t.deleted_at is null and t.category_id = in_category
    order by t.reply_count desc, t.created_at desc, t.id offset skipped limit at_most);
end $$;
comment on function private.list_sorted_topic_ids is
  'The first hundred topics by their last reply (active) or by the number of replies (discussed). Pinned ones have no place of their own.';

drop function public.forum_page(integer, uuid);
create function public.forum_page(page integer default 1, in_category uuid default null, sort text default 'newest')
  returns table (
    id uuid, title text, preview text, created_at timestamptz, edited_at timestamptz, hidden_at timestamptz, views integer,
    reply_count integer, last_activity_at timestamptz, locked boolean, pinned boolean, category_id uuid, category_name text,
    user_id uuid, author_username text, author_full_name text, author_avatar_url text, media_type text, media_id uuid,
    total integer)
  language plpgsql stable security definer rows 10
  set search_path = ''
  as $$
declare
  -- Keep equal to TOPICS_PER_PAGE in contract/src/community/limits.ts.
  size constant integer := 10;
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ids uuid[] := case when sort in ('active', 'discussed')
    then private.list_sorted_topic_ids(sort, in_category, skipped, size)
    else private.list_topic_ids(in_category, skipped, size) end;
  total_topics integer := (
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000'));
begin
  return query
    select t.id, t.title, left(t.content, 300), t.created_at, t.edited_at, t.hidden_at, t.views, t.reply_count, t.last_activity_at,
      t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username, case when a.is_public then a.full_name end, a.avatar_url,
      case when l.movie_id is not null then 'movie' when l.series_id is not null then 'series' end,
      coalesce(l.movie_id, l.series_id), total_topics
    from unnest(ids) with ordinality i (id, place)
      join public.forum_topics t on t.id = i.id
      join public.forum_categories c on c.id = t.category_id
      left join private.profiles a on a.id = t.user_id
      left join private.title_topics l on l.topic_id = t.id
    order by i.place;
end $$;
comment on function public.forum_page is
  'Ten topics of the whole forum or of one category; total is how many there are. newest: pinned first, then newest first; active and discussed: the first hundred by last reply and by number of replies. Every page takes the same time.';
grant execute on function public.forum_page(integer, uuid, text) to anon, authenticated;

-- The page of a member --------------------------------------------------------------------------------------------

create index reviews_of_member on public.reviews (user_id, created_at desc, id);
create index reviews_of_member_by_rating on public.reviews (user_id, rating desc, created_at desc, id);
drop index public.reviews_user_id_idx;
create index forum_topics_of_member on public.forum_topics (user_id, created_at desc, id);
drop index public.forum_topics_user_id_idx;

-- Which notifications a member wants ------------------------------------------------------------------------------

create table private.notification_settings (
  user_id uuid primary key references private.profiles (id) on delete cascade,
  -- Keep equal to NOTIFICATION_WAYS in contract/src/community/limits.ts.
  replies text not null default 'app' constraint replies_known check (replies in ('off', 'app', 'email')),
  mentions text not null default 'app' constraint mentions_known check (mentions in ('off', 'app', 'email')),
  mailed_at timestamptz
);
comment on table private.notification_settings is
  'Which notifications members want, if they ever chose: none, in the app, or by e-mail too. A member without a row wants all in the app.';
alter table private.notification_settings enable row level security;
insert into private.personal_data (relation, person_column) values ('private.notification_settings', 'user_id');

alter table private.notifications add column to_mail boolean not null default false;
comment on column private.notifications.to_mail is 'The member wants it by e-mail, and it was not sent yet.';
create index notifications_to_mail on private.notifications (user_id, created_at) where to_mail;

create function public.my_notification_settings() returns table (replies text, mentions text)
  language plpgsql stable security definer rows 1
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select coalesce(s.replies, 'app'), coalesce(s.mentions, 'app')
    from (values (person)) p (id) left join private.notification_settings s on s.user_id = p.id;
end $$;
comment on function public.my_notification_settings is 'Which notifications the caller wants: off, app or email.';
grant execute on function public.my_notification_settings() to authenticated;

create function public.set_notification_settings(replies text, mentions text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  perform private.require_within_limit('notification_settings', 60, interval '5 minutes');
  insert into private.notification_settings as s (user_id, replies, mentions)
    values (person, set_notification_settings.replies, set_notification_settings.mentions)
    on conflict (user_id) do update set replies = excluded.replies, mentions = excluded.mentions;
end $$;
comment on function public.set_notification_settings is 'Each is off, app or email (which includes the app).';
grant execute on function public.set_notification_settings(text, text) to authenticated;

create or replace function private.find_mentioned_members(content text, except_for uuid) returns uuid[]
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
    where p.id is distinct from except_for
      and not exists (select from private.notification_settings s where s.user_id = p.id and s.mentions = 'off'));
end $$;
comment on function private.find_mentioned_members is 'The members whom a text mentions and who want to know it, at most ten.';

create or replace function private.notify_followers(topic uuid, since timestamptz, after uuid, at_most integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  batch uuid[] := array(
    select r.user_id from private.topic_readers r
    where r.topic_id = topic and r.following and not r.notified and (after is null or r.user_id > after)
    order by r.user_id limit at_most);
  wanting uuid[];
  posts uuid[];
  locked integer;
begin
  perform private.lock_members(batch);
  perform from public.forum_topics t where t.id = topic and t.deleted_at is null for key share;
  if not found then
    return;
  end if;
  wanting := array(
    select b.id from unnest(batch) b (id)
    where not exists (select from private.notification_settings s where s.user_id = b.id and s.replies = 'off'));
  -- The reply with which each one's unread stretch begins; again when one of them has just been deleted.
  loop
    posts := array(
      select distinct f.id from private.topic_readers r cross join lateral (
        select p.id from public.forum_posts p
        where p.topic_id = topic and p.created_at >= since and p.created_at > coalesce(r.read_to, '-infinity')
          and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) f
      where r.topic_id = topic and r.user_id = any (wanting));
    perform from public.forum_posts p where p.id = any (posts) order by p.id for key share;
    get diagnostics locked = row_count;
    exit when locked = cardinality(posts);
  end loop;
  perform from private.topic_readers r where r.topic_id = topic and r.user_id = any (wanting) order by r.user_id for no key update;
  with added as (
    insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
      select r.user_id, 'reply', topic, p.id, p.created_at
      from private.topic_readers r cross join lateral (
        select p.id, p.created_at from public.forum_posts p
        where p.id = any (posts) and p.created_at > coalesce(r.read_to, '-infinity') and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) p
      where r.topic_id = topic and r.user_id = any (wanting) and r.following and not r.notified
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

create function private.choose_notifications_to_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mailed timestamptz;
begin
  select s.mailed_at into mailed from private.notification_settings s
    where s.user_id = new.user_id and 'email' = case new.kind when 'reply' then s.replies when 'mention' then s.mentions end;
  if found then
    new.to_mail := true;
    if not exists (
      select from private.jobs w
      where w.kind = 'mail_notifications' and w.key = new.user_id::text and w.status = 'waiting'
    ) then
      -- Together with what follows in the next minute, and at most one e-mail an hour.
      perform private.enqueue_job('mail_notifications', jsonb_build_object('member', new.user_id), new.user_id::text,
        greatest(now() + interval '1 minute', mailed + interval '1 hour'));
    end if;
  end if;
  return new;
end $$;
create trigger choose_notifications_to_mail before insert on private.notifications
  for each row execute function private.choose_notifications_to_mail();

create function private.list_notifications_to_mail(member uuid)
  returns table (
    id uuid, wanted boolean, kind text, topic_id uuid, post_id uuid, title text, actor text, email text, metadata jsonb)
  language sql stable security definer rows 20
  set search_path = ''
  as $$
  select n.id,
    n.read_at is null and u.id is not null and t.id is not null and (n.post_id is null or p.id is not null)
      and 'email' = case n.kind when 'reply' then s.replies else s.mentions end,
    n.kind, n.topic_id, n.post_id, t.title, coalesce(case when a.is_public then nullif(a.full_name, '') end, a.username),
    u.email, u.raw_user_meta_data
  from (
    select * from private.notifications o where o.user_id = member and o.to_mail order by o.created_at limit 20
  ) n
    join private.notification_settings s on s.user_id = n.user_id
    left join auth.users u on u.id = n.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
    left join public.forum_topics t on t.id = n.topic_id and t.deleted_at is null and t.hidden_at is null
    left join public.forum_posts p on p.id = n.post_id and p.hidden_at is null
    left join private.profiles a on a.id = case when n.post_id is null then t.user_id else p.user_id end
  order by n.created_at
$$;
comment on function private.list_notifications_to_mail is
  'The next 20 notifications of a member to mail. wanted: unread, still there, still wanted, and the address is confirmed.';

create function private.mark_notifications_mailed(member uuid, ids uuid[], was_sent boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.notifications n set to_mail = false where n.id = any (ids) and n.user_id = member;
  if was_sent then
    update private.notification_settings s set mailed_at = now() where s.user_id = member;
  end if;
  if exists (select from private.notifications o where o.user_id = member and o.to_mail) then
    perform private.enqueue_job('mail_notifications', jsonb_build_object('member', member), member::text,
      now() + case when was_sent then interval '1 hour' else interval '0' end);
  end if;
end $$;
comment on function private.mark_notifications_mailed is 'These need no e-mail any more. Enqueues what is left, an hour after an e-mail.';

-- Translations of episodes ----------------------------------------------------------------------------------------

alter table public.episodes
  add title_translations jsonb not null default '{}',
  add description_translations jsonb not null default '{}',
  add constraint title_translations_valid check (private.are_translations(title_translations, 200)),
  add constraint description_translations_valid check (private.are_translations(description_translations, 10000));
comment on column public.episodes.title_translations is 'By language; title and description are in the series'' own language.';
grant insert (title_translations, description_translations), update (title_translations, description_translations)
  on public.episodes to authenticated;
