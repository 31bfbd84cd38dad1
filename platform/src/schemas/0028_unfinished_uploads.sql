-- Resumable uploads: what each is to become, and which process writes it. Their bytes are in the object store.

create table platform.uploads (
  id uuid primary key,
  bucket_id text not null,
  name text not null,
  version text not null,
  -- Not jsonb, which refuses some texts that clients can send.
  record json not null,
  state text not null default 'open',
  -- When the last bytes came.
  changed_at timestamptz not null default now(),
  process uuid,
  held_until timestamptz,
  is_wanted boolean not null default false,
  constraint state_known check (state in ('open', 'finished', 'ended'))
);
comment on table platform.uploads is 'Uploads in parts: unfinished, finished for a day, or ended until their bytes are removed.';
comment on column platform.uploads.process is 'The process that writes it, until held_until, which it moves on while it works.';
comment on column platform.uploads.is_wanted is 'Another process has a newer request for it.';
alter table platform.uploads enable row level security;
create index on platform.uploads (changed_at);
create index on platform.uploads (bucket_id, name);
