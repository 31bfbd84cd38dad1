-- The schema `platform` itself, and `platform.migrations`, are created by the migration runner before its first file.
comment on schema platform is 'The platform''s own tables. No client role has access.';
comment on table platform.migrations is 'Which of the platform''s own schema files have run.';

create table platform.settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table platform.settings is 'Values that must survive a restart, such as the thumbprint of the signing key.';

create table platform.migration_checksums (
  version text primary key,
  checksum text not null
);
comment on table platform.migration_checksums is
  'SHA-256 of each file recorded in supabase_migrations.schema_migrations, which has no column for it.';

-- The Supabase CLI's own table, so that a database can move between the platform and the CLI.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
comment on table supabase_migrations.schema_migrations is 'Which files of supabase/migrations have run.';
