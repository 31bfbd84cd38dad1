-- Writing in the forum: what counts as text, how often, by whom, and never twice.

-- Text --------------------------------------------------------------------------------------------------------

-- Twin: INVISIBLE in contract/src/community.ts.
-- plpgsql, as elsewhere in the forum's law where every post passes: it keeps its plan, a function in SQL plans each time.
create function private.is_blank(value text) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return private.trimmed(regexp_replace(coalesce(value, ''),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
    '', 'g')) = '';
end $$;
comment on function private.is_blank is 'Nothing a reader would see: blanks, zero-width and other invisible characters only.';

create function private.tidy_text(value text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
begin
  return private.trimmed(regexp_replace(value, '\r\n?', E'\n', 'g'));
end $$;

-- What is far too long is left to the constraint, unread.
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
  -- Twin: UNREADABLE in contract/src/community.ts.
  if value ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]' then
    raise exception using errcode = '23514', message = 'This text has characters that nobody can read', hint = 'text_unreadable';
  end if;
end $$;

create or replace function private.tidy_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.title := private.trimmed(new.title);
  new.content := private.tidy_text(new.content);
  perform private.check_text(new.title, 200, 'topic_title_empty', 'Please enter a title');
  perform private.check_text(new.content, 20000, 'topic_content_empty', 'Please write something');
  if new.title ~ '[\n\r\t\u2028\u2029]' then
    raise exception using errcode = '23514', message = 'This must fit on one line', hint = 'text_one_line';
  end if;
  return new;
end $$;

create function private.tidy_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.content := private.tidy_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  return new;
end $$;
create trigger tidy_reply before update of content on public.forum_posts
  for each row execute function private.tidy_reply();

-- Who may write -----------------------------------------------------------------------------------------------

create table private.suspensions (
  user_id uuid primary key references private.profiles (id) on delete cascade,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- Twin: SUSPENSION_REASON_MAX in contract/src/community.ts.
  constraint reason_present check (private.trimmed(reason) <> '' and char_length(reason) <= 1000)
);
comment on table private.suspensions is 'Members who may read but not write, and why; until null means without an end. Who suspended them is in the moderation log.';
alter table private.suspensions enable row level security;
insert into private.personal_data (relation, person_column) values ('private.suspensions', 'user_id');

