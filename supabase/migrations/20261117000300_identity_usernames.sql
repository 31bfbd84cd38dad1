-- Names that cannot be mistaken: readable characters only, one script, and no look-alikes of staff or of reserved names.

-- Characters ----------------------------------------------------------------------------------------------------

-- Ranges instead of character classes: classes differ between the databases and with the version of Unicode. Keep equal to
-- contract/src/identity/readable-name.ts; supabase/tests/identity-names.test.ts compares both for every character.
create function private.unreadable_characters() returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select '['
    -- Control characters, blanks other than the space, soft hyphen, superscripts, fractions, ligatures.
    || '\u0001-\u001f\u007f-\u00a0\u00a8\u00ad\u00af\u00b2-\u00b5\u00b8\u00b9\u00bc-\u00be\u0132\u0133\u0149\u017f\u01c0-\u01cc\u01f1-\u01f3\u0237'
    -- Phonetic and modifier characters (without ɔ and ɛ), marks that strike through or span characters, variants of Greek characters.
    || '\u0250-\u0253\u0255-\u025a\u025c-\u02ff\u0334-\u0338\u034f\u035c-\u036f\u037a\u0384\u0385\u03cf-\u03d7\u03f0-\u03f6\u03f9\u0483-\u0489'
    -- Format characters, fillers, and alphabets that are read as Latin characters.
    || '\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u13a0-\u13ff\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1d00-\u1dff'
    -- Punctuation (without ’), bidirectional and zero-width characters, number forms, enclosed characters, Braille, Coptic.
    || '\u2000-\u2018\u201a-\u209f\u20d0-\u218f\u2460-\u24ff\u2800-\u28ff\u2c60-\u2cff\u2de0-\u3004\u3006\u3008-\u303f'
    -- Compatibility forms, private use, presentation forms, variation selectors.
    || '\u3130-\u319f\u3200-\u33ff\ua4d0-\ua4ff\ua640-\ua69f\ua700-\ua7ff\uab30-\uabbf\ue000-\uf8ff\ufb00-\uffff'
    -- Ancient scripts, mathematical characters, enclosed characters (without flags), tags.
    || '\U00010000-\U0001efff\U0001f100-\U0001f1e5\U0001f200-\U0001f2ff\U0001fb00-\U0001ffff\U000e0000-\U0010ffff'
    || ']'
$$;

create function private.is_readable_name(value text) returns boolean
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  -- A symbol can be followed by the selector that makes it a picture.
  plain text := regexp_replace(value, '([\u00a9\u00ae\u2190-\u2bff\U0001f000-\U0001faff])\ufe0f', '\1', 'g');
begin
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
comment on function private.is_readable_name is
  'False for names with invisible, bidirectional or compatibility characters, piles of marks, runs of blanks, or characters of several scripts.';

-- Look-alikes ---------------------------------------------------------------------------------------------------

create function private.name_skeleton(value text) returns text
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  folded text := lower(normalize(value, nfkd) collate "und-x-icu");
begin
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
comment on function private.name_skeleton is 'Equal for names that look alike: Marie, MARlE, mаrie (Cyrillic а), m-a-r-i-e.';
create index profiles_name_skeleton on private.profiles (private.name_skeleton(username));

create table private.reserved_names (
  name text primary key,
  skeleton text not null generated always as (private.name_skeleton(name)) stored
);
comment on table private.reserved_names is 'Names that would pass as ours. Members cannot take them, nor several of them in a row, with or without digits around.';
alter table private.reserved_names enable row level security;
insert into private.reserved_names (name) values
  ('lakou'), ('admin'), ('administrator'), ('administrateur'), ('administratè'), ('administrador'), ('root'), ('system'),
  ('système'), ('sistèm'), ('sistema'), ('moderator'), ('modérateur'), ('moderatè'), ('moderador'), ('moderation'),
  ('modération'), ('moderasyon'), ('moderación'), ('support'), ('sipò'), ('soporte'), ('help'), ('helpdesk'), ('aide'),
  ('ayuda'), ('assistance'), ('asistans'), ('asistencia'), ('staff'), ('team'), ('équipe'), ('ekip'), ('equipo'),
  ('official'), ('officiel'), ('ofisyèl'), ('oficial'), ('security'), ('sécurité'), ('sekirite'), ('seguridad'), ('billing'),
  ('payments'), ('facturation'), ('paiements'), ('peman'), ('pagos'), ('info'), ('contact'), ('kontak'), ('contacto'),
  ('webmaster'), ('postmaster'), ('hostmaster'), ('abuse'), ('noreply'), ('unknown'), ('inconnu'), ('enkoni'),
  ('desconocido'), ('anonymous'), ('everyone'), ('editor'), ('accountant');

