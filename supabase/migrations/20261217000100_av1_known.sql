-- On its own: it reads the whole table, while everybody goes on.
alter table public.media_jobs validate constraint av1_known;
