-- What staff did: written by the database itself, changed by nobody.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null,
  subject text not null,
  subject_id text not null,
  label text,
  reason text,
  change jsonb not null default '{}'
);
comment on table public.audit_log is
  'Every act of staff, once. Staff are in it by their number, members by its first eight characters, so that somebody who is deleted can no longer be named; change holds [before, after] of each changed column.';
create index on public.audit_log (subject, subject_id, id desc);
create index on public.audit_log (actor_id, id desc);
create index on public.audit_log (at);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.has_role('admin')));

create function private.refuse_changing_the_log() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The audit log is append-only', hint = 'audit_append_only';
end $$;
create trigger audit_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_changing_the_log();
create trigger audit_never_truncated before truncate on public.audit_log
  for each statement execute function private.refuse_changing_the_log();
alter table public.audit_log enable always trigger audit_append_only;
alter table public.audit_log enable always trigger audit_never_truncated;

create function private.record_act(
    act text, subject text, subject_id text, label text default null, reason text default null, change jsonb default '{}')
  returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.audit_log (actor_id, act, subject, subject_id, label, reason, change)
  values (auth.uid(), act, subject, subject_id, left(label, 200), nullif(left(private.trimmed(reason), 500), ''), change)
$$;
comment on function private.record_act is 'One line in the audit log, in the caller''s name.';

-- Columns that the database keeps by itself are nobody's act.
create function private.audit_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kept_by_itself constant text[] := array[
    'created_at', 'updated_at', 'review_count', 'review_total', 'rating', 'season_count', 'episode_count', 'has_video'];
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - kept_by_itself end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - kept_by_itself end;
  whole jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  difference jsonb;
begin
  if not private.is_client() or not private.has_role('editor', 'moderator', 'accountant') then
    return null;
  end if;
  select coalesce(jsonb_object_agg(k.name, jsonb_build_array(was -> k.name, now_is -> k.name)), '{}')
    into difference
    from (select jsonb_object_keys(was || now_is)) k (name)
    where coalesce(was -> k.name, 'null') is distinct from coalesce(now_is -> k.name, 'null');
  if difference <> '{}' then
    perform private.record_act(
      lower(tg_op), tg_table_name, whole ->> 'id', coalesce(whole ->> 'title', whole ->> 'name', whole ->> 'subject'),
      null, difference);
  end if;
  return null;
end $$;
comment on function private.audit_change is 'Writes what staff do to a table into the audit log. What members and the house itself do is not its business.';

do $$
declare
  watched text;
begin
  foreach watched in array array[
    'movies', 'series', 'episodes', 'movie_categories', 'featured_films', 'banners', 'forum_categories', 'contact_messages'] loop
    execute format(
      'create trigger audit_change after insert or update or delete on public.%I for each row execute function private.audit_change()',
      watched);
  end loop;
end $$;
