-- How money becomes a right. Providers tell facts, in any order and as often as they like; each is written down once;
-- what somebody may watch is worked out from all facts together. So the order of arrival cannot matter.

-- Facts -------------------------------------------------------------------------------------------------------

alter table public.ledger
  add column payment_reference text,
  add column period_end timestamptz,
  add column problem text constraint problem_known check (problem in ('amount_short', 'currency_wrong')),
  drop constraint kind_known,
  drop constraint sign_follows_kind,
  -- Twin: BOOKING_KINDS in contract/src/commerce.ts.
  add constraint kind_known check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
  add constraint sign_follows_kind check (
    case when kind in ('payment', 'refund_failed', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end);
comment on column public.ledger.payment_reference is 'The payment that a refund or dispute is about; null when it carries that payment''s own reference.';
comment on column public.ledger.period_end is 'Until when a payment for a subscription lasts.';
comment on column public.ledger.problem is 'Why a payment buys nothing although it was charged: somebody has to look at it.';
create index on public.ledger (id) where problem is not null;

alter table public.subscriptions add column order_id uuid references public.orders (id) on delete restrict;
create unique index subscriptions_order on public.subscriptions (order_id);
create unique index user_purchases_order on public.user_purchases (order_id);
drop index public.user_purchases_order_id_idx;

create table private.subscription_notes (
  order_id uuid primary key references public.orders (id) on delete restrict,
  provider_reference text not null,
  status text not null check (status in ('active', 'past_due', 'canceled')),
  cancel_at_period_end boolean not null default false,
  period_end timestamptz,
  ended_at timestamptz,
  as_of timestamptz not null
);
comment on table private.subscription_notes is 'The newest word of the provider on each subscription, by the provider''s own clock. Only payments make a right; this can only end or mark it.';

create view private.payments as
  select p.order_id, p.provider, p.provider_reference, p.amount_minor, p.currency, p.occurred_at, p.period_end, p.problem,
    coalesce(back.disputed, false) as disputed,
    coalesce(back.refunded >= p.amount_minor, false) as refunded
  from public.ledger p
  cross join lateral (
    select
      -sum(r.amount_minor) filter (where r.kind in ('refund', 'refund_failed')) as refunded,
      bool_or(r.kind = 'dispute' and not exists (
        select from public.ledger w
        where w.kind = 'dispute_won' and w.provider = r.provider and w.provider_reference = r.provider_reference)) as disputed
    from public.ledger r
    where r.order_id = p.order_id and r.provider = p.provider and r.kind <> 'payment'
      and coalesce(r.payment_reference, r.provider_reference) = p.provider_reference
  ) back
  where p.kind = 'payment';
comment on view private.payments is 'Each payment, and what became of it. A part given back leaves it standing; the whole, or a dispute that is not won, does not.';

-- From facts to rights ----------------------------------------------------------------------------------------

create function private.settle_title(bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, status, created_at, rental_expiry)
  select bought.user_id, bought.media_type, bought.movie_id, bought.series_id, bought.title, bought.transaction_type,
    p.amount_minor / 100.0, p.currency, p.provider, p.provider_reference, bought.id,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end,
    p.occurred_at, case bought.transaction_type when 'rental' then p.occurred_at + interval '48 hours' end
  from private.payments p
  where p.order_id = bought.id and p.problem is null
  order by p.disputed or p.refunded, p.occurred_at, p.provider_reference
  limit 1
  on conflict (order_id) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at,
    rental_expiry = excluded.rental_expiry
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$$;

create function private.settle_subscription(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note private.subscription_notes;
  paid record;
  state text := 'active';
  ends_at timestamptz;
begin
  select min(p.occurred_at) as since, max(p.period_end) as latest,
      max(p.period_end) filter (where not p.disputed and not p.refunded) as until
    into paid from private.payments p where p.order_id = bought.id and p.problem is null;
  if paid.since is null then
    return;
  end if;
  select * into note from private.subscription_notes n where n.order_id = bought.id;
  ends_at := paid.until;
  if ends_at is null then
    state := 'canceled';
    ends_at := paid.since;
  elsif note.status = 'canceled' then
    state := 'canceled';
    ends_at := least(ends_at, note.ended_at);
  elsif note.status = 'past_due' and note.period_end > paid.until then
    state := 'past_due';
  elsif note.status = 'active' and note.period_end > paid.until and paid.until = paid.latest and not note.cancel_at_period_end then
    -- The next period has begun, and the provider takes an hour or so before it charges for it.
    ends_at := least(note.period_end, paid.until + interval '1 day');
  end if;
  if state = 'active' and ends_at <= now() then
    state := 'expired';
  end if;
  insert into public.subscriptions as s (
    user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, provider_reference, order_id, created_at)
  values (
    bought.user_id, state, bought.plan, ends_at, coalesce(note.cancel_at_period_end, false), bought.provider,
    coalesce(note.provider_reference, bought.provider_reference), bought.id, paid.since)
  on conflict (order_id) do update set
    status = excluded.status, expires_at = excluded.expires_at, cancel_at_period_end = excluded.cancel_at_period_end,
    provider_reference = excluded.provider_reference, created_at = excluded.created_at
  where (s.status, s.expires_at, s.cancel_at_period_end, s.provider_reference, s.created_at)
    is distinct from (excluded.status, excluded.expires_at, excluded.cancel_at_period_end, excluded.provider_reference, excluded.created_at);
end $$;

create function private.settle(settled uuid, closed_as text default null) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
  standing text;
begin
  select * into bought from public.orders o where o.id = settled for update;
  select case
      when bool_or(p.problem is null and not p.disputed and not p.refunded) then 'paid'
      when bool_or(p.disputed) then 'disputed'
      when bool_and(p.refunded) then 'refunded'
      when count(*) > 0 then 'failed'
      -- Two endings of one checkout: whichever comes later in this list stays, whoever came first.
      when array_position(array['pending', 'canceled', 'expired', 'failed'], closed_as)
        > array_position(array['pending', 'canceled', 'expired', 'failed'], bought.status) then closed_as
      else bought.status
    end into standing
    from private.payments p where p.order_id = settled;
  if standing <> bought.status then
    update public.orders o set status = standing where o.id = settled returning o.* into bought;
  end if;
  if bought.transaction_type = 'subscription' then
    perform private.settle_subscription(bought);
  else
    perform private.settle_title(bought);
  end if;
  return bought;
end $$;
comment on function private.settle is 'Works out anew, from all facts, how an order stands and what it gives. Writes only what changed.';

-- Booking -----------------------------------------------------------------------------------------------------

create function private.book_money(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  sum bigint := (event ->> 'amount_minor')::bigint;
  money text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
begin
  if sum is null or sum not between 1 and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(sum::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -sum else sum end, money,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- Booked as what was really charged; but less than the price, or other money, buys nothing.
    case when is_payment and money <> bought.currency then 'currency_wrong'
      when is_payment and sum < bought.amount_minor then 'amount_short' end)
  on conflict on constraint booked_once do nothing;
end $$;

create function private.note_subscription(event jsonb, bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.subscription_notes as n (
    order_id, provider_reference, status, cancel_at_period_end, period_end, ended_at, as_of)
  values (
    bought.id, event ->> 'reference', event ->> 'status', coalesce((event ->> 'cancel_at_period_end')::boolean, false),
    (event ->> 'period_end')::timestamptz, (event ->> 'ended_at')::timestamptz, (event ->> 'as_of')::timestamptz)
  on conflict (order_id) do update set
    provider_reference = excluded.provider_reference, status = excluded.status,
    cancel_at_period_end = excluded.cancel_at_period_end, period_end = excluded.period_end, ended_at = excluded.ended_at,
    as_of = excluded.as_of
  -- The greater of the two, in an order that leaves no ties: an ended subscription never comes back; then the newer word.
  where (excluded.status = 'canceled', excluded.as_of, excluded.status, excluded.cancel_at_period_end,
      coalesce(excluded.period_end, '-infinity'), coalesce(excluded.ended_at, '-infinity'))
    > (n.status = 'canceled', n.as_of, n.status, n.cancel_at_period_end,
      coalesce(n.period_end, '-infinity'), coalesce(n.ended_at, '-infinity'))
$$;

create function private.book(event jsonb) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
begin
  if num_nulls(event ->> 'kind', event ->> 'provider', event ->> 'reference') > 0 then
    raise exception using errcode = '22023', message = 'An event names its kind, provider and reference';
  end if;
  -- One event of an order at a time: a second one waits here.
  select * into bought from public.orders o where o.id = (event ->> 'order_id')::uuid for update;
  if bought.id is null or bought.provider <> event ->> 'provider'
    or (event ->> 'provider' = 'sandbox' and not private.sandbox_is_open()) then
    raise exception using errcode = 'P0002', message = 'This order is not known', hint = 'order_unknown';
  end if;
  if bought.provider is null then
    update public.orders o set provider = event ->> 'provider' where o.id = bought.id returning o.* into bought;
  end if;
  case event ->> 'kind'
    when 'closed' then
      if (event ->> 'status') is null or event ->> 'status' not in ('canceled', 'expired', 'failed') then
        raise exception using errcode = '22023', message = 'A checkout ends canceled, expired or failed';
      end if;
      return private.settle(bought.id, event ->> 'status');
    when 'subscription' then
      if bought.plan is null then
        raise exception using errcode = '22023', message = 'This order is not for a subscription';
      end if;
      perform private.note_subscription(event, bought);
    else
      perform private.book_money(event, bought);
      if event ->> 'kind' = 'payment' and bought.plan is not null and event ->> 'subscription' is not null then
        perform private.note_subscription(jsonb_build_object(
          'reference', event ->> 'subscription', 'status', 'active', 'as_of', '-infinity'), bought);
      end if;
  end case;
  return private.settle(bought.id);
end $$;
comment on function private.book is
  'The one function that books. One fact of a provider: payment, refund, refund_failed, dispute, dispute_won; subscription (how it stands); closed (a checkout nobody paid). Safe to repeat, in any order, from many at once.';

create function public.book_payment(event jsonb) returns public.orders
  language sql security definer
  set search_path = ''
  as $$ select private.book(event) $$;
comment on function public.book_payment is 'For the service key: books what a provider has verifiably said. See private.book.';

create function private.sandbox_is_open() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select exists (select from private.settings s where s.key = 'sandbox_payments' and s.value = '"open"') $$;
comment on function private.sandbox_is_open is 'Only the demo world opens it: elsewhere play money buys nothing, whoever signs for it.';

-- What was sold stays -----------------------------------------------------------------------------------------

create function private.protect_sold_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()))
    -- Somebody may be paying for it at this moment.
    or exists (
      select from public.orders o
      where (o.movie_id = old.id or o.series_id = old.id) and o.status = 'pending' and o.provider_reference is not null) then
    raise exception using errcode = '23503', message = 'People have paid for this title. Unpublish it instead of deleting it.', hint = 'title_sold';
  end if;
  return old;
end $$;
create trigger protect_sold_title before delete on public.movies
  for each row execute function private.protect_sold_title();
create trigger protect_sold_title before delete on public.series
  for each row execute function private.protect_sold_title();

-- What open pages hear about ----------------------------------------------------------------------------------

alter publication supabase_realtime add table public.orders, public.user_purchases, public.subscriptions;
