-- A film whose AV1 gets ahead between interruptions is not given up.

create function private.note_av1_rendition(job_id uuid, worker uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  update private.media_runs r set av1_attempts = 1
    where r.job_id = note_av1_rendition.job_id and r.worker = note_av1_rendition.worker
$$;
comment on function private.note_av1_rendition is 'Another rendition is complete: attempts are counted from here.';
revoke execute on function private.note_av1_rendition(uuid, uuid) from public;
grant execute on function private.note_av1_rendition(uuid, uuid) to service_role;

comment on column private.media_runs.av1_attempts is
  'How often AV1 was begun since its last complete rendition, and neither finished nor put back.';
