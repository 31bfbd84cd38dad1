-- Sign-ups: less work in the transaction, and none that makes others wait.

comment on table private.profiles is
  'Everything about a member. Read and written through the view public.profiles (inserts are collected).';

-- Of these, PostgreSQL makes a part of the expressions that call them.
create or replace function private.trim_text(value text) returns text
  language sql immutable strict parallel safe
  return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

create or replace function private.is_client() returns boolean
  language sql stable
  return current_setting('role') in ('anon', 'authenticated') or session_user in ('anon', 'authenticated');

create or replace function private.strip_host(address text) returns text
  language sql immutable parallel safe
  return nullif(btrim(regexp_replace(address, '^https?://[^/]+(/storage/v1/object/public/)', '\1')), '');

create or replace function private.is_web_address(address text) returns boolean
  language sql immutable parallel safe
  return address is null or address ~ '^(https?://[^\s/?#]+[^\s]*|/[^/\\\s][^\s]*|/)$';

-- This one it cannot, and plans it again in each transaction if it is in SQL.
create or replace function private.fold_text(value text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
begin
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
end $$;

-- Names of ASCII characters alone, as most are, get the same result from fewer steps.
create or replace function private.name_skeleton(value text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  folded text;
begin
  if octet_length(value) = char_length(value) then
    folded := translate(lower(value collate "C"),
      'i1|!05$34' || E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017'
        || E'\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f "#%&\'()*+,-./:;<=>?@[\\]^_`{}~\u007f',
      'llllossea');
    return replace(replace(folded, 'rn', 'm'), 'vv', 'w');
  end if;
  folded := lower(normalize(value, nfkd) collate "und-x-icu");
  folded := regexp_replace(folded, '[\u0300-\u036f]', '', 'g');
  folded := replace(replace(replace(folded, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');
  -- i, l, 1 and | look alike, and so do the characters below of other alphabets.
  folded := translate(folded,
    'i1|!ıɩ' || '05$34' || 'łøđðþħŧƒŋəɔɛ'
      || 'авсԁеһіјкӏмнорԛгѕтуѵԝхзп' || 'αβγεηικνορστυχωμϲϳ' || 'ոօսհցզյք',
    'llllll' || 'ossea' || 'loddphtfneoe'
      || 'abcdehljklmhopqrstyvwxen' || 'abyenlkvopotuxwucj' || 'nouhgqjp');
  folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2019]', '', 'g');
  return replace(replace(folded, 'rn', 'm'), 'vv', 'w');
end $$;

create or replace function private.is_readable_name(value text) returns boolean
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  plain text;
begin
  if octet_length(value) = char_length(value) then
    return value !~ '[\u0001-\u001f\u007f]| {2}';
  end if;
  -- A symbol can be followed by the selector that makes it a picture.
  plain := regexp_replace(value, '([\u00a9\u00ae\u2190-\u2bff\U0001f000-\U0001faff])\ufe0f', '\1', 'g');
  return value = normalize(value, nfc)
    and plain !~ private.unreadable_characters()
    and plain !~ ' {2}'
    -- Marks pile up: more than one on a character of ours, more than two on others.
    and plain !~ '(^|[\u0300-\u036f])[\u0300-\u036f]'
    and plain !~ '[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{3}'
    -- Latin characters beside scripts with the same shapes or another direction, and Greek beside Cyrillic or Armenian.
    and not (plain ~ '[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0254\u025b\u1e00-\u1eff]'
      and plain ~ '[\u0370-\u08ff\u1c80-\u1c8f\u1f00-\u1fff]')
    and not (plain ~ '[\u0370-\u03ff\u1f00-\u1fff]' and plain ~ '[\u0400-\u058f\u1c80-\u1c8f]');
end $$;

create or replace function private.is_reserved_name(value text) returns boolean
  language plpgsql stable strict security definer
  set search_path = ''
  as $$
declare
  folded text := private.name_skeleton(regexp_replace(value, '^[0-9 ._-]+|[0-9 ._-]+$', '', 'g'));
begin
  -- Hardly any name begins like a reserved one, which is found out faster.
  return exists (select from private.reserved_names r where starts_with(folded, r.skeleton))
    and folded ~ ('^(' || (select string_agg(r.skeleton, '|') from private.reserved_names r) || ')+$');
end $$;

create or replace function private.create_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given_name text := private.trim_text(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', ''));
  picture text := coalesce(new.raw_user_meta_data ->> 'avatar_url', new.raw_user_meta_data ->> 'picture');
  accepted_terms text := new.raw_user_meta_data ->> 'terms_version';
begin
  loop
    insert into private.profiles (id, username, first_name, last_name, avatar_url)
    values (
      new.id,
      private.generate_username(split_part(new.email, '@', 1)),
      left(split_part(given_name, ' ', 1), 80),
      left(private.trim_text(substr(given_name, char_length(split_part(given_name, ' ', 1)) + 1)), 80),
      case when picture ~ '^https://' and private.is_web_address(picture) then picture end
    )
    on conflict do nothing;
    -- The name was taken between the check and the insert: try again. A profile that exists already stays.
    exit when found or exists (select from private.profiles where id = new.id);
  end loop;
  if accepted_terms is not null then
    insert into public.terms_acceptances (user_id, version)
      select new.id, v.version from public.terms_versions v where v.version = accepted_terms
      on conflict do nothing;
  end if;
  return new;
end $$;

create or replace function private.normalize_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.date_of_birth > current_date then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  new.username := private.trim_text(new.username);
  new.first_name := nullif(private.trim_text(new.first_name), '');
  new.last_name := nullif(private.trim_text(new.last_name), '');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  new.bio := nullif(private.trim_text(new.bio), '');
  new.location := nullif(private.trim_text(new.location), '');
  new.website := nullif(private.trim_text(new.website), '');
  new.occupation := nullif(private.trim_text(new.occupation), '');
  new.phone := nullif(private.trim_text(new.phone), '');
  new.avatar_url := private.strip_host(new.avatar_url);
  if new.interests is distinct from '{}' then
    new.interests := coalesce(
      (select array_agg(private.trim_text(i) order by n) from unnest(new.interests) with ordinality as t (i, n) where private.trim_text(i) <> ''),
      '{}');
  end if;
  new.updated_at := now();
  return new;
end $$;

-- Of a new member, all but the email is in the new row.
create or replace function private.update_member_directory() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into private.member_directory (id, email, words, created_at)
      select new.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', new.username, new.full_name, u.email)), new.created_at
      from auth.users u where u.id = new.id;
  else
    insert into private.member_directory as d (id, email, words, created_at)
      select p.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
      from private.profiles p join auth.users u on u.id = p.id
      where p.id = new.id
      on conflict (id) do update set email = excluded.email, words = excluded.words
        where (d.email, d.words) is distinct from (excluded.email, excluded.words);
  end if;
  return null;
end $$;

-- Whether somebody is of the staff is asked for clients only.
create or replace function private.protect_names() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  from_client boolean := private.is_client();
  free boolean := not from_client or private.is_staff(new.id);
begin
  new.username := regexp_replace(normalize(new.username, nfc), ' {2,}', ' ', 'g');
  new.first_name := regexp_replace(normalize(new.first_name, nfc), ' {2,}', ' ', 'g');
  new.last_name := regexp_replace(normalize(new.last_name, nfc), ' {2,}', ' ', 'g');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  if not private.is_readable_name(new.username) then
    perform private.refuse_name('username_unreadable', 'Please use characters of one alphabet, digits and simple signs');
  end if;
  if from_client and (tg_op = 'INSERT' or new.username <> old.username)
    and (private.is_staff_lookalike(new.id, new.username) or not free and private.is_reserved_name(new.username)) then
    perform private.refuse_name('username_reserved', 'This name is reserved, or too close to the name of somebody who works here');
  end if;
  if tg_op = 'INSERT' and not from_client
    and not coalesce(private.is_readable_name(new.full_name) and not private.is_reserved_name(new.full_name), true) then
    new.first_name := null;
    new.last_name := null;
    new.full_name := null;
  elsif not private.is_readable_name(new.full_name) then
    perform private.refuse_name('name_unreadable', 'Please write the name with characters of one alphabet');
  elsif not free and (tg_op = 'INSERT' or new.full_name is distinct from old.full_name)
    and private.is_reserved_name(new.full_name) then
    perform private.refuse_name('username_reserved', 'This name is reserved, or too close to the name of somebody who works here');
  end if;
  return new;
end $$;

drop trigger put_no_foreign_avatar on private.profiles;
create trigger put_no_foreign_avatar before insert on private.profiles
  for each row when (new.avatar_url is not null) execute function private.drop_foreign_avatar();
