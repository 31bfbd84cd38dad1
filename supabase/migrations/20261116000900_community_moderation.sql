-- Moderation: members report, moderators decide, and every decision is logged.

create function private.require_moderator() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  if not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  return person;
end $$;

-- The log -----------------------------------------------------------------------------------------------------

create table private.moderation_log (
  id bigint generated always as identity primary key,
  moderator_id uuid references private.profiles (id) on delete set null,
  action text not null check (action in (
    'hide', 'unhide', 'lock', 'unlock', 'pin', 'unpin', 'move', 'delete', 'dismiss', 'suspend', 'lift')),
  target_kind text not null check (target_kind in ('topic', 'post', 'member')),
  target_id uuid,
  note text,
  created_at timestamptz not null default now()
);
comment on table private.moderation_log is 'Actions of moderators. Append-only, except that ids of deleted members are cleared.';
create index on private.moderation_log (moderator_id);
create index on private.moderation_log (target_id);
alter table private.moderation_log enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.moderation_log', 'moderator_id', 'anonymous');

create function private.protect_moderation_log() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{moderator_id,target_id}'::text[] = to_jsonb(old) - '{moderator_id,target_id}'::text[]
    and (new.moderator_id is null or new.moderator_id = old.moderator_id) and (new.target_id is null or new.target_id = old.target_id) then
    return new;
  end if;
  raise exception using errcode = '42501', message = 'The moderation log is append-only', hint = 'log_append_only';
end $$;
create trigger protect_moderation_log before update or delete on private.moderation_log
  for each row execute function private.protect_moderation_log();
create trigger moderation_log_never_truncated before truncate on private.moderation_log
  for each statement execute function private.protect_moderation_log();

create function private.anonymize_moderation_log() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.moderation_log l set target_id = null where l.target_kind = 'member' and l.target_id = old.id;
  return null;
end $$;
create trigger anonymize_moderation_log after delete on private.profiles
  for each row execute function private.anonymize_moderation_log();

create function private.log_moderation(action text, target_kind text, target_id uuid, note text default null) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.moderation_log (moderator_id, action, target_kind, target_id, note)
  values (auth.uid(), action, target_kind, target_id, nullif(left(private.trim_text(note), 1000), ''))
$$;

-- Locking, pinning and moving are plain updates of a topic, deleting a plain delete; they are logged by triggers.
create function private.log_topic_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_client() or pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.locked <> old.locked then
    perform private.log_moderation(case when new.locked then 'lock' else 'unlock' end, 'topic', new.id);
  end if;
  if new.pinned <> old.pinned then
    perform private.log_moderation(case when new.pinned then 'pin' else 'unpin' end, 'topic', new.id);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_moderation('move', 'topic', new.id,
      (select c.name from public.forum_categories c where c.id = new.category_id));
  end if;
  return null;
end $$;
create trigger log_topic_update after update of locked, pinned, category_id on public.forum_topics
  for each row execute function private.log_topic_update();

create function private.log_removal() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Not replies deleted with their topic, and not one's own.
  if private.is_client() and pg_trigger_depth() = 1 and old.user_id is distinct from auth.uid() then
    perform private.log_moderation('delete', tg_argv[0], old.id, left(old.content, 300));
  end if;
  return null;
end $$;
create trigger log_removal after delete on public.forum_topics
  for each row execute function private.log_removal('topic');
create trigger log_removal after delete on public.forum_posts
  for each row execute function private.log_removal('post');

