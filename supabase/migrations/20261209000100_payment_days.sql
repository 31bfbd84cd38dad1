-- Every day the ledger is compared with what the providers say, in the background; and the ledger as a file.

create table private.provider_entries (
  provider text not null,
  reference text not null,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  occurred_at timestamptz not null,
  constraint provider_entries_pkey primary key (provider, reference, kind)
);
comment on table private.provider_entries is 'Payments, refunds and disputes as their providers list them, to compare the ledger with.';
create index provider_entries_by_time on private.provider_entries (provider, occurred_at);
create index provider_entries_by_age on private.provider_entries (occurred_at);
alter table private.provider_entries enable row level security;
insert into private.retention_rules (name, relation, time_column, keep) values
  ('provider_entries', 'private.provider_entries', 'occurred_at', '400 days');

create table private.payment_days (
  day date not null,
  provider text not null,
  currency text not null,
  provider_count integer not null,
  provider_minor bigint not null,
  ledger_count integer not null,
  ledger_minor bigint not null,
  differences jsonb not null default '[]',
  checked_at timestamptz not null default now(),
  constraint payment_days_pkey primary key (day, provider, currency)
);
comment on table private.payment_days is 'What a provider and the ledger say about a day (UTC), and where they differ: at most a hundred entries.';
alter table private.payment_days enable row level security;

-- Collecting (service key only) ---------------------------------------------------------------------------------------

