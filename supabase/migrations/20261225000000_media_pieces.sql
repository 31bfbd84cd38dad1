-- Pieces of films, which any worker can encode (decision record 0122).

create table private.media_pieces (
  job_id uuid not null references public.media_jobs (id) on delete cascade,
  stage text not null,
  number integer not null,
  piece jsonb not null,
  worker uuid,
  lease_until timestamptz,
  attempts integer not null default 0,
  is_done boolean not null default false,
  primary key (job_id, stage, number),
  constraint stage_known check (stage in ('first', 'second'))
);
comment on table private.media_pieces is 'The pieces of films in work: which process encodes one, until when its lease lasts, and whether its file is stored.';
comment on column private.media_pieces.piece is 'Where it begins and ends in the film, and what its encoder needs to know (media/src/plan-pieces.ts).';
alter table private.media_pieces enable row level security;

create function private.claim_media_piece(worker uuid, lease_seconds integer, of_job uuid, of_stage text)
  returns table (job_id uuid, stage text, number integer, piece jsonb, source_path text, source_version text, stream_id uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  claimed private.media_pieces;
begin
  select p.* into claimed from private.media_pieces p join public.media_jobs j on j.id = p.job_id
    where not p.is_done and j.status = 'running' and coalesce(p.lease_until <= now(), true)
      -- What failed elsewhere is left to the worker that has the film: it can say why.
      and case when of_job is null then p.attempts < 2 else p.job_id = of_job and p.stage = of_stage end
    order by j.created_at, p.stage, p.number limit 1
    for update of p skip locked;
  if claimed.job_id is null then
    return;
  end if;
  update private.media_pieces p
    set worker = claim_media_piece.worker, lease_until = now() + make_interval(secs => lease_seconds),
      attempts = p.attempts + 1
    where p.job_id = claimed.job_id and p.stage = claimed.stage and p.number = claimed.number;
  return query select claimed.job_id, claimed.stage, claimed.number, claimed.piece, s.source_path, s.source_version, s.id
    from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = claimed.job_id;
end $$;
comment on function private.claim_media_piece is 'Claims the next piece that nobody encodes, of any film; with a job and a stage, one of these. No row when there is none.';
revoke execute on function private.claim_media_piece(uuid, integer, uuid, text) from public;
grant execute on function private.claim_media_piece(uuid, integer, uuid, text) to service_role;

create or replace function private.renew_av1_job_lease(job_id uuid, worker uuid, lease_seconds integer) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_av1_job_lease.job_id and r.worker = renew_av1_job_lease.worker
      and j.id = r.job_id and j.av1 = 'making'
      and not exists (select from public.media_jobs q where q.status = 'queued' and q.run_after <= now())
      and not exists (
        select from private.media_pieces p join public.media_jobs q on q.id = p.job_id
        where not p.is_done and p.worker is null and p.attempts < 2 and q.status = 'running')
    returning 1)
  select exists (select from held)
$$;

create or replace function private.list_kept_streams(ids uuid[]) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id from private.streams s where s.id = any (ids)
  union
  select f.name::uuid from private.deleted_files f where f.name = any (ids::text[])
  union
  select p.job_id from private.media_pieces p where p.job_id = any (ids)
$$;
comment on function private.list_kept_streams is 'Those of these streams whose files must stay: of titles that are there, and of deleted ones that can be restored. The pieces of a film in work are stored under its job.';
