-- Audit: what staff write anywhere leaves an entry. Tables have audit_row_change, files have audit_file_change, functions write
-- theirs; moderation has its own log. supabase/tests/audit.test.ts collects what staff can write and compares.

-- The arguments name columns with other people's words and addresses: the entry names them without their values.
create or replace function private.audit_row_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  computed_columns constant text[] := array[
    'created_at', 'updated_at', 'review_count', 'review_total', 'rating', 'season_count', 'episode_count', 'has_video', 'words'];
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - computed_columns end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - computed_columns end;
  whole jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  difference jsonb;
begin
  if not private.is_client() or not private.has_role('editor', 'moderator', 'accountant')
    -- What staff write as members is no action of staff.
    or whole ->> 'user_id' = auth.uid()::text then
    return null;
  end if;
  select coalesce(jsonb_object_agg(k.name, case when k.name = any (tg_argv) then '[]'
        else jsonb_build_array(was -> k.name, now_is -> k.name) end), '{}')
    into difference
    from (select jsonb_object_keys(was || now_is)) k (name)
    where coalesce(was -> k.name, 'null') is distinct from coalesce(now_is -> k.name, 'null');
  if difference <> '{}' then
    perform private.write_audit_log(
      lower(tg_op), tg_table_name, whole ->> 'id', (
        select coalesce(w ->> 'title', w ->> 'name', w ->> 'subject') from (select whole - coalesce(tg_argv, '{}')) x (w)),
      null, difference);
  end if;
  return null;
end $$;

create trigger audit_row_change after insert or update or delete on public.subtitles
  for each row execute function private.audit_row_change();

-- Moderators delete reviews of others. Not those that go with their film or their author.
create function private.audit_review_removal() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  film text := (select m.title from public.movies m where m.id = old.movie_id);
begin
  if private.is_client() and film is not null and old.user_id <> auth.uid() then
    perform private.write_audit_log('delete', 'reviews', old.id::text, film, null,
      jsonb_build_object('user_id', jsonb_build_array(left(old.user_id::text, 8), null), 'rating', jsonb_build_array(old.rating, null)));
  end if;
  return null;
end $$;
create trigger audit_review_removal after delete on public.reviews
  for each row execute function private.audit_review_removal();

-- Contact messages: the name of their sender was the entry's label, and an entry outlives a deleted member.
drop trigger audit_row_change on public.contact_messages;
create trigger audit_row_change after update or delete on public.contact_messages
  for each row execute function private.audit_row_change('name', 'email', 'subject', 'message', 'user_id');

-- Files -------------------------------------------------------------------------------------------------------

create function private.audit_file_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  file storage.objects := coalesce(new, old);
  -- A signed upload address is used with the rights of the service; the file's owner is the person who requested it.
  actor uuid := coalesce(auth.uid(), case when tg_op <> 'DELETE' and not private.is_client() then new.owner end);
  -- A picture's folder is its member's id, which an entry must not keep.
  label text := file.bucket_id || '/' || case file.bucket_id when 'profile-images' then left(file.name, 8) else file.name end;
begin
  if tg_op = 'UPDATE' and (old.bucket_id, old.name, old.version) is not distinct from (new.bucket_id, new.name, new.version)
    or file.bucket_id = 'profile-images' and (storage.foldername(file.name))[1] = actor::text
    or not exists (select from public.admin_users a where a.user_id = actor) then
    return null;
  end if;
  insert into public.audit_log (actor_id, act, subject, subject_id, label, change)
    values (actor, lower(tg_op), 'files', file.id::text, left(label, 200),
      jsonb_build_object('size', jsonb_build_array(old.metadata -> 'size', new.metadata -> 'size'))
      || case when tg_op = 'UPDATE' and (old.bucket_id, old.name) <> (new.bucket_id, new.name) then
        jsonb_build_object('name', jsonb_build_array(old.bucket_id || '/' || old.name, new.bucket_id || '/' || new.name))
        else '{}' end);
  return null;
end $$;
comment on function private.audit_file_change is
  'Writes which files staff upload, replace, move and delete into the audit log. Own pictures and the server''s clean-up are not logged.';
create trigger audit_file_change after insert or update or delete on storage.objects
  for each row execute function private.audit_file_change();

-- Encoding jobs -----------------------------------------------------------------------------------------------

create function private.audit_media_job() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.is_client() and private.has_role('editor') then
    perform private.write_audit_log(case when new.status = 'queued' then 'retry' else 'cancel' end, 'media_jobs', new.id::text,
      new.source_path, null, jsonb_build_object('status', jsonb_build_array(old.status, new.status)));
  end if;
  return null;
end $$;
-- Not the jobs that an upload starts: the upload has an entry of its own.
create trigger audit_media_job after update of status on public.media_jobs
  for each row when (pg_trigger_depth() = 0 and old.status is distinct from new.status)
  execute function private.audit_media_job();

-- Staff -------------------------------------------------------------------------------------------------------

create function private.audit_role_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into public.audit_log (actor_id, act, subject, subject_id, change)
    values (auth.uid(), lower(tg_op), 'admin_users', left(coalesce(new.user_id, old.user_id)::text, 8),
      jsonb_build_object('role', jsonb_build_array(old.role, new.role)));
  return null;
end $$;
comment on function private.audit_role_change is 'Writes who became or stopped being staff into the audit log, for every writer.';
create trigger audit_role_change after insert or update or delete on public.admin_users
  for each row execute function private.audit_role_change();

-- Deleted accounts --------------------------------------------------------------------------------------------

-- The function delete-account deletes with the service key, which has no person: the entry of the admin is written here.
create or replace function public.can_delete_account(person uuid default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  leaving uuid := coalesce(can_delete_account.person, auth.uid());
begin
  if leaving is not distinct from auth.uid() then
    perform private.require_recent_sign_in();
  else
    perform private.require_role('admin');
  end if;
  if exists (select from public.admin_users a where a.user_id = leaving and a.role = 'admin')
    and not exists (select from public.admin_users a where a.user_id <> leaving and a.role = 'admin') then
    raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
  end if;
  if leaving <> auth.uid() then
    perform private.write_audit_log('request_deletion', 'members', left(leaving::text, 8));
  end if;
  return leaving;
end $$;
