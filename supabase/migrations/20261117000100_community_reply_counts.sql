-- Replies are counted after they are inserted: a BEFORE trigger also runs for a row that "on conflict do nothing" drops.

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
  allowed := private.check_caller_limit('forum_post', 60, interval '5 minutes');
  -- Replies to one topic queue up for its row, and each one is younger than the one before it, so that the order of time is
  -- the order of arrival. The topic does not know of earlier replies of the same statement yet; the setting does.
  select t.locked or t.hidden_at is not null,
      greatest(t.last_activity_at, nullif(current_setting('private.last_reply_at', true), '')::timestamptz)
    into closed, latest
    from public.forum_topics t where t.id = new.topic_id for no key update;
  if exists (select from public.forum_posts p where p.id = new.id and p.user_id = new.user_id and p.topic_id = new.topic_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if closed and from_client and not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  if from_client and latest is not null then
    new.created_at := greatest(clock_timestamp(), latest + interval '1 microsecond');
    new.updated_at := new.created_at;
    perform set_config('private.last_reply_at', new.created_at::text, true);
  end if;
  return new;
end $$;

create function private.count_reply() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.forum_topics t
    set reply_count = t.reply_count + 1, last_activity_at = greatest(t.last_activity_at, new.created_at)
    where t.id = new.topic_id;
  return null;
end $$;
create trigger count_reply after insert on public.forum_posts
  for each row execute function private.count_reply();
