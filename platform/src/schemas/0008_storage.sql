-- Buckets and objects, in Supabase's shape. Every role can query these tables; the policies that migrations add
-- decide what it sees. The bytes are stored elsewhere.

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_name_length check (char_length(name) <= 100)
);
comment on table storage.buckets is 'Groups of objects, with limits of size and type.';
comment on column storage.buckets.owner is 'Superseded by owner_id.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
comment on table storage.objects is 'One row per stored file.';
comment on column storage.objects.owner is 'Superseded by owner_id.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
comment on table storage.s3_multipart_uploads is 'Uploads in parts that are not finished.';
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
comment on table storage.s3_multipart_uploads_parts is 'The parts that were received.';
create index s3_multipart_uploads_parts_upload_id_idx on storage.s3_multipart_uploads_parts (upload_id);
create index s3_multipart_uploads_parts_bucket_id_idx on storage.s3_multipart_uploads_parts (bucket_id);

create table storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);
comment on table storage.migrations is 'Empty here; Supabase''s storage server records its own migrations in it.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
alter table storage.migrations enable row level security;

-- Supabase grants everything here. We omit truncate, which no policy can prevent, and references and trigger.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
grant all on storage.buckets, storage.objects, storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts
  to service_role;
