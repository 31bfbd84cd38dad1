-- Members get an e-mail before their pass ends, since nothing renews it.

create function private.list_ending_passes(at_most integer)
  returns table (user_id uuid, expires_at timestamptz, email text, metadata jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.user_id, s.expires_at, u.email, u.raw_user_meta_data
  from public.subscriptions s
    left join auth.users u on u.id = s.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
  where s.subscription_type = 'pass' and s.status = 'active' and s.expires_at between now() and now() + interval '1 day'
    and exists (select from private.paid_passes p where p.user_id = s.user_id and p.reminded_at is null)
    -- A pass for a day ends soon after it is bought.
    and not exists (
      select from private.paid_passes p where p.user_id = s.user_id and p.paid_at > now() - interval '12 hours')
  order by s.expires_at, s.id limit at_most
$$;
comment on function private.list_ending_passes is
  'Members whose last pass ends within a day and who were not reminded of it. email is null without a confirmed address.';

create function private.mark_pass_reminded(member uuid) returns void
  language sql security definer
  set search_path = ''
  as $$ update private.paid_passes p set reminded_at = now() where p.user_id = member and p.reminded_at is null $$;
comment on function private.mark_pass_reminded is 'The next reminder comes with the next pass.';
