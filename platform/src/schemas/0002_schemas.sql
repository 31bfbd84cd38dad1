do $$
begin
  if to_regnamespace('auth') is not null or to_regnamespace('storage') is not null then
    raise duplicate_schema using message =
      'this database already has a schema "auth" or "storage" that was not made here (a Supabase project,'
      ' perhaps): choose an empty database';
  end if;
end
$$;

create schema auth;
create schema storage;
create schema realtime;
create schema if not exists extensions;

comment on schema auth is 'Accounts, sessions and sign-in flows, in GoTrue''s shape. Reached through /auth/v1 only.';
comment on schema storage is 'Buckets and objects. The policies on these tables decide who can read and write files.';
comment on schema realtime is 'Broadcast messages and the outbox of row changes.';

grant usage on schema auth, storage, realtime, extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
-- On Supabase these two own the tables; here we do, and they exist so that migrations can grant to them.
grant usage on schema auth, extensions, public to supabase_auth_admin;
grant usage on schema storage, extensions, public to supabase_storage_admin;
revoke create on schema public from public;

-- Only extensions that both the embedded database and PostgreSQL have.
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Closed by default: nobody can call a new function or use a new table until a migration grants it.
-- Only the server's own role has access everywhere. Hosted Supabase opens new objects in `public` to `anon`
-- and `authenticated` instead, so migrations revoke there what they do not grant.
-- The revoke names no schema: per schema, PostgreSQL can add default privileges but not revoke them.
alter default privileges revoke execute on functions from public;
alter default privileges in schema extensions grant execute on functions to public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
