-- Finished films are also encoded in AV1, when no upload waits. The state is part of the job, which editors see live.

alter table public.media_jobs add column av1 text not null default 'waiting',
  add constraint av1_known check (av1 in ('waiting', 'making', 'made', 'none', 'failed')) not valid;
comment on column public.media_jobs.av1 is 'The low renditions in AV1, made after the job is done. none: this film gets none.';

alter table private.media_runs add column av1_attempts integer not null default 0;
comment on column private.media_runs.av1_attempts is 'How often AV1 was begun and neither finished nor put back.';

create function private.claim_av1_job(worker uuid, lease_seconds integer)
  returns table (job_id uuid, source_path text, source_version text, stream_id uuid, encryption_key bytea, film jsonb, attempts integer)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  job public.media_jobs;
  stream private.streams;
  tries integer;
begin
  if exists (select from public.media_jobs j where j.status in ('queued', 'running')) then
    return;
  end if;
  -- Films that were replaced meanwhile are settled on the way, a bounded number at a time.
  for n in 1..100 loop
    select j.* into job from public.media_jobs j
      where j.status = 'done' and j.av1 in ('waiting', 'making') and not exists (
        select from private.media_runs r where r.job_id = j.id and r.lease_until > now())
      order by j.created_at limit 1
      for update skip locked;
    if job.id is null then
      return;
    end if;
    select s.* into stream from private.streams s
      join storage.objects o on o.bucket_id = 'movies' and o.name = s.source_path and o.version = s.source_version
      where s.status = 'whole' and s.source_path = job.source_path and not s.film ? 'av1'
        and (s.movie_id = job.movie_id or s.episode_id = job.episode_id);
    exit when stream.id is not null;
    update public.media_jobs j set av1 = 'none' where j.id = job.id;
    delete from private.media_runs r where r.job_id = job.id;
  end loop;
  if stream.id is null then
    return;
  end if;
  insert into private.media_runs as r (job_id, stream_id, worker, lease_until, av1_attempts)
    values (job.id, stream.id, claim_av1_job.worker, now() + make_interval(secs => lease_seconds), 1)
    on conflict on constraint media_runs_pkey do update
      set stream_id = excluded.stream_id, worker = excluded.worker, lease_until = excluded.lease_until,
        av1_attempts = r.av1_attempts + 1
    returning r.av1_attempts into tries;
  update public.media_jobs j set av1 = 'making' where j.id = job.id;
  return query select job.id, job.source_path, stream.source_version, stream.id, stream.encryption_key, stream.film, tries;
end $$;
comment on function private.claim_av1_job is 'Claims a finished film that lacks AV1; no row while any upload waits or is encoded.';

create function private.renew_av1_job_lease(job_id uuid, worker uuid, lease_seconds integer) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_av1_job_lease.job_id and r.worker = renew_av1_job_lease.worker
      and j.id = r.job_id and j.av1 = 'making'
      and not exists (select from public.media_jobs q where q.status = 'queued' and q.run_after <= now())
    returning 1)
  select exists (select from held)
$$;
comment on function private.renew_av1_job_lease is 'Extends the worker''s lease. False when it was lost, or when an upload waits, which goes first.';

create function private.finish_av1_job(job_id uuid, worker uuid, rungs jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream uuid := (select r.stream_id from private.media_runs r where r.job_id = finish_av1_job.job_id);
begin
  perform private.lock_title_of_stream(stream);
  delete from private.media_runs r where r.job_id = finish_av1_job.job_id and r.worker = finish_av1_job.worker;
  if not found then
    return false;
  end if;
  update private.streams s set film = s.film || jsonb_build_object('av1', rungs) where s.id = stream;
  update public.media_jobs j set av1 = case when rungs = '[]' then 'none' else 'made' end
    where j.id = finish_av1_job.job_id;
  return true;
end $$;
comment on function private.finish_av1_job is 'Offers the renditions to viewers. An empty list: this film gets none.';

create function private.put_back_av1_job(job_id uuid, worker uuid, retry_seconds integer) returns void
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.media_runs r
    set worker = null, lease_until = now() + make_interval(secs => coalesce(retry_seconds, 0)),
      -- Only what failed counts as an attempt.
      av1_attempts = case when retry_seconds is null then greatest(0, r.av1_attempts - 1) else r.av1_attempts end
    where r.job_id = put_back_av1_job.job_id and r.worker = put_back_av1_job.worker
    returning r.job_id)
  update public.media_jobs j set av1 = 'waiting' from held where j.id = held.job_id
$$;
comment on function private.put_back_av1_job is 'For a worker that stops or gives way to an upload; with seconds, for one that failed.';

create function private.give_up_av1_job(job_id uuid, worker uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    delete from private.media_runs r where r.job_id = give_up_av1_job.job_id and r.worker = give_up_av1_job.worker
    returning r.job_id)
  update public.media_jobs j set av1 = 'failed' from held where j.id = held.job_id
$$;
comment on function private.give_up_av1_job is 'The film stays in H.264 alone.';

grant execute on function private.claim_av1_job(uuid, integer) to service_role;
grant execute on function private.renew_av1_job_lease(uuid, uuid, integer) to service_role;
grant execute on function private.finish_av1_job(uuid, uuid, jsonb) to service_role;
grant execute on function private.put_back_av1_job(uuid, uuid, integer) to service_role;
grant execute on function private.give_up_av1_job(uuid, uuid) to service_role;