create function public.moderation_log(page integer default 1)
  returns table (
    id bigint, action text, moderator_username text, target_kind text, target_id uuid, note text, created_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return query
    select l.id, l.action, p.username, l.target_kind, l.target_id, l.note, l.created_at
    from private.moderation_log l left join private.profiles p on p.id = l.moderator_id
    order by l.id desc offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 50 limit 50;
end $$;
comment on function public.moderation_log is 'For moderators: the moderation log, newest first, 50 per page.';
grant execute on function public.moderation_log(integer) to authenticated;

-- Hiding ------------------------------------------------------------------------------------------------------

create table private.hidden_texts (
  target_id uuid primary key,
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  post_id uuid references public.forum_posts (id) on delete cascade,
  user_id uuid references private.profiles (id) on delete set null,
  title text,
  content text not null,
  note text,
  hidden_at timestamptz not null default now()
);
comment on table private.hidden_texts is
  'Original texts of hidden topics and replies. The public row has a placeholder, so that neither realtime nor search can show the original.';
create index on private.hidden_texts (topic_id);
create index on private.hidden_texts (post_id);
create index on private.hidden_texts (user_id);
alter table private.hidden_texts enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.hidden_texts', 'user_id', 'anonymous');

-- A topic or reply as find_target() returns it.
create type private.forum_target as (topic_id uuid, post_id uuid, user_id uuid, title text, content text, hidden_at timestamptz);

create function private.find_target(target_kind text, target_id uuid) returns private.forum_target
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  target private.forum_target;
begin
  if target_kind = 'topic' then
    select t.id, null, t.user_id, t.title, t.content, t.hidden_at into target
      from public.forum_topics t where t.id = target_id for no key update;
  elsif target_kind = 'post' then
    select p.topic_id, p.id, p.user_id, null, p.content, p.hidden_at into target
      from public.forum_posts p where p.id = target_id for no key update;
  end if;
  if target.topic_id is null then
    perform private.raise_not_found();
  end if;
  return target;
end $$;

create function public.set_hidden(target_kind text, target_id uuid, hidden boolean, note text default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_moderator();
  target private.forum_target := private.find_target(set_hidden.target_kind, set_hidden.target_id);
  -- Keep equal to HIDDEN_TEXT in contract/src/community/limits.ts.
  placeholder constant text := 'Hidden by a moderator';
  original private.hidden_texts;
begin
  if hidden = (target.hidden_at is not null) then
    return;
  end if;
  if hidden then
    insert into private.hidden_texts (target_id, topic_id, post_id, user_id, title, content, note)
      values (set_hidden.target_id, target.topic_id, target.post_id, target.user_id, target.title, target.content,
        nullif(left(private.trim_text(set_hidden.note), 1000), ''));
    original.title := placeholder;
    original.content := placeholder;
    original.hidden_at := now();
  else
    delete from private.hidden_texts h where h.target_id = set_hidden.target_id returning h.* into original;
    original.hidden_at := null;
  end if;
  if target.post_id is null then
    update public.forum_topics t set title = original.title, content = original.content, hidden_at = original.hidden_at
      where t.id = target.topic_id;
  else
    update public.forum_posts p set content = original.content, hidden_at = original.hidden_at where p.id = target.post_id;
  end if;
  perform private.log_moderation(case when hidden then 'hide' else 'unhide' end, set_hidden.target_kind, set_hidden.target_id, set_hidden.note);
  if hidden then
    perform private.close_reports(target.topic_id, target.post_id, 'hidden');
    insert into private.notifications (user_id, kind, topic_id, post_id)
      select target.user_id, 'hidden', target.topic_id, target.post_id where target.user_id <> person
      on conflict do nothing;
  end if;
end $$;
comment on function public.set_hidden is
  'For moderators: hides a topic or reply from everybody but its author and moderators, or shows it again. Hiding closes its reports.';
grant execute on function public.set_hidden(text, uuid, boolean, text) to authenticated;

create function public.hidden_text(target_kind text, target_id uuid)
  returns table (title text, content text, hidden_at timestamptz, note text)
  language plpgsql stable security definer
  rows 1
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select h.title, h.content, h.hidden_at, h.note from private.hidden_texts h
    where h.target_id = hidden_text.target_id and (h.post_id is null) = (hidden_text.target_kind = 'topic')
      and (h.user_id = person or private.has_role('moderator'));
end $$;
comment on function public.hidden_text is 'The original text of a hidden topic or reply and why it was hidden, for its author and moderators.';
grant execute on function public.hidden_text(text, uuid) to authenticated;

create function public.text_history(target_kind text, target_id uuid)
  returns table (title text, content text, replaced_at timestamptz, edited_by text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return query
    select v.title, v.content, v.replaced_at, p.username
    from private.text_versions v left join private.profiles p on p.id = v.edited_by
    where case text_history.target_kind
      when 'topic' then v.topic_id = text_history.target_id and v.post_id is null
      when 'post' then v.post_id = text_history.target_id end
    order by v.id desc;
end $$;
comment on function public.text_history is 'For moderators: the texts of a topic or reply before each edit, newest first.';
grant execute on function public.text_history(text, uuid) to authenticated;

-- Reports -----------------------------------------------------------------------------------------------------

create table private.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references private.profiles (id) on delete cascade,
  topic_id uuid not null references public.forum_topics (id) on delete cascade,
  post_id uuid references public.forum_posts (id) on delete cascade,
  -- Keep equal to REPORT_REASONS and NOTE_MAX in contract/src/community/limits.ts.
  reason text not null check (reason in ('spam', 'insult', 'spoiler', 'illegal', 'other')),
  note text check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text check (outcome in ('hidden', 'dismissed')),
  constraint settled_with_an_outcome check ((settled_at is null) = (outcome is null))
);
comment on table private.reports is 'Reports of members about a topic (post_id null) or a reply; one per member and text.';
create unique index reports_once on private.reports (reporter_id, coalesce(post_id, topic_id));
create index on private.reports (topic_id);
create index on private.reports (post_id);
create index reports_open on private.reports (created_at) where settled_at is null;
alter table private.reports enable row level security;
insert into private.personal_data (relation, person_column) values ('private.reports', 'reporter_id');

create function private.close_reports(in_topic uuid, of_post uuid, how text) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  settled integer;
begin
  update private.reports r set settled_at = now(), outcome = how
    where r.topic_id = in_topic and r.post_id is not distinct from of_post and r.settled_at is null;
  get diagnostics settled = row_count;
  return settled;
end $$;

create function public.report(target_kind text, target_id uuid, reason text, note text default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_can_post();
  target private.forum_target := private.find_target(report.target_kind, report.target_id);
begin
  if target.user_id = person then
    raise exception using errcode = '42501', message = 'This is your own text', hint = 'own_content';
  end if;
  if exists (
    select from private.reports r where r.reporter_id = person and coalesce(r.post_id, r.topic_id) = report.target_id) then
    raise exception using errcode = '23505', message = 'You have already reported this', hint = 'already_reported';
  end if;
  perform private.require_within_limit('forum_report', 20, interval '1 hour');
  insert into private.reports (reporter_id, topic_id, post_id, reason, note)
    values (person, target.topic_id, target.post_id, report.reason, nullif(private.normalize_text(report.note), ''));
end $$;
comment on function public.report is 'Reports a topic or reply of another member to the moderators, once.';
grant execute on function public.report(text, uuid, text, text) to authenticated;

create function public.dismiss_reports(target_kind text, target_id uuid) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_moderator();
  target private.forum_target := private.find_target(dismiss_reports.target_kind, dismiss_reports.target_id);
  settled integer := private.close_reports(target.topic_id, target.post_id, 'dismissed');
begin
  if settled > 0 then
    perform private.log_moderation('dismiss', dismiss_reports.target_kind, dismiss_reports.target_id);
  end if;
  return settled;
end $$;
comment on function public.dismiss_reports is 'For moderators: closes the reports of a topic or reply without hiding it. Returns how many.';
grant execute on function public.dismiss_reports(text, uuid) to authenticated;

create function public.report_queue(page integer default 1)
  returns table (
    target_kind text, target_id uuid, topic_id uuid, topic_title text, title text, content text, created_at timestamptz,
    hidden_at timestamptz, author_id uuid, author_username text, author_suspended boolean, report_count integer,
    reasons text[], notes text[], reporters text[], first_reported_at timestamptz, last_reported_at timestamptz, total integer)
  language plpgsql stable security definer
  rows 20
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return query
    select case when q.post_id is null then 'topic' else 'post' end, coalesce(q.post_id, q.topic_id), q.topic_id,
      t.title, coalesce(h.title, case when q.post_id is null then t.title end), coalesce(h.content, p.content, t.content),
      coalesce(p.created_at, t.created_at), h.hidden_at, a.id, a.username, private.is_suspended(a.id), q.report_count,
      q.reasons, q.notes, q.reporters, q.first_reported_at, q.last_reported_at, q.total
    from (
      select r.topic_id, r.post_id, count(*)::integer as report_count, array_agg(distinct r.reason) as reasons,
        coalesce(array_agg(r.note order by r.created_at) filter (where r.note is not null), '{}') as notes,
        array_agg(m.username order by r.created_at) as reporters,
        min(r.created_at) as first_reported_at, max(r.created_at) as last_reported_at, (count(*) over ())::integer as total
      from private.reports r join private.profiles m on m.id = r.reporter_id
      where r.settled_at is null
      group by r.topic_id, r.post_id
      order by min(r.created_at), r.topic_id, r.post_id
      offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20 limit 20
    ) q
      join public.forum_topics t on t.id = q.topic_id
      left join public.forum_posts p on p.id = q.post_id
      left join private.hidden_texts h on h.target_id = coalesce(q.post_id, q.topic_id)
      left join private.profiles a on a.id = case when q.post_id is null then t.user_id else p.user_id end
    order by q.first_reported_at, q.topic_id, q.post_id;
end $$;
comment on function public.report_queue is 'For moderators: reported topics and replies without a decision, oldest first, 20 per page.';
grant execute on function public.report_queue(integer) to authenticated;

-- Suspending --------------------------------------------------------------------------------------------------

create function public.suspend_member(member_id uuid, reason text, until timestamptz default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  if not exists (select from private.profiles p where p.id = member_id) then
    perform private.raise_not_found();
  end if;
  if exists (select from public.admin_users a where a.user_id = member_id) then
    raise exception using errcode = '42501', message = 'Somebody who works here cannot be suspended', hint = 'staff_cannot_be_suspended';
  end if;
  if suspend_member.until <= now() then
    raise exception using errcode = '23514', message = 'This moment has already passed', hint = 'until_in_the_past';
  end if;
  if private.is_blank(suspend_member.reason) then
    raise exception using errcode = '23514', message = 'Please say why', hint = 'reason_required';
  end if;
  insert into private.suspensions as s (user_id, reason, until)
    values (member_id, private.trim_text(suspend_member.reason), suspend_member.until)
    on conflict (user_id) do update set reason = excluded.reason, until = excluded.until, created_at = now();
  perform private.log_moderation('suspend', 'member', member_id, suspend_member.reason);
end $$;
comment on function public.suspend_member is 'For moderators: suspends a member until a time (null: until lifted). They can read but not post.';
grant execute on function public.suspend_member(uuid, text, timestamptz) to authenticated;

create function public.lift_suspension(member_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  delete from private.suspensions s where s.user_id = member_id;
  if found then
    perform private.log_moderation('lift', 'member', member_id);
    return true;
  end if;
  return false;
end $$;
comment on function public.lift_suspension is 'For moderators: ends a suspension. False when the member was not suspended.';
grant execute on function public.lift_suspension(uuid) to authenticated;

create function public.suspended_members()
  returns table (user_id uuid, username text, avatar_url text, reason text, until timestamptz, created_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return query
    select p.id, p.username, p.avatar_url, s.reason, s.until, s.created_at
    from private.suspensions s join private.profiles p on p.id = s.user_id
    where s.until is null or s.until > now()
    order by s.created_at desc, p.id;
end $$;
comment on function public.suspended_members is 'For moderators: the suspended members and why.';
grant execute on function public.suspended_members() to authenticated;
