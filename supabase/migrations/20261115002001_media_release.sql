-- A job that was put back in good order has not been tried; one whose process died has. Otherwise a file at which the
-- process itself dies would take it down at every start.
create or replace function private.release_media_jobs(worker uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.media_jobs j
    set status = 'queued', run_after = now(), seconds_left = null,
      attempts = case when release_media_jobs.worker is null then j.attempts else greatest(0, j.attempts - 1) end
    from private.media_runs r
    where r.job_id = j.id and j.status = 'running'
      and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  update private.media_runs r set worker = null, lease_until = null
    where release_media_jobs.worker is null or r.worker = release_media_jobs.worker;
  perform pg_notify('media', '');
end $$;
