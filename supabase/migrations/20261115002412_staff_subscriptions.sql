-- A name that many have: one look at the member of each subscription, newest first, and never all members at once.

create or replace function public.admin_subscriptions(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, user_id uuid, username text, email text, status text, subscription_type text, expires_at timestamptz,
    cancel_at_period_end boolean, provider text, created_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  set jit = off
  as $$
declare
  few constant integer := 200;
  called uuid[];
  wanted text := 'true';
begin
  perform private.require_role('accountant');
  if filter in ('active', 'canceled', 'past_due', 'expired') then
    wanted := wanted || format(' and t.status = %L', filter);
  elsif filter in (select p.id from public.plans p) then
    wanted := wanted || format(' and t.subscription_type = %L', filter);
  end if;
  if private.trimmed(search) <> '' then
    called := array(
      select d.id from private.member_directory d where d.words like private.words_pattern(search) limit few + 1);
    -- Few people: their subscriptions. Many: the newest subscriptions, until enough of theirs are found.
    wanted := wanted || case when cardinality(called) > few
      then ' and (select d.words from private.member_directory d where d.id = t.user_id) like $1'
      else format(' and t.user_id = any (%L)', called) end;
  end if;
  return query
    select s.id, s.user_id, p.username, d.email, s.status, s.subscription_type, s.expires_at, s.cancel_at_period_end,
      s.provider, s.created_at, l.total
    from private.page_of('public.subscriptions t', wanted, private.words_pattern(search),
        case when sort in ('expires', 'expires_desc') then 't.expires_at, t.id' else 't.created_at desc, t.id' end,
        case when sort in ('expires', 'expires_desc') then 't.expires_at desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('expires_desc', 'oldest'), 'subscriptions', page, page_size) l
      join public.subscriptions s on s.id = l.id::uuid
      left join private.profiles p on p.id = s.user_id
      left join private.member_directory d on d.id = s.user_id
    order by l.n;
end $$;
