-- What sign-in remembers beside GoTrue's tables: the browsers an account was used with, and sign-ups whose address is not
-- confirmed yet.

create table platform.known_devices (
  token_hash text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);
comment on table platform.known_devices is
  'Browsers that signed in to an account. Strangers'' wrong passwords do not lock them out.';
create index on platform.known_devices (user_id, used_at);
create index on platform.known_devices (used_at);

create function platform.forget_known_devices() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from platform.known_devices where user_id = new.id;
  return null;
end $$;
comment on function platform.forget_known_devices() is
  'After a new password, a browser that only knew the old one is a stranger.';

create trigger forget_known_devices after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function platform.forget_known_devices();

create table platform.pending_sign_ups (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  password_hash text not null,
  user_data jsonb not null,
  code_challenge text,
  created_at timestamptz not null default now()
);
comment on table platform.pending_sign_ups is
  'Passwords of sign-ups. One becomes the account''s when the person who gave it confirms the address.';
comment on column platform.pending_sign_ups.code_challenge is
  'The S256 challenge of the browser that signed up; null if it sent none.';
create index on platform.pending_sign_ups (address, created_at);
create index on platform.pending_sign_ups (created_at);

-- Until now an unconfirmed account had the password of its last sign-up.
insert into platform.pending_sign_ups (address, password_hash, user_data)
  select coalesce(nullif(email, ''), phone), encrypted_password, coalesce(raw_user_meta_data, '{}')
  from auth.users
  where confirmed_at is null and confirmation_sent_at is not null and invited_at is null and encrypted_password <> ''
    and coalesce(nullif(email, ''), phone) is not null;
update auth.users set encrypted_password = ''
  where confirmed_at is null and confirmation_sent_at is not null and invited_at is null and encrypted_password <> '';
