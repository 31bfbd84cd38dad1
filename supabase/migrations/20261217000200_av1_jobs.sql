create index concurrently if not exists media_jobs_av1 on public.media_jobs (created_at)
  where status = 'done' and av1 in ('waiting', 'making');
