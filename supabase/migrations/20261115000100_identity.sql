-- People: one row each in private.profiles, shown to the world through the view public.profiles,
-- which lets every reader see exactly the fields that reader may see.

create table public.terms_versions (
  version text primary key,
  published_at timestamptz not null default now()
);
comment on table public.terms_versions is 'Versions of the terms of service; the newest is in force.';
alter table public.terms_versions enable row level security;
grant select on public.terms_versions to anon, authenticated;
create policy "everybody may see which terms exist" on public.terms_versions
  for select to anon, authenticated using (true);
insert into public.terms_versions (version) values ('2026-11');

create table private.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  first_name text,
  last_name text,
  full_name text,
  bio text,
  location text,
  website text,
  occupation text,
  phone text,
  date_of_birth date,
  interests text[] not null default '{}',
  avatar_url text,
  is_public boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Twins: the limits in contract/src/identity.ts.
  constraint username_length check (char_length(username) between 2 and 40),
  constraint username_is_no_email check (username !~ '[@[:cntrl:]]' and username = private.trimmed(username)),
  constraint names_length check (char_length(first_name) <= 80 and char_length(last_name) <= 80),
  constraint bio_length check (char_length(bio) <= 2000),
  constraint details_length check (
    char_length(location) <= 120 and char_length(occupation) <= 120 and char_length(phone) <= 40),
  constraint website_is_web_address check (website is null or (website ~ '^https?://[^\s]+$' and char_length(website) <= 300)),
  constraint avatar_is_web_address check (private.is_web_address(avatar_url)),
  constraint interests_count check (cardinality(interests) <= 30 and char_length(array_to_string(interests, ',')) <= 1000),
  -- That it is in the past is tidy_profile's to say: a constraint may not ask for today's date.
  constraint born_in_living_memory check (date_of_birth >= date '1900-01-01')
);
comment on table private.profiles is 'Everything we know of a member. Read and written through the view public.profiles.';
create unique index profiles_username_key on private.profiles (lower(username));
create index on private.profiles (created_at desc);
alter table private.profiles enable row level security;

create function private.tidy_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.date_of_birth > current_date then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  new.username := private.trimmed(new.username);
  new.first_name := nullif(private.trimmed(new.first_name), '');
  new.last_name := nullif(private.trimmed(new.last_name), '');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  new.bio := nullif(private.trimmed(new.bio), '');
  new.location := nullif(private.trimmed(new.location), '');
  new.website := nullif(private.trimmed(new.website), '');
  new.occupation := nullif(private.trimmed(new.occupation), '');
  new.phone := nullif(private.trimmed(new.phone), '');
  new.avatar_url := private.without_host(new.avatar_url);
  new.interests := coalesce(
    (select array_agg(private.trimmed(i) order by n) from unnest(new.interests) with ordinality as t (i, n) where private.trimmed(i) <> ''),
    '{}');
  new.updated_at := now();
  return new;
end $$;
create trigger tidy_profile before insert or update on private.profiles
  for each row execute function private.tidy_profile();

-- A username is made from what stands before the @, never from the address itself.
create function private.free_username(wish text) returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  stem text := left(regexp_replace(private.fold(coalesce(wish, '')), '[^a-z0-9_.-]', '', 'g'), 30);
  candidate text;
begin
  if char_length(stem) < 2 then
    stem := 'member';
  end if;
  candidate := stem;
  -- The first few numbers are nice to read; after that, a random tail ends the search.
  for n in 2 .. 6 loop
    exit when not exists (select from private.profiles where lower(username) = candidate);
    candidate := case when n < 6 then stem || n else stem || '-' || substr(md5(gen_random_uuid()::text), 1, 8) end;
  end loop;
  return candidate;
end $$;

create table public.terms_acceptances (
  user_id uuid not null references private.profiles (id) on delete cascade,
  version text not null references public.terms_versions (version),
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);
comment on table public.terms_acceptances is 'Which version of the terms a member accepted, and when.';
create index on public.terms_acceptances (version);
alter table public.terms_acceptances enable row level security;
grant select, insert (user_id, version) on public.terms_acceptances to authenticated;
create policy "members see what they accepted, admins see all" on public.terms_acceptances
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('admin')));
create policy "members accept for themselves" on public.terms_acceptances
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create function private.welcome_member() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  called text := private.trimmed(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', ''));
  picture text := coalesce(new.raw_user_meta_data ->> 'avatar_url', new.raw_user_meta_data ->> 'picture');
begin
  loop
    begin
      insert into private.profiles (id, username, first_name, last_name, avatar_url)
      values (
        new.id,
        private.free_username(split_part(new.email, '@', 1)),
        left(split_part(called, ' ', 1), 80),
        left(private.trimmed(substr(called, char_length(split_part(called, ' ', 1)) + 1)), 80),
        case when picture ~ '^https://' and private.is_web_address(picture) then picture end
      );
      exit;
    exception when unique_violation then
      -- Somebody took the name between our look and our insert: look again. A profile that exists already stays.
      exit when exists (select from private.profiles where id = new.id);
    end;
  end loop;
  insert into public.terms_acceptances (user_id, version)
    select new.id, v.version from public.terms_versions v
    where v.version = new.raw_user_meta_data ->> 'terms_version'
    on conflict do nothing;
  return new;
end $$;
comment on function private.welcome_member is 'A new account gets its profile, and its accepted terms, in the same transaction.';
create trigger welcome_member after insert on auth.users
  for each row execute function private.welcome_member();