create function private.is_reserved_name(value text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select private.name_skeleton(regexp_replace(value, '^[0-9 ._-]+|[0-9 ._-]+$', '', 'g'))
    ~ ('^(' || (select string_agg(r.skeleton, '|') from private.reserved_names r) || ')+$')
$$;

create function private.is_staff(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select exists (select from public.admin_users a where a.user_id = person) $$;

create function private.is_staff_lookalike(person uuid, value text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select private.name_skeleton(value) <> '' and exists (
    select from public.admin_users a join private.profiles p on p.id = a.user_id
    where p.id is distinct from person and private.name_skeleton(p.username) = private.name_skeleton(value))
$$;

create or replace function private.generate_username(base text) returns text
  language plpgsql
  set search_path = ''
  as $$
declare
  stem text := left(regexp_replace(private.fold_text(coalesce(base, '')), '[^a-z0-9_.-]', '', 'g'), 30);
  candidate text;
begin
  if char_length(stem) < 2 or private.is_reserved_name(stem) then
    stem := 'member';
  end if;
  candidate := stem;
  -- The first few numbers are easy to read; after that a random suffix ends the search.
  for n in 2 .. 6 loop
    exit when not exists (select from private.profiles where lower(username) = candidate)
      and not private.is_staff_lookalike(null, candidate);
    candidate := case when n < 6 then stem || n else stem || '-' || substr(md5(gen_random_uuid()::text), 1, 8) end;
  end loop;
  return candidate;
end $$;

-- Members who already have such a name --------------------------------------------------------------------------

-- Unreadable usernames become readable ones, with a number where that is taken; unreadable characters leave other names.
do $$
declare
  member record;
  wanted text;
begin
  for member in
    select p.id, p.username, regexp_replace(normalize(p.username, nfc), ' {2,}', ' ', 'g') as tidy from private.profiles p
  loop
    continue when member.username = member.tidy and private.is_readable_name(member.username);
    wanted := case when private.is_readable_name(member.tidy)
        and not exists (select from private.profiles p where lower(p.username) = lower(member.tidy) and p.id <> member.id)
      then member.tidy else private.generate_username(member.username) end;
    update private.profiles p set username = wanted where p.id = member.id;
  end loop;
  update private.profiles p set
    first_name = regexp_replace(normalize(p.first_name, nfc), private.unreadable_characters() || '| (?= )', '', 'g'),
    last_name = regexp_replace(normalize(p.last_name, nfc), private.unreadable_characters() || '| (?= )', '', 'g')
    where not private.is_readable_name(p.full_name);
  update private.profiles p set first_name = null, last_name = null where not private.is_readable_name(p.full_name);
end $$;
alter table private.profiles
  add constraint username_readable check (private.is_readable_name(username)),
  add constraint names_readable check (private.is_readable_name(full_name));

-- The rule ------------------------------------------------------------------------------------------------------

create function private.refuse_name(key text, message text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  raise exception using errcode = '23514', message = message, hint = key;
end $$;

-- Runs after normalize_profile. A sign-up is not refused: it goes on without the name.
create function private.protect_names() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  from_client boolean := private.is_client();
  free boolean := private.is_staff(new.id) or not from_client;
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
create trigger protect_names before insert or update of username, first_name, last_name on private.profiles
  for each row execute function private.protect_names();

-- Reports to admins ---------------------------------------------------------------------------------------------

create function private.report_lookalikes(person uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.audit_log (act, subject, subject_id, reason)
  select 'lookalike', 'members', left(p.id::text, 8), 'Looks like the name of ' || s.username
  from private.profiles s join private.profiles p
    on private.name_skeleton(p.username) = private.name_skeleton(s.username) and p.id <> s.id
  where s.id = person and private.name_skeleton(s.username) <> '' and not private.is_staff(p.id)
  order by p.created_at limit 50
$$;
comment on function private.report_lookalikes is 'Reports the members whose names look like that of this person to the admins, in the audit log.';

create function private.report_staff_lookalikes() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.report_lookalikes((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
create trigger report_lookalikes after insert on public.admin_users
  for each row execute function private.report_staff_lookalikes('user_id');
create trigger report_lookalikes after update of username on private.profiles
  for each row when (old.username <> new.username and private.is_staff(new.id))
  execute function private.report_staff_lookalikes('id');

select private.report_lookalikes(a.user_id) from public.admin_users a;
insert into public.audit_log (act, subject, subject_id, reason)
  select 'lookalike', 'members', left(p.id::text, 8), 'Has a reserved name' from private.profiles p
  where private.is_reserved_name(p.username) and not private.is_staff(p.id);
