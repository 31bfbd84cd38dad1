-- Payments: how a provider's events become ledger entries and entitlements, the checkout of each order, and the checks
-- for events that did not arrive. Events come in any order and more than once; each is stored once, and what somebody may
-- watch is computed from all of them together, so that the order of arrival does not matter.

-- Events ------------------------------------------------------------------------------------------------------

create table private.subscription_states (
  order_id uuid primary key references public.orders (id) on delete restrict,
  provider_reference text not null,
  status text not null check (status in ('active', 'past_due', 'canceled')),
  cancel_at_period_end boolean not null default false,
  period_end timestamptz,
  ended_at timestamptz,
  as_of timestamptz not null
);
comment on table private.subscription_states is 'The newest state of each subscription that the provider reported, by the provider''s time. Only payments give an entitlement; a state can only end or mark it.';

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
comment on view private.payments is 'Each payment with whether it is disputed or refunded. A partial refund leaves it valid; a full refund or a dispute that is not won does not.';

-- From events to entitlements ---------------------------------------------------------------------------------

create function private.recompute_purchase(bought public.orders) returns void
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

create function private.recompute_subscription(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  note private.subscription_states;
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
  select * into note from private.subscription_states n where n.order_id = bought.id;
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
    -- The next period has begun; providers charge for it about an hour later.
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

create function private.recompute_order(of_order uuid, closed_as text default null) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
  new_status text;
begin
  select * into bought from public.orders o where o.id = of_order for update;
  select case
      when bool_or(p.problem is null and not p.disputed and not p.refunded) then 'paid'
      when bool_or(p.disputed) then 'disputed'
      when bool_and(p.refunded) then 'refunded'
      when count(*) > 0 then 'failed'
      -- A checkout can end twice: the status later in this list stays, in whichever order they arrive.
      when array_position(array['pending', 'canceled', 'expired', 'failed'], closed_as)
        > array_position(array['pending', 'canceled', 'expired', 'failed'], bought.status) then closed_as
      else bought.status
    end into new_status
    from private.payments p where p.order_id = of_order;
  if new_status <> bought.status then
    update public.orders o set status = new_status where o.id = of_order returning o.* into bought;
  end if;
  if bought.transaction_type = 'subscription' then
    perform private.recompute_subscription(bought);
  else
    perform private.recompute_purchase(bought);
  end if;
  return bought;
end $$;
comment on function private.recompute_order is 'Computes the status of an order and its entitlement from all events. Writes only what changed.';

-- Booking -----------------------------------------------------------------------------------------------------

create function private.book_ledger_entry(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
begin
  if amount is null or amount not between 1 and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_payment and amount < bought.amount_minor then 'amount_short' end)
  on conflict on constraint booked_once do nothing;
end $$;

create function private.save_subscription_state(event jsonb, bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.subscription_states as n (
    order_id, provider_reference, status, cancel_at_period_end, period_end, ended_at, as_of)
  values (
    bought.id, event ->> 'reference', event ->> 'status', coalesce((event ->> 'cancel_at_period_end')::boolean, false),
    (event ->> 'period_end')::timestamptz, (event ->> 'ended_at')::timestamptz, (event ->> 'as_of')::timestamptz)
  on conflict (order_id) do update set
    provider_reference = excluded.provider_reference, status = excluded.status,
    cancel_at_period_end = excluded.cancel_at_period_end, period_end = excluded.period_end, ended_at = excluded.ended_at,
    as_of = excluded.as_of
  -- The greater of the two, in an order without ties: an ended subscription never becomes active again; then the newer state.
  where (excluded.status = 'canceled', excluded.as_of, excluded.status, excluded.cancel_at_period_end,
      coalesce(excluded.period_end, '-infinity'), coalesce(excluded.ended_at, '-infinity'))
    > (n.status = 'canceled', n.as_of, n.status, n.cancel_at_period_end,
      coalesce(n.period_end, '-infinity'), coalesce(n.ended_at, '-infinity'))
$$;

create function private.book_event(event jsonb) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
begin
  if num_nulls(event ->> 'kind', event ->> 'provider', event ->> 'reference') > 0 then
    raise exception using errcode = '22023', message = 'An event names its kind, provider and reference';
  end if;
  -- One event per order at a time: a second one waits here.
  select * into bought from public.orders o where o.id = (event ->> 'order_id')::uuid for update;
  if bought.id is null or bought.provider <> event ->> 'provider'
    or (event ->> 'provider' = 'sandbox' and not private.is_sandbox_open()) then
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
      return private.recompute_order(bought.id, event ->> 'status');
    when 'subscription' then
      if bought.plan is null then
        raise exception using errcode = '22023', message = 'This order is not for a subscription';
      end if;
      perform private.save_subscription_state(event, bought);
    else
      perform private.book_ledger_entry(event, bought);
      if event ->> 'kind' = 'payment' and bought.plan is not null and event ->> 'subscription' is not null then
        perform private.save_subscription_state(jsonb_build_object(
          'reference', event ->> 'subscription', 'status', 'active', 'as_of', '-infinity'), bought);
      end if;
  end case;
  return private.recompute_order(bought.id);
end $$;
comment on function private.book_event is
  'Books one event of a provider: payment, refund, refund_failed, dispute, dispute_won; subscription (its state); closed (a checkout that was not paid). The only function that writes the ledger. Idempotent, in any order, concurrent.';

create function public.book_payment(event jsonb) returns public.orders
  language sql security definer
  set search_path = ''
  as $$ select private.book_event(event) $$;
comment on function public.book_payment is 'For the service key: books a verified event of a provider. See private.book_event.';

-- Checkouts (service key only) --------------------------------------------------------------------------------

create table private.checkouts (
  order_id uuid primary key references public.orders (id) on delete restrict,
  url text not null,
  expires_at timestamptz not null,
  checks integer not null default 0,
  checked_at timestamptz,
  next_check_at timestamptz not null default now() + interval '1 minute'
);
comment on table private.checkouts is 'The provider''s page of each order, and when to query the provider if no event arrives.';
create index on private.checkouts (next_check_at);

create table private.payment_customers (
  user_id uuid not null references private.profiles (id) on delete cascade,
  provider text not null,
  provider_reference text not null,
  primary key (user_id, provider),
  unique (provider, provider_reference)
);
comment on table private.payment_customers is 'A member''s customer id at a payment provider.';
insert into private.personal_data (relation, person_column) values ('private.payment_customers', 'user_id');

create function public.checkout_state(order_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object(
    'url', (
      select c.url from private.checkouts c
      where c.order_id = o.id and private.is_order_payable(o) and c.expires_at > now() + interval '1 minute'),
    'provider', o.provider,
    'is_fresh', private.is_order_payable(o),
    'customers', (
      select coalesce(jsonb_object_agg(c.provider, c.provider_reference), '{}')
      from private.payment_customers c where c.user_id = o.user_id),
    -- A member pays for one subscription: other open checkouts and an overdue subscription are closed.
    'rivals', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', r.id, 'provider', r.provider, 'reference', r.provider_reference)), '[]')
      from public.orders r
      where o.plan is not null and r.plan is not null and r.user_id = o.user_id and r.id <> o.id
        and r.status = 'pending' and r.provider_reference is not null),
    'overdue', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', s.order_id, 'provider', s.provider, 'reference', s.provider_reference)), '[]')
      from public.subscriptions s
      where o.plan is not null and s.user_id = o.user_id and s.status = 'past_due' and s.order_id is not null))
  from public.orders o where o.id = checkout_state.order_id
$$;
comment on function public.checkout_state is 'For the service key: what starting a checkout needs.';

create function public.save_checkout(order_id uuid, provider text, reference text, url text, expires_at timestamptz) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update public.orders o set provider = save_checkout.provider, provider_reference = save_checkout.reference
    where o.id = save_checkout.order_id
      and (o.provider, o.provider_reference) is distinct from (save_checkout.provider, save_checkout.reference);
  insert into private.checkouts as c (order_id, url, expires_at)
    values (save_checkout.order_id, save_checkout.url, save_checkout.expires_at)
    on conflict on constraint checkouts_pkey do update set url = excluded.url, expires_at = excluded.expires_at;
end $$;
comment on function public.save_checkout is 'For the service key: saves the page that the provider opened for this order.';

-- A customer whom the provider has deleted gets a new id there.
create function public.save_customer(person uuid, provider text, reference text) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.payment_customers as c (user_id, provider, provider_reference) values (person, provider, reference)
  on conflict on constraint payment_customers_pkey do update set provider_reference = excluded.provider_reference
$$;
comment on function public.save_customer is 'For the service key: saves a member''s customer id at a provider.';

create function public.billing_customer(person uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('provider', s.provider, 'subscription', s.provider_reference, 'customer', (
      select c.provider_reference from private.payment_customers c where c.user_id = person and c.provider = s.provider))
  from public.subscriptions s
  where s.user_id = person and s.provider is not null and s.order_id is not null
  order by s.status = 'active' desc, s.expires_at desc limit 1
$$;
comment on function public.billing_customer is 'For the service key: provider, subscription and customer id of a member''s subscription. Null when there is none.';

-- Checks for missing events -----------------------------------------------------------------------------------

create function private.list_due_checks() returns table (order_id uuid, why text)
  language sql stable security definer
  set search_path = ''
  as $$
  select o.id, case when o.user_id is null then 'nobody' when o.status = 'pending' then 'pending' else 'renewal' end
  from private.checkouts c
  join public.orders o on o.id = c.order_id
  left join public.subscriptions s on s.order_id = o.id
  where c.next_check_at <= now() and o.provider_reference is not null and (
    o.status = 'pending'
    or (s.status in ('active', 'past_due', 'expired') and s.expires_at between now() - interval '30 days' and now())
    or (o.user_id is null and s.status in ('active', 'past_due')))
$$;
comment on function private.list_due_checks is 'Orders whose provider should have sent an event by now; and subscriptions of deleted members.';

create function public.claim_payment_checks(how_many integer) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Orders that never got a checkout.
  perform private.recompute_order(o.id, 'expired') from public.orders o
    where o.status = 'pending' and o.created_at < now() - interval '1 day'
      and not exists (select from private.checkouts c where c.order_id = o.id);
  perform private.recompute_order(s.order_id) from public.subscriptions s
    where s.status = 'active' and s.expires_at <= now() and s.order_id is not null;
  return query
    update private.checkouts c
    set checks = c.checks + 1, checked_at = now(),
      next_check_at = now() + least(interval '1 minute' * power(2, least(c.checks, 10)), interval '1 hour')
    from private.list_due_checks() due
    join public.orders o on o.id = due.order_id
    left join private.subscription_states n on n.order_id = o.id
    where c.order_id = due.order_id and c.order_id in (
      select open.order_id from private.checkouts open
      where open.order_id in (select d.order_id from private.list_due_checks() d)
      order by open.next_check_at limit how_many
      for update skip locked)
    returning c.order_id, due.why, o.provider, o.provider_reference, n.provider_reference;
end $$;
comment on function public.claim_payment_checks is 'For the service key: claims the next orders to query the provider about. After 1, 2, 4 … minutes, at most every hour.';

create function public.claim_order_check(waited_for uuid) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language sql security definer
  set search_path = ''
  as $$
  update private.checkouts c set checked_at = now()
  from public.orders o left join private.subscription_states n on n.order_id = o.id
  where c.order_id = claim_order_check.waited_for and o.id = c.order_id and o.status = 'pending'
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, 'pending', o.provider, o.provider_reference, n.provider_reference
$$;
comment on function public.claim_order_check is 'For the service key: claims one order whose buyer is waiting, at most every two seconds.';

-- Sandbox ---------------------------------------------------------------------------------------------------
--
-- The demo's payment provider. Booking never reads these tables: it learns of them by signed events and by requests, as
-- from a real provider.

create function private.is_sandbox_open() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select exists (select from private.settings s where s.key = 'sandbox_payments' and s.value = '"open"') $$;
comment on function private.is_sandbox_open is 'Open in the demo only: elsewhere sandbox payments are refused, even with a valid signature.';

create table private.sandbox_sessions (
  id text primary key,
  order_id uuid not null unique references public.orders (id) on delete restrict,
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz not null default now()
);
comment on table private.sandbox_sessions is 'Payment pages of the sandbox. Knowing the id gives access to the page, as with Stripe.';

create table private.sandbox_events (
  id bigint generated always as identity primary key,
  session_id text not null references private.sandbox_sessions (id) on delete restrict,
  event jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.sandbox_events is 'Events of the sandbox, whether or not they were delivered.';
create index on private.sandbox_events (session_id);

create function public.sandbox_start(order_id uuid, success_url text, cancel_url text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  session text;
begin
  if not private.is_sandbox_open() then
    raise exception using errcode = '42501', message = 'Failed to create checkout session', hint = 'checkout_failed';
  end if;
  insert into private.sandbox_sessions (id, order_id, success_url, cancel_url)
    values (
      'sbx_' || encode(extensions.gen_random_bytes(16), 'hex'), sandbox_start.order_id, sandbox_start.success_url,
      sandbox_start.cancel_url)
    on conflict on constraint sandbox_sessions_order_id_key do nothing;
  select s.id into session from private.sandbox_sessions s where s.order_id = sandbox_start.order_id;
  return session;
end $$;
comment on function public.sandbox_start is 'For the service key: opens a payment page, or finds the one this order has.';

create function public.sandbox_session(session text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('status', s.status, 'order_id', s.order_id, 'events', (
    select coalesce(jsonb_agg(e.event order by e.id), '[]') from private.sandbox_events e where e.session_id = s.id))
  from private.sandbox_sessions s where s.id = session
$$;
comment on function public.sandbox_session is 'For the service key: the state and events of a sandbox session.';

create function public.sandbox_add(session text, event jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.sandbox_sessions s set status = 'expired'
    where s.id = session and s.status = 'open' and sandbox_add.event ->> 'kind' = 'closed';
  insert into private.sandbox_events (session_id, event)
    select s.id, sandbox_add.event from private.sandbox_sessions s where s.id = session;
end $$;
comment on function public.sandbox_add is 'For the service key: adds an event to a sandbox session (closes the page, ends a subscription, refunds).';
