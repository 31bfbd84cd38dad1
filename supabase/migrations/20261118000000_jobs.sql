-- Jobs: background work that one process does at a time, and repeats when it fails.

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  key text,
  repeat_every interval,
  status text not null default 'waiting',
  run_after timestamptz not null default now(),
  attempts integer not null default 0,
  claims integer not null default 0,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint status_known check (status in ('waiting', 'running', 'failed')),
  constraint repeated_job_has_a_key check (repeat_every is null or key is not null)
);
comment on table private.jobs is 'Background work. A finished job is deleted, or waits for its next turn when it repeats.';
comment on column private.jobs.key is 'Jobs of the same kind and key are the same work: those that are due are done as one, with the payload of the first, and never two at once.';
comment on column private.jobs.run_after is 'waiting: due from then on. running: another process takes it over from then on.';
comment on column private.jobs.claims is 'Never reset: a process that was replaced cannot end the job of the one that replaced it.';
comment on column private.jobs.failed_at is 'When its attempts were used up: an admin can retry or discard it. A job that repeats is tried nevertheless.';
create index jobs_due on private.jobs (kind, run_after, id) where status <> 'failed';
create index jobs_of_a_key on private.jobs (kind, key, run_after) where status <> 'running' and key is not null;
create unique index one_running_job_per_key on private.jobs (kind, key) where status = 'running' and key is not null;
create unique index one_repeated_job_per_kind on private.jobs (kind) where repeat_every is not null;
create index jobs_failed on private.jobs (failed_at, id) where failed_at is not null;

-- A waiting job of the same key is no reason to insert none: it may begin before this transaction's rows can be seen.
-- Locking it would make everybody who enqueues the same work wait for each other. The one who claims merges them.
create function private.enqueue_job(
  kind text, payload jsonb default '{}', key text default null, run_after timestamptz default now()
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  runners_know boolean := false;
begin
  if key is not null then
    if exists (
      select from private.jobs w
      where w.kind = enqueue_job.kind and w.key = enqueue_job.key and w.status = 'waiting'
        and w.run_after = enqueue_job.run_after and w.xmin = pg_current_xact_id()::xid
    ) then
      return;
    end if;
    runners_know := exists (
      select from private.jobs w
      where w.kind = enqueue_job.kind and w.key = enqueue_job.key and w.status = 'waiting'
        and w.run_after <= enqueue_job.run_after);
  end if;
  insert into private.jobs (kind, payload, key, run_after) values (kind, payload, key, run_after);
  -- PostgreSQL sends equal notifications of one transaction once.
  if not runners_know then
    perform pg_notify('jobs', '');
  end if;
end $$;
comment on function private.enqueue_job is 'Adds background work in the caller''s transaction. Waits for nobody.';

create function private.repeat_jobs(kinds text[], every interval[]) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.jobs as j (kind, key, repeat_every, run_after)
    select r.kind, 'all', r.every, now() + r.every from unnest(kinds, every) r (kind, every) order by r.kind
    on conflict (kind) where repeat_every is not null
    do update set repeat_every = excluded.repeat_every,
      run_after = case when j.status = 'waiting' then least(j.run_after, excluded.run_after) else j.run_after end
    -- Also after the clock was set back.
    where j.repeat_every <> excluded.repeat_every or j.run_after > excluded.run_after + interval '1 hour'
$$;
comment on function private.repeat_jobs is 'Makes sure that this work is done again and again, by one process at a time. Enqueued with the key ''all'', it is done at once.';

create function private.claim_job(kinds text[], lease interval) returns setof private.jobs
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- Not in the conditions: an index cannot be searched for what changes meanwhile.
  moment timestamptz := clock_timestamp();
  due_kind text;
  job private.jobs;
begin
  for due_kind in
    select k.kind from unnest(kinds) k (kind)
      cross join lateral (
        select d.run_after from private.jobs d
        where d.kind = k.kind and d.status <> 'failed' and d.run_after <= moment
        order by d.run_after, d.id limit 1) oldest
      order by oldest.run_after
  loop
    begin
      update private.jobs j
        set status = 'running', attempts = j.attempts + 1, claims = j.claims + 1, run_after = moment + lease
        where j.id = (
          select d.id from private.jobs d
          where d.kind = due_kind and d.status <> 'failed' and d.run_after <= moment
            and (d.status = 'running' or d.key is null or (
              -- Not "not exists", which PostgreSQL may answer by reading the whole table once.
              select r.id from private.jobs r where r.kind = d.kind and r.key = d.key and r.status = 'running') is null)
          order by d.run_after, d.id limit 1
          for update skip locked)
        returning j.* into job;
      if found then
        delete from private.jobs s where s.id in (
          select w.id from private.jobs w
          where w.kind = job.kind and w.key = job.key and w.status = 'waiting' and w.repeat_every is null
            and w.run_after <= moment and w.id > job.id
          for update skip locked);
        return next job;
        return;
      end if;
    exception when unique_violation then
      -- Another process has just begun the same work.
      null;
    end;
  end loop;
end $$;
comment on function private.claim_job is 'The job of these kinds that is due longest, for the caller alone until the lease ends.';

create function private.seconds_until_next_job(kinds text[]) returns double precision
  language sql stable security definer
  set search_path = ''
  as $$
  select extract(epoch from min(next.run_after) - clock_timestamp())::double precision
  from unnest(kinds) k (kind)
    cross join lateral (
      select d.run_after from private.jobs d
      where d.kind = k.kind and d.status <> 'failed'
        and (d.status = 'running' or d.key is null or (
          select r.id from private.jobs r where r.kind = d.kind and r.key = d.key and r.status = 'running') is null)
      order by d.run_after, d.id limit 1) next
$$;
comment on function private.seconds_until_next_job is 'When a job of these kinds falls due or a lease ends; null when there is none.';

create function private.extend_job_lease(job_id bigint, claim integer, lease interval) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.jobs j set run_after = clock_timestamp() + lease
      where j.id = job_id and j.status = 'running' and j.claims = claim
      returning 1
  )
  select exists (select from held)
