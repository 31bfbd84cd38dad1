-- Recovery codes open the account in place of the second factor, so new ones need a recent proof of identity: an unlocked
-- phone is not enough.

create or replace function public.make_recovery_codes() returns text[]
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_recent_sign_in();
  -- Without l and o, which look like 1 and 0: 32 characters, five bits each.
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  code text;
  random bytea;
  made text[] := '{}';
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then
    raise exception using errcode = '42501', message = 'Please set up two-factor sign-in first', hint = 'second_factor_missing';
  end if;
  if not private.check_rate_limit('make_recovery_codes', person::text, 10, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  delete from private.recovery_codes c where c.user_id = person;
  -- Keep equal to RECOVERY_CODES in contract/src/identity/limits.ts.
  for n in 1 .. 10 loop
    random := extensions.gen_random_bytes(16);
    code := (select string_agg(
        substr(alphabet, 1 + (get_byte(random, i) & 31), 1) || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
      from generate_series(0, 15) i);
    insert into private.recovery_codes (user_id, code_hash) values (person, private.hash_recovery_code(person, code));
    made := made || code;
  end loop;
  perform private.log_account_event(person, 'recovery_codes_made', '{}');
  return made;
end $$;
comment on function public.make_recovery_codes is
  'Ten new codes, returned once; older codes are deleted. Needs the second factor and a recent sign-in.';
