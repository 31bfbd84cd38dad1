-- Codes that people type: gifts and vouchers. A code is not stored. It is derived from its row and a key that no client
-- role can read, and found by a keyed hash, so that a copy of the table alone opens nothing.

-- Characters --------------------------------------------------------------------------------------------------

-- Keep alphabet, weights and groups equal to contract/src/codes.ts; supabase/tests/codes.test.ts compares them.
create function private.code_alphabet() returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select 'CDFGHJKMNPQRTVWXY346789' $$;
comment on function private.code_alphabet is 'No vowels and no look-alikes; a prime number of characters, which the check character relies on.';

create function private.normalize_code(typed text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select regexp_replace(upper(typed), '[^A-Z0-9]', '', 'g') $$;
comment on function private.normalize_code is 'As a code is compared and hashed: case, dashes and blanks do not matter.';

create function private.check_character(body text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  alphabet text := private.code_alphabet();
  total integer := 0;
begin
  for place in 1 .. coalesce(char_length(body), 0) loop
    total := total + (strpos(alphabet, substr(body, place, 1)) - 1) * (place + 1);
  end loop;
  return substr(alphabet, 1 + (23 - total % 23) % 23, 1);
end $$;
comment on function private.check_character is 'Each place has a weight of its own: one wrong character or two swapped ones change the sum.';

create function private.is_code(typed text, length integer) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
declare
  code text := private.normalize_code(left(typed, 100));
begin
  return coalesce(
    char_length(code) = is_code.length and translate(code, private.code_alphabet(), '') = ''
      and right(code, 1) = private.check_character(left(code, -1)), false);
end $$;
comment on function private.is_code is 'False for one wrong character or two swapped ones, so that a typing error is not a guess.';

-- Keys --------------------------------------------------------------------------------------------------------

create table private.code_keys (
  only_one boolean primary key default true check (only_one),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.code_keys is 'The key that codes are derived and hashed with. Changing it makes every code void.';
alter table private.code_keys enable row level security;
insert into private.code_keys default values;

create function private.hash_code(typed text) returns bytea
  language sql stable security definer
  set search_path = ''
  as $$
  select extensions.hmac(convert_to('hash ' || private.normalize_code(typed), 'utf8'), k.key, 'sha256') from private.code_keys k
$$;

-- Keep equal to CODE_LENGTH in contract/src/commerce/limits.ts.
create function private.code_length() returns integer
  language sql immutable parallel safe
  set search_path = ''
  as $$ select 12 $$;

create function private.derive_code(code_id uuid) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  -- Bytes from 253 on are left out, so that every character is as likely as the others.
  with bytes as (
    select n.place, get_byte(h.digest, n.place) as value
    from private.code_keys k,
      lateral (select extensions.hmac(convert_to('code ' || code_id, 'utf8'), k.key, 'sha512')) h (digest),
      generate_series(0, 63) n (place)
  ), characters as (
    select b.place, substr(private.code_alphabet(), 1 + b.value % 23, 1) as character
    from bytes b where b.value < 253 order by b.place limit private.code_length() - 1
  ), body as (
    select string_agg(c.character, '' order by c.place) as text from characters c
  )
  select regexp_replace(b.text || private.check_character(b.text), '(.{4})(?=.)', '\1-', 'g') from body b
$$;
comment on function private.derive_code is 'The code of a row of private.codes, in groups: what a giver sees and a voucher shows.';

-- Codes -------------------------------------------------------------------------------------------------------

create table private.codes (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  hash bytea not null,
  status text not null default 'active',
  redeemed_by uuid references private.profiles (id) on delete set null,
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint kind_known check (kind in ('gift', 'voucher')),
  constraint status_known check (status in ('active', 'redeemed', 'revoked')),
  constraint redeemed_at_a_time check ((status = 'redeemed') = (redeemed_at is not null)),
  constraint one_row_per_code unique (hash)
);
comment on table private.codes is 'What a typed code is found in, by its keyed hash. Functions alone read and write it.';
create index on private.codes (redeemed_by);
alter table private.codes enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.codes', 'redeemed_by', 'anonymous');

create function private.set_code_hash() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.hash := private.hash_code(private.derive_code(new.id));
  return new;
end $$;
create trigger set_code_hash before insert on private.codes
  for each row execute function private.set_code_hash();

-- Guesses -----------------------------------------------------------------------------------------------------

create function private.can_guess_codes() returns boolean
  language sql security definer
  set search_path = ''
  as $$
  select not exists (
    select from (values
      ('address ' || private.caller_address_hash(), 30), ('account ' || auth.uid(), 10), ('all', 1000)) l (who, at_most)
    join private.rate_limits r on r.action = 'wrong_code' and r.who = l.who
      and r.window_start = date_bin('1 hour', now(), timestamptz '2000-01-01') and r.times >= l.at_most)
$$;
comment on function private.can_guess_codes is
  'Wrong codes in an hour: 10 of an account, 30 of an address, 1000 in all. Typing errors are noticed by the check character and do not count, so people who share an address are not in each other''s way.';

create function private.count_wrong_code() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.check_rate_limit('wrong_code', 'address ' || private.caller_address_hash(), 30, '1 hour');
  if auth.uid() is not null then
    perform private.check_rate_limit('wrong_code', 'account ' || auth.uid(), 10, '1 hour');
  end if;
  -- Last, because everybody waits for this row.
  perform private.check_rate_limit('wrong_code', 'all', 1000, '1 hour');
end $$;

create function private.find_code(typed text, out outcome text, out match private.codes) returns record
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if not private.is_code(typed, private.code_length()) then
    outcome := 'code_mistyped';
  elsif not private.can_guess_codes() then
    outcome := 'too_many_tries';
  else
    select c.* into match from private.codes c where c.hash = private.hash_code(typed);
    if match.id is null then
      perform private.count_wrong_code();
      outcome := 'code_wrong';
    elsif match.status = 'redeemed' then
      outcome := case when match.redeemed_by = auth.uid() then 'code_yours' else 'code_used' end;
    elsif match.status = 'revoked' then
      outcome := 'code_revoked';
    else
      outcome := 'code_valid';
    end if;
  end if;
end $$;
comment on function private.find_code is
  'The row of a typed code and an error key, or code_valid. Returns failures instead of raising them: what is raised would take the count of guesses back.';