$$;
comment on function private.extend_job_lease is 'False when another process has taken the job over.';

create function private.finish_job(job_id bigint, claim integer) returns void
  language sql security definer
  set search_path = ''
  as $$
  delete from private.jobs j
    where j.id = job_id and j.status = 'running' and j.claims = claim and j.repeat_every is null;
  update private.jobs j
    set status = 'waiting', attempts = 0, last_error = null, failed_at = null,
      run_after = clock_timestamp() + j.repeat_every
    where j.id = job_id and j.status = 'running' and j.claims = claim
$$;
comment on function private.finish_job is 'Deletes the job, or makes it wait for its next turn when it repeats.';

create function private.release_job(job_id bigint, claim integer) returns void
  language sql security definer
  set search_path = ''
  as $$
  with released as (
    update private.jobs j
      set status = 'waiting', attempts = j.attempts - 1, run_after = clock_timestamp()
      where j.id = job_id and j.status = 'running' and j.claims = claim
      returning 1
  )
  select pg_notify('jobs', '') from released
$$;
comment on function private.release_job is 'Hands the job to another process at once, as if this one had not begun.';

create function private.fail_job(job_id bigint, claim integer, error text, max_attempts integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job private.jobs;
begin
  update private.jobs j
    set last_error = left(error, 2000),
      status = case when j.attempts >= max_attempts and j.repeat_every is null then 'failed' else 'waiting' end,
      failed_at = case when j.attempts >= max_attempts then coalesce(j.failed_at, clock_timestamp()) end,
      run_after = clock_timestamp() + least(
        interval '1 second' * (2 ^ least(j.attempts, 12)) * (0.75 + random() / 2), interval '1 hour', j.repeat_every)
    where j.id = job_id and j.status = 'running' and j.claims = claim
    returning j.* into job;
  if job.status = 'failed' and job.key is not null then
    -- The list shows the same work once.
    delete from private.jobs j
      where j.kind = job.kind and j.key = job.key and j.status = 'failed' and j.failed_at is not null and j.id <> job.id;
  end if;
end $$;
comment on function private.fail_job is 'Repeats the job later, each time after a longer pause. Work that repeats anyway is never given up.';

create function private.purge_failed_jobs(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  purged integer;
begin
  delete from private.jobs j where j.id in (
    select f.id from private.jobs f
    where f.failed_at < now() - interval '90 days' and f.status = 'failed'
    order by f.failed_at limit at_most);
  get diagnostics purged = row_count;
  return purged = at_most;
end $$;
comment on function private.purge_failed_jobs is 'Deletes jobs that nobody retried or discarded for 90 days. True: there are more.';

-- The admin's list of failed jobs -----------------------------------------------------------------------------

create function public.admin_failed_jobs(before_time timestamptz default null, before_id bigint default null)
  returns table (id bigint, kind text, failed_at timestamptz, attempts integer, last_error text, repeats boolean)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select j.id, j.kind, j.failed_at, j.attempts, j.last_error, j.repeat_every is not null
    from private.jobs j
    where j.failed_at is not null
      and (j.failed_at, j.id) < (coalesce(before_time, 'infinity'), coalesce(before_id, 0))
    order by j.failed_at desc, j.id desc
    limit 25;
end $$;
comment on function public.admin_failed_jobs is 'Background jobs that failed for good, and repeated ones that keep failing, for admins: 25 a page, the newest first, those before the last one seen.';
grant execute on function public.admin_failed_jobs(timestamptz, bigint) to authenticated;

create function public.retry_failed_job(job_id bigint) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job_kind text;
begin
  perform private.require_role('admin');
  update private.jobs j
    set status = 'waiting', attempts = 0, failed_at = null, run_after = now()
    where j.id = job_id and j.failed_at is not null and j.status <> 'running'
    returning j.kind into job_kind;
  if job_kind is null then
    return false;
  end if;
  perform pg_notify('jobs', '');
  perform private.write_audit_log('retry', 'jobs', job_id::text, job_kind);
  return true;
end $$;
comment on function public.retry_failed_job is 'For admins: does a failed job again, with all its attempts. False when it is no longer in the list, or running.';
grant execute on function public.retry_failed_job(bigint) to authenticated;

create function public.discard_failed_job(job_id bigint) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job_kind text;
begin
  perform private.require_role('admin');
  delete from private.jobs j where j.id = job_id and j.status = 'failed' returning j.kind into job_kind;
  if job_kind is null then
    return false;
  end if;
  perform private.write_audit_log('discard', 'jobs', job_id::text, job_kind);
  return true;
end $$;
comment on function public.discard_failed_job is 'For admins: deletes a failed job; its work is not done. False when it is no longer in the list, or repeats.';
grant execute on function public.discard_failed_job(bigint) to authenticated;

-- Emails of contact messages ------------------------------------------------------------------------------------

create or replace function private.queue_contact_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.enqueue_job('mail_contact_message', jsonb_build_object('message_id', new.id));
  return null;
end $$;

insert into private.jobs (kind, payload, attempts, run_after)
  select 'mail_contact_message', jsonb_build_object('message_id', m.message_id), m.tries, m.next_try_at
  from private.contact_mail m where m.mailed_at is null;

drop function private.claim_contact_mail();
drop function private.mark_contact_mail_sent(uuid);
drop function private.retry_contact_mail(uuid, integer);
drop table private.contact_mail;

-- Release windows -----------------------------------------------------------------------------------------------

drop function private.apply_release_windows();
create function private.apply_release_windows(at_most integer default 1000) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  title_table text;
  changed integer;
  more boolean := false;
begin
  foreach title_table in array array['movies', 'series'] loop
    -- A window that is entirely in the past ends unpublished.
    execute format(
      'update public.%1$I t set
        published = case when t.unpublish_at <= now() then false when t.publish_at <= now() then true else t.published end,
        publish_at = case when t.publish_at <= now() then null else t.publish_at end,
        unpublish_at = case when t.unpublish_at <= now() then null else t.unpublish_at end
      where t.id in (
        select d.id from public.%1$I d where d.publish_at <= now() or d.unpublish_at <= now()
        order by d.id limit $1 for update)', title_table) using at_most;
    get diagnostics changed = row_count;
    more := more or changed = at_most;
  end loop;
  return more;
end $$;
comment on function private.apply_release_windows is 'Publishes and hides titles whose time has come, by a job at that time; on Supabase called by pg_cron. True: there are more.';

create function private.queue_release() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.publish_at is not null and (tg_op = 'INSERT' or new.publish_at is distinct from old.publish_at) then
    perform private.enqueue_job('apply_release_windows', key => 'all', run_after => new.publish_at);
  end if;
  if new.unpublish_at is not null and (tg_op = 'INSERT' or new.unpublish_at is distinct from old.unpublish_at) then
    perform private.enqueue_job('apply_release_windows', key => 'all', run_after => new.unpublish_at);
  end if;
  return null;
end $$;
create trigger queue_release after insert or update of publish_at, unpublish_at on public.movies
  for each row when (new.publish_at is not null or new.unpublish_at is not null)
  execute function private.queue_release();
create trigger queue_release after insert or update of publish_at, unpublish_at on public.series
  for each row when (new.publish_at is not null or new.unpublish_at is not null)
  execute function private.queue_release();

insert into private.jobs (kind, key, run_after)
  select distinct 'apply_release_windows', 'all', w.at from (
    select m.publish_at from public.movies m union all select m.unpublish_at from public.movies m
    union all select s.publish_at from public.series s union all select s.unpublish_at from public.series s
  ) w (at) where w.at is not null;