create function private.is_suspended(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (select from private.suspensions s where s.user_id = person and (s.until is null or s.until > now()))
$$;

create function private.refuse_suspended() returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if private.is_client() and private.is_suspended(auth.uid()) then
    raise exception using errcode = '42501', message = 'Your account is suspended: you can read, but not write', hint = 'suspended';
  end if;
end $$;

create function private.reject_suspended_members() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.refuse_suspended();
  return null;
end $$;
comment on function private.reject_suspended_members is 'Refuses what suspended members write. Not on updates of topics and posts: looking at a topic counts a view there.';
create trigger reject_suspended_members before insert or delete on public.forum_topics
  for each statement execute function private.reject_suspended_members();
create trigger reject_suspended_members before insert or delete on public.forum_posts
  for each statement execute function private.reject_suspended_members();
create trigger reject_suspended_members before insert or update or delete on public.reviews
  for each statement execute function private.reject_suspended_members();

create function private.require_can_post() returns uuid
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  perform private.refuse_suspended();
  return person;
end $$;
comment on function private.require_can_post is 'As require_account, and not suspended: everything that writes for others to read asks here.';

create function public.my_suspension() returns table (reason text, until timestamptz, created_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.reason, s.until, s.created_at from private.suspensions s
  where s.user_id = auth.uid() and (s.until is null or s.until > now())
$$;
comment on function public.my_suspension is 'A row if the caller is suspended: why, and until when (null: without an end).';
grant execute on function public.my_suspension() to authenticated;

-- How often ---------------------------------------------------------------------------------------------------

create function private.address_today() returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  todays_salt bytea;
begin
  select salt into todays_salt from private.daily_salts where day = current_date;
  if not found then
    insert into private.daily_salts (day) values (current_date) on conflict do nothing;
    select salt into todays_salt from private.daily_salts where day = current_date;
  end if;
  return encode(extensions.hmac(convert_to(private.caller_address(), 'utf8'), todays_salt, 'sha256'), 'hex');
end $$;
comment on function private.address_today is 'The caller''s address as a hash that means nothing tomorrow, for members too.';

-- A whole town may stand behind one address, so an address may do ten times what a member may.
create function private.within_limit(action text, at_most integer, every interval) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_client() or private.has_role('moderator') then
    return true;
  end if;
  return private.allow(action, private.caller_today(), at_most, every)
    and (private.caller_address() = 'unknown' or private.allow(action, private.address_today(), at_most * 10, every));
end $$;
comment on function private.within_limit is 'Counts one deed of the caller and of their address. Moderators and the server have no limit.';

create function private.limit_actions(action text, at_most integer, every interval) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.within_limit(action, at_most, every) then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
end $$;

-- Sending -----------------------------------------------------------------------------------------------------

alter table public.forum_topics add column edited_at timestamptz, add column hidden_at timestamptz;
alter table public.forum_posts add column edited_at timestamptz, add column hidden_at timestamptz;
comment on column public.forum_topics.hidden_at is 'Set: a moderator hid it. Title and content are then a placeholder; the original lies in private.hidden_texts.';
comment on column public.forum_posts.hidden_at is 'Set: a moderator hid it. The content is then a placeholder; the original lies in private.hidden_texts.';

-- The browser makes the id, so that a second sending of the same text can be told from a second text.
grant insert (id) on public.forum_topics to authenticated;
grant insert (id) on public.forum_posts to authenticated;

create function private.receive_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- Waits for whatever else the same member is sending at this moment.
  allowed boolean := private.within_limit('forum_topic', 30, interval '1 hour');
begin
  if exists (select from public.forum_topics t where t.id = new.id and t.user_id = new.user_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $$;
create trigger receive_topic before insert on public.forum_topics
  for each row execute function private.receive_topic();

create or replace function private.receive_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  from_client boolean := private.is_client();
  allowed boolean;
  closed boolean;
  stamp timestamptz;
begin
  new.content := private.tidy_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  allowed := private.within_limit('forum_post', 60, interval '5 minutes');
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
comment on table private.text_versions is 'What a topic (post_id null) or a reply said before each edit, for moderators.';
create index on private.text_versions (topic_id, post_id);
create index on private.text_versions (post_id);
create index on private.text_versions (edited_by);
alter table private.text_versions enable row level security;
insert into private.personal_data (relation, person_column, after_deletion) values ('private.text_versions', 'edited_by', 'anonymous');

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
  perform private.limit_actions('forum_edit', 60, interval '5 minutes');
end $$;

create function private.no_longer_there() returns void
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
    perform private.no_longer_there();
  end if;
  perform private.check_edit(topic.user_id, topic.locked, topic.hidden_at);
  if (topic.title, topic.content) is distinct from (private.trimmed(edit_topic.title), private.tidy_text(edit_topic.content)) then
    insert into private.text_versions (topic_id, title, content, edited_by)
      values (topic.id, topic.title, topic.content, auth.uid());
    update public.forum_topics t
      set title = edit_topic.title, content = edit_topic.content, edited_at = now(), updated_at = now()
      where t.id = topic.id returning t.* into topic;
  end if;
  return topic;
end $$;
comment on function public.edit_topic is 'Changes the caller''s own topic, marks it as edited, and keeps what it said before.';
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
    perform private.no_longer_there();
  end if;
  select t.locked or t.hidden_at is not null into in_locked from public.forum_topics t where t.id = post.topic_id;
  perform private.check_edit(post.user_id, in_locked, post.hidden_at);
  if post.content is distinct from private.tidy_text(edit_post.content) then
    insert into private.text_versions (topic_id, post_id, content, edited_by)
      values (post.topic_id, post.id, post.content, auth.uid());
    update public.forum_posts p
      set content = edit_post.content, edited_at = now(), updated_at = now()
      where p.id = post.id returning p.* into post;
  end if;
  return post;
end $$;
comment on function public.edit_post is 'Changes the caller''s own reply, marks it as edited, and keeps what it said before.';
grant execute on function public.edit_post(uuid, text) to authenticated;
