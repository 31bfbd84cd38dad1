-- public.profiles: what others see of a member. Behind the forum and the reviews, because a private profile is visible
-- once its owner has written there.
--
-- Row level security hides rows, not columns, so this view runs with its owner's rights and decides field by field:
--   a public profile      everybody sees it, except phone and date of birth
--   a private profile     others see username and avatar only, and only once its owner has posted in public
--   phone, date of birth  the owner and admins

create function private.has_public_posts(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (select from public.forum_topics where user_id = person)
    or exists (select from public.forum_posts where user_id = person)
    or exists (select from public.reviews where user_id = person)
$$;
grant execute on function private.has_public_posts(uuid) to anon, authenticated;

-- Admins, the service key and the owner.
create function private.can_read_all_profiles() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select not private.is_client() or private.has_role('admin') $$;
grant execute on function private.can_read_all_profiles() to anon, authenticated;

create view public.profiles with (security_barrier) as
  select
    p.id,
    p.username,
    case when seen.whole then p.first_name end as first_name,
    case when seen.whole then p.last_name end as last_name,
    case when seen.whole then p.full_name end as full_name,
    case when seen.whole then p.bio end as bio,
    case when seen.whole then p.location end as location,
    case when seen.whole then p.website end as website,
    case when seen.whole then p.occupation end as occupation,
    case when seen.own then p.phone end as phone,
    case when seen.own then p.date_of_birth end as date_of_birth,
    case when seen.whole then p.interests end as interests,
    p.avatar_url,
    p.is_public,
    case when seen.whole then p.created_at end as created_at,
    case when seen.whole then p.updated_at end as updated_at
  from private.profiles p
  cross join lateral (
    select
      (p.id = (select auth.uid()) and (select private.is_fully_signed_in())) or (select private.can_read_all_profiles()) as own,
      p.is_public or p.id = (select auth.uid()) or (select private.can_read_all_profiles()) as whole
  ) seen
  where seen.whole or private.has_public_posts(p.id);
comment on view public.profiles is 'Members; each field is null for those who cannot see it. Clients can write their own row only.';
grant select, insert, update on public.profiles to authenticated;
grant select on public.profiles to anon;
grant select, insert, update, delete on public.profiles to service_role;

create function private.write_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  is_client boolean := private.is_client();
begin
  if tg_op = 'INSERT' then
    if is_client and new.id is distinct from auth.uid() then
      raise exception using errcode = '42501',
        message = 'new row violates row-level security policy for table "profiles"', hint = 'own_profile_only';
    end if;
    insert into private.profiles (
      id, username, first_name, last_name, bio, location, website, occupation, phone, date_of_birth, interests,
      avatar_url, is_public)
    values (
      new.id, coalesce(new.username, private.generate_username(null)), new.first_name, new.last_name, new.bio, new.location,
      new.website, new.occupation, new.phone, new.date_of_birth, coalesce(new.interests, '{}'), new.avatar_url,
      coalesce(new.is_public, true));
    -- RETURNING shows what was stored, with defaults.
    select v.* into new from public.profiles v where v.id = new.id;
    return new;
  end if;
  -- As with row level security, an update of another member's row changes nothing.
  if is_client and old.id is distinct from auth.uid() then
    return null;
  end if;
  -- Only the service key has the privilege to delete.
  if tg_op = 'DELETE' then
    delete from private.profiles p where p.id = old.id;
    return old;
  end if;
  update private.profiles p set
    username = new.username, first_name = new.first_name, last_name = new.last_name, bio = new.bio,
    location = new.location, website = new.website, occupation = new.occupation, phone = new.phone,
    date_of_birth = new.date_of_birth, interests = coalesce(new.interests, '{}'), avatar_url = new.avatar_url,
    is_public = coalesce(new.is_public, p.is_public)
  where p.id = old.id;
  select v.* into new from public.profiles v where v.id = old.id;
  return new;
end $$;
create trigger write_profile instead of insert or update or delete on public.profiles
  for each row execute function private.write_profile();
