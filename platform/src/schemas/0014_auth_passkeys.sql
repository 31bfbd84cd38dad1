-- Passkeys. Names, types, defaults and constraints are GoTrue's, so that rows can move to and from a Supabase project
-- unchanged. A WebAuthn second factor is not in here: its credential is a column of auth.mfa_factors.

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'Passkeys: the public keys with which users sign in.';
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null,
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint webauthn_challenges_challenge_type_check
    check (challenge_type in ('signup', 'registration', 'authentication'))
);
comment on table auth.webauthn_challenges is 'Pending passkey registrations and sign-ins. A row is deleted when it is used.';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

-- As 0007_auth_sso.sql does for the older tables.
alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;
