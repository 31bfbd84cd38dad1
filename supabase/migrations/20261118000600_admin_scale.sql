-- What admins and accounts read, when there are millions of rows.

-- Sessions are found by their member: there is no index of factors.
create or replace function public.use_recovery_code(code text) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := auth.uid();
  session text := nullif(auth.jwt() ->> 'session_id', '');
  lost auth.mfa_factors;
begin
  if person is null or not exists (
    select from auth.sessions s where s.id = session::uuid and s.user_id = person) then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  -- A wrong code returns false instead of raising: an error would roll back the counted attempt.
  if not private.check_rate_limit('use_recovery_code', person::text, 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- Codes older than every current factor belong to one that was removed.
  delete from private.recovery_codes c
    where c.user_id = person and c.code_hash = private.hash_recovery_code(person, use_recovery_code.code)
      and c.created_at >= (
        select min(f.created_at) from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
  if not found then
    return false;
  end if;
  for lost in select * from auth.mfa_factors f where f.user_id = person and f.status = 'verified' loop
    delete from auth.mfa_amr_claims a using auth.sessions s
      where a.session_id = s.id and s.user_id = person and s.factor_id = lost.id
        and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
    update auth.sessions s set aal = 'aal1', factor_id = null
      where s.user_id = person and s.factor_id = lost.id;
    delete from auth.mfa_factors f where f.id = lost.id;
    perform private.log_account_event(person, 'factor_deleted',
      jsonb_build_object('factor_id', lost.id, 'factor_type', lost.factor_type, 'by', 'recovery_code'));
  end loop;
  return true;
end $$;

-- Metrics count the jobs that are not done yet, and the failed ones.
create index media_jobs_not_done on public.media_jobs (status) where status <> 'done';
