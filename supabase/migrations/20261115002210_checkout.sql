-- From the button to the provider's page and back: orders, the checkout of each, and who asks again when no word comes.

create table private.checkouts (
  order_id uuid primary key references public.orders (id) on delete restrict,
  url text not null,
  expires_at timestamptz not null,
  checks integer not null default 0,
  checked_at timestamptz,
  next_check_at timestamptz not null default now() + interval '1 minute'
);
comment on table private.checkouts is 'Where each order is paid, and when the provider is asked about it if it does not tell by itself.';
create index on private.checkouts (next_check_at);

create table private.payment_customers (
  user_id uuid not null references private.profiles (id) on delete cascade,
  provider text not null,
  provider_reference text not null,
  primary key (user_id, provider),
  unique (provider, provider_reference)
);
comment on table private.payment_customers is 'Who a member is to a payment provider.';
insert into private.personal_data (relation, person_column) values ('private.payment_customers', 'user_id');

-- Orders ------------------------------------------------------------------------------------------------------

-- An order is good for a day, and its checkout a little less: twin of ORDER_SECONDS in functions/_shared/providers/provider.ts.
create function private.is_fresh(o public.orders) returns boolean
  language sql stable
  set search_path = ''
  as $$ select o.status = 'pending' and o.created_at > now() - interval '22 hours' $$;

create or replace function public.create_order(media_type text, media_id uuid, transaction_type text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  item record;
  price integer;
  made public.orders;
begin
  if create_order.transaction_type not in ('purchase', 'rental') or create_order.media_type not in ('movie', 'series') then
    raise exception using errcode = '22023', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if not private.allow('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- A double click: the second waits for the first, and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select t.* into item from (
    select 'movie' as kind, id, title, thumbnail_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price
      from public.movies
    union all
    select 'series', id, title, thumbnail_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price
      from public.series
  ) t where t.kind = create_order.media_type and t.id = create_order.media_id and t.published and not t.is_free
    and case create_order.transaction_type when 'purchase' then t.is_purchasable else t.is_rentable end;
  price := private.price_minor(
    create_order.media_type, create_order.transaction_type, item.purchase_price, item.rental_price);
  if item.id is null or coalesce(price, 0) < 1 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if exists (
    select from public.user_purchases p
    where p.user_id = buyer and p.status = 'completed' and item.id in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase'
        or (create_order.transaction_type = 'rental' and p.rental_expiry > now()))) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_fresh(o) and o.transaction_type = create_order.transaction_type
      and item.id in (o.movie_id, o.series_id) and o.amount_minor = price
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
    values (
      buyer, create_order.transaction_type, create_order.media_type,
      case item.kind when 'movie' then item.id end, case item.kind when 'series' then item.id end,
      item.title, item.thumbnail_url, price)
    returning * into made;
  end if;
  return made;
end $$;

create function public.create_subscription_order(plan text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen public.plans;
  made public.orders;
begin
  if not private.allow('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from public.plans p where p.id = create_subscription_order.plan;
  if chosen.id is null then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_fresh(o) and o.plan = chosen.id and o.amount_minor = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, plan, title, amount_minor, currency)
    values (buyer, 'subscription', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor, chosen.currency)
    returning * into made;
  end if;
  return made;
end $$;
comment on function public.create_subscription_order is 'What create-checkout calls for a plan. The price is the database''s.';
grant execute on function public.create_subscription_order(text) to authenticated;

-- Checkouts (for the service key) -----------------------------------------------------------------------------

create function public.checkout_state(order_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object(
    'url', (
      select c.url from private.checkouts c
      where c.order_id = o.id and private.is_fresh(o) and c.expires_at > now() + interval '1 minute'),
    'provider', o.provider,
    'is_fresh', private.is_fresh(o),
    'customers', (
      select coalesce(jsonb_object_agg(c.provider, c.provider_reference), '{}')
      from private.payment_customers c where c.user_id = o.user_id),
    -- A person pays for one subscription: other open checkouts, and one that is overdue, give way.
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
comment on function public.checkout_state is 'For the service key: all that starting a checkout needs to know.';

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
comment on function public.save_checkout is 'For the service key: the provider has opened a page for this order.';

create function public.save_customer(person uuid, provider text, reference text) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.payment_customers (user_id, provider, provider_reference) values (person, provider, reference)
  on conflict do nothing
$$;
comment on function public.save_customer is 'For the service key: who this member is to a provider.';

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
comment on function public.billing_customer is 'For the service key: whose books a member''s subscription is in. Null when there is none.';

-- Asking again ------------------------------------------------------------------------------------------------

create function private.due_checks() returns table (order_id uuid, why text)
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
comment on function private.due_checks is 'Orders whose provider should have said something by now; and subscriptions of people who left.';

create function public.claim_payment_checks(how_many integer) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Nobody ever went to pay these.
  perform private.settle(o.id, 'expired') from public.orders o
    where o.status = 'pending' and o.created_at < now() - interval '1 day'
      and not exists (select from private.checkouts c where c.order_id = o.id);
  perform private.settle(s.order_id) from public.subscriptions s
    where s.status = 'active' and s.expires_at <= now() and s.order_id is not null;
  return query
    update private.checkouts c
    set checks = c.checks + 1, checked_at = now(),
      next_check_at = now() + least(interval '1 minute' * power(2, least(c.checks, 10)), interval '1 hour')
    from private.due_checks() due
    join public.orders o on o.id = due.order_id
    left join private.subscription_notes n on n.order_id = o.id
    where c.order_id = due.order_id and c.order_id in (
      select open.order_id from private.checkouts open
      where open.order_id in (select d.order_id from private.due_checks() d)
      order by open.next_check_at limit how_many
      for update skip locked)
    returning c.order_id, due.why, o.provider, o.provider_reference, n.provider_reference;
end $$;
comment on function public.claim_payment_checks is 'For the service key: the next orders to ask the provider about, for this caller alone. After 1, 2, 4 … minutes, at last every hour.';

create function public.claim_order_check(waited_for uuid) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language sql security definer
  set search_path = ''
  as $$
  update private.checkouts c set checked_at = now()
  from public.orders o left join private.subscription_notes n on n.order_id = o.id
  where c.order_id = claim_order_check.waited_for and o.id = c.order_id and o.status = 'pending'
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, 'pending', o.provider, o.provider_reference, n.provider_reference
$$;
comment on function public.claim_order_check is 'For the service key: one order that somebody is waiting for. Not more often than every two seconds.';

-- Receipts ----------------------------------------------------------------------------------------------------

create function public.my_payments() returns table (
    id bigint, occurred_at timestamptz, kind text, amount_minor bigint, currency text, title text, transaction_type text,
    media_type text, media_id uuid, plan text, period_end timestamptz, problem text, provider text, provider_reference text,
    order_id uuid, status text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.title, o.transaction_type, o.media_type,
      coalesce(o.movie_id, o.series_id), o.plan, l.period_end, l.problem, l.provider, l.provider_reference, o.id, o.status
    from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person
    order by l.occurred_at desc, l.id desc;
end $$;
comment on function public.my_payments is 'The caller''s receipts: every booking of every order of theirs, newest first.';
grant execute on function public.my_payments() to authenticated;