create function public.save_provider_entries(provider text, entries jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.provider_entries as p (provider, reference, kind, amount_minor, currency, occurred_at)
    select save_provider_entries.provider, e.reference, e.kind,
      case when e.kind in ('refund', 'dispute') then -e.amount_minor else e.amount_minor end, upper(e.currency), e.occurred_at
    from jsonb_to_recordset(entries) e (reference text, kind text, amount_minor bigint, currency text, occurred_at timestamptz)
    where e.kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')
    on conflict on constraint provider_entries_pkey do update set amount_minor = excluded.amount_minor, currency = excluded.currency
    where (p.amount_minor, p.currency) is distinct from (excluded.amount_minor, excluded.currency)
$$;
comment on function public.save_provider_entries is 'For the service key: what a provider lists. Amounts without a sign, as in events.';

create function public.orders_to_look_up(provider text, day date, after uuid default null) returns table (
    order_id uuid, session text, subscription text)
  language sql stable security definer
  set search_path = ''
  as $$
  with wanted as (
    -- The provider did not list it.
    select l.order_id from public.ledger l
    where l.provider = orders_to_look_up.provider and l.kind <> 'credit'
      and l.occurred_at >= day::timestamp at time zone 'UTC' and l.occurred_at < (day + 1)::timestamp at time zone 'UTC'
      and not exists (
        select from private.provider_entries p
        where p.provider = l.provider and p.reference = l.provider_reference and p.kind = l.kind)
    union
    -- MonCash lists nothing: what was begun that day and counts as not paid is asked for again.
    select o.id from public.orders o
    where private.takes_gourdes(orders_to_look_up.provider) and o.provider = orders_to_look_up.provider
      and o.created_at >= day::timestamp at time zone 'UTC' and o.created_at < (day + 1)::timestamp at time zone 'UTC'
      and o.status in ('canceled', 'expired', 'failed')
  )
  select o.id, o.provider_reference, n.provider_reference
  from wanted w join public.orders o on o.id = w.order_id left join private.subscription_states n on n.order_id = o.id
  where o.provider_reference is not null and o.id > coalesce(after, '00000000-0000-0000-0000-000000000000')
  order by o.id limit 10
$$;
comment on function public.orders_to_look_up is 'For the service key: ten orders of a day of which the provider has to be asked one by one.';

create function public.list_sandbox_events(day date, after bigint default 0) returns table (id bigint, event jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
  select e.id, e.event from private.sandbox_events e
  where e.created_at >= day::timestamp at time zone 'UTC' and e.created_at < (day + 1)::timestamp at time zone 'UTC' and e.id > after
  order by e.id limit 500
$$;
comment on function public.list_sandbox_events is 'For the service key: what happened at the sandbox on a day.';

-- Comparing -----------------------------------------------------------------------------------------------------------

create function private.compare_payment_day(day date, provider text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  begins timestamptz := compare_payment_day.day::timestamp at time zone 'UTC';
  ends timestamptz := (compare_payment_day.day + 1)::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtextextended('payment day ' || compare_payment_day.day || compare_payment_day.provider, 0));
  delete from private.payment_days d where d.day = compare_payment_day.day and d.provider = compare_payment_day.provider;
  insert into private.payment_days (
      day, provider, currency, provider_count, provider_minor, ledger_count, ledger_minor, differences)
  with pairs as (
    -- What is on both sides belongs to the ledger's day: clocks and late events make no difference.
    select l.kind, l.provider_reference as reference, l.order_id, l.currency, l.amount_minor as ours, p.amount_minor as theirs,
      p.currency as their_currency
    from public.ledger l left join private.provider_entries p
      on p.provider = l.provider and p.reference = l.provider_reference and p.kind = l.kind
    where l.provider = compare_payment_day.provider and l.kind <> 'credit' and l.occurred_at >= begins and l.occurred_at < ends
    union all
    select p.kind, p.reference, null, p.currency, null, p.amount_minor, p.currency
    from private.provider_entries p
    where p.provider = compare_payment_day.provider and p.occurred_at >= begins and p.occurred_at < ends
      and not exists (
        select from public.ledger l where l.provider = p.provider and l.provider_reference = p.reference and l.kind = p.kind)
  ), judged as (
    select x.*, case when x.theirs is null then 'missing_there' when x.ours is null then 'missing_here'
      when x.ours <> x.theirs or x.currency <> x.their_currency then 'amount_differs' end as why,
      row_number() over (partition by x.currency, x.ours is not distinct from x.theirs and x.currency = x.their_currency
        order by x.kind, x.reference) as n
    from pairs x
  ), currencies as (
    select distinct j.currency from judged j
    union select case when private.takes_gourdes(compare_payment_day.provider) then 'HTG' else 'USD' end
  )
  select compare_payment_day.day, compare_payment_day.provider, c.currency, count(j.theirs), coalesce(sum(j.theirs), 0), count(j.ours),
    coalesce(sum(j.ours), 0),
    coalesce(jsonb_agg(jsonb_build_object('why', j.why, 'kind', j.kind, 'reference', j.reference, 'order_id', j.order_id,
      'ours', j.ours, 'theirs', j.theirs) order by j.n) filter (where j.why is not null and j.n <= 100), '[]')
  from currencies c left join judged j on j.currency = c.currency
  group by c.currency;
end $$;
comment on function private.compare_payment_day is 'Writes the rows of a day and provider. Called again, it replaces them.';

create function private.enqueue_payment_days() returns void
  language sql security definer
  set search_path = ''
  as $$
  -- When the day is over, and once more when late events are in.
  select private.enqueue_job('reconcile_day', jsonb_build_object('day', d.day, 'provider', p.provider), d.day || ' ' || p.provider)
  from unnest(array['stripe', 'sandbox', 'moncash', 'natcash']) p (provider)
    cross join (values (current_date - 1, interval '1 day'), (current_date - 4, interval '4 days')) d (day, age)
  where exists (select from public.orders o where o.provider = p.provider)
    and not exists (
      select from private.payment_days k
      where k.day = d.day and k.provider = p.provider and k.checked_at >= d.day::timestamp at time zone 'UTC' + d.age)
$$;
comment on function private.enqueue_payment_days is 'Enqueues the comparison of days that have ended and are not compared yet.';

-- For accountants -----------------------------------------------------------------------------------------------------

create function public.admin_payment_days(before date default null) returns table (
    day date, provider text, currency text, provider_count integer, provider_minor bigint, ledger_count integer, ledger_minor bigint,
    differences jsonb, checked_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select d.* from private.payment_days d
    where d.day in (
      select distinct x.day from private.payment_days x where x.day < coalesce(admin_payment_days.before, 'infinity')
      order by x.day desc limit 20)
    order by d.day desc, d.provider, d.currency;
end $$;
comment on function public.admin_payment_days is 'For accountants and admins: the comparisons of twenty days before one, newest first.';
grant execute on function public.admin_payment_days(date) to authenticated;

create function public.recheck_payment_day(day date, provider text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  if not exists (
    select from private.payment_days d where d.day = recheck_payment_day.day and d.provider = recheck_payment_day.provider) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.enqueue_job('reconcile_day', jsonb_build_object('day', recheck_payment_day.day, 'provider', recheck_payment_day.provider),
    recheck_payment_day.day || ' ' || recheck_payment_day.provider);
  perform private.write_audit_log('recheck_payment_day', 'payments', recheck_payment_day.provider, recheck_payment_day.day::text);
end $$;
comment on function public.recheck_payment_day is 'For accountants and admins: compares a day with its provider again, in the background.';
grant execute on function public.recheck_payment_day(date, text) to authenticated;

-- The ledger as a file ------------------------------------------------------------------------------------------------

create function public.begin_payment_export(from_day date, to_day date) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 366 then
    raise exception using errcode = '23514', message = 'Please choose a period of at most a year', hint = 'period_invalid';
  end if;
  perform private.write_audit_log('export_payments', 'payments', from_day || ' ' || to_day);
end $$;
comment on function public.begin_payment_export is 'For accountants and admins: notes that the ledger of a period is exported.';
grant execute on function public.begin_payment_export(date, date) to authenticated;

create function public.payment_export_rows(
    from_day date, to_day date, after_time timestamptz default null, after_id bigint default 0) returns table (
    id bigint, occurred_at timestamptz, kind text, amount_minor bigint, currency text, price_minor integer, exchange_rate numeric,
    provider text, provider_reference text, order_id uuid, transaction_type text, title text, username text, email text, problem text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.price_minor, o.exchange_rate, l.provider, l.provider_reference,
      l.order_id, o.transaction_type, o.title, p.username, d.email, l.problem
    from (
      select x.* from public.ledger x
      where x.occurred_at >= from_day::timestamp at time zone 'UTC' and x.occurred_at < (to_day + 1)::timestamp at time zone 'UTC'
        and (x.occurred_at, x.id) > (coalesce(after_time, '-infinity'), after_id)
      order by x.occurred_at, x.id limit 500) l
      join public.orders o on o.id = l.order_id
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
    order by l.occurred_at, l.id;
end $$;
comment on function public.payment_export_rows is 'For accountants and admins: five hundred entries of the ledger after one, with order and member.';
grant execute on function public.payment_export_rows(date, date, timestamptz, bigint) to authenticated;

drop index public.ledger_occurred_at_idx;
create index ledger_occurred_at_id on public.ledger (occurred_at, id);
