-- Promotion codes: a discount on a title at the payment page. They use the codes of gifts and vouchers; the price is
-- computed here, and an order that a promotion has made cheaper is what counts as its use.

create table private.promotions (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  percent integer,
  off_minor integer,
  first_day date not null,
  last_day date not null,
  titles uuid[],
  per_person integer not null,
  total integer not null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  -- Keep equal to the limits of promotions in contract/src/commerce/limits.ts.
  constraint name_of_a_length check (char_length(name) between 1 and 80),
  constraint one_discount check (num_nonnulls(percent, off_minor) = 1),
  constraint percent_sane check (percent between 1 and 100),
  constraint off_sane check (off_minor between 1 and 1000000),
  constraint period_sane check (first_day <= last_day),
  constraint titles_sane check (cardinality(titles) between 1 and 100),
  constraint limits_sane check (per_person between 1 and 100 and total between 1 and 10000)
);
comment on table private.promotions is 'A discount, by percent or in cents of a dollar, that a code gives on titles for a time. Days are Haitian ones.';
comment on column private.promotions.titles is 'Films and series it is for; null for all.';
create index promotions_by_age on private.promotions (created_at desc, id desc);
alter table private.promotions enable row level security;

alter table private.codes
  add column promotion_id uuid references private.promotions (id) on delete restrict,
  drop constraint kind_known,
  drop constraint of_one_thing,
  add constraint kind_known check (kind in ('gift', 'voucher', 'promotion')),
  add constraint of_one_thing check ((kind = 'gift') = (gift_id is not null) and (kind = 'promotion') = (promotion_id is not null));
create unique index codes_promotion on private.codes (promotion_id);

alter table public.orders
  add column promotion_id uuid references private.promotions (id) on delete restrict,
  add column discount_minor integer,
  drop constraint amount_sane,
  add constraint amount_sane check (amount_minor between case when promotion_id is null then 1 else 0 end and 10000000),
  add constraint discounted_by_a_promotion check (
    (promotion_id is null) = (discount_minor is null) and discount_minor >= 1
    and (promotion_id is null or transaction_type in ('purchase', 'rental')));
comment on column public.orders.discount_minor is 'In cents of a dollar, taken off the price by a promotion.';
create index orders_promotion on public.orders (promotion_id, status, created_at);

alter table public.ledger drop constraint sign_follows_kind,
  add constraint sign_follows_kind check (
    case when kind = 'payment' and provider = 'promotion' then amount_minor = 0
      when kind in ('payment', 'refund_failed', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end);

-- Of an order that costs nothing, nothing is booked as paid.
create or replace function private.book_ledger_entry(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
  is_free boolean := is_payment and event ->> 'provider' = 'promotion' and bought.amount_minor = 0;
begin
  if amount is null or amount not between (not is_free)::integer and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem, country)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_payment and amount < bought.amount_minor then 'amount_short' end,
    -- Wallets in gourdes are Haitian.
    case when private.takes_gourdes(event ->> 'provider') then 'HT'
      when event ->> 'country' ~ '^[A-Z]{2}$' then event ->> 'country' end)
  on conflict on constraint booked_once do nothing;
end $$;

-- Using one -----------------------------------------------------------------------------------------------------

create function private.discounted_minor(promotion private.promotions, price_minor integer) returns integer
  language sql immutable
  set search_path = ''
  as $$
  -- Keep 50 equal to CARD_MIN in contract/src/commerce/limits.ts.
  select case when c.price < 1 then 0 else greatest(c.price, least(50, price_minor)) end
  from (
    select case when promotion.percent is not null then ceil(price_minor * (100 - promotion.percent) / 100.0)::integer
      else price_minor - promotion.off_minor end as price
  ) c
$$;
comment on function private.discounted_minor is
  'What is left to pay, in cents, rounded up: nothing, or at least 50 cents, because cards are not charged less.';

create function private.undiscounted_minor(o public.orders) returns integer
  language sql immutable
  set search_path = ''
  as $$ select coalesce(o.price_minor, o.amount_minor) + coalesce(o.discount_minor, 0) $$;
comment on function private.undiscounted_minor is 'The price of an order in cents of a dollar, without any promotion.';

create function private.promotion_state(promotion private.promotions) returns text
  language sql stable
  set search_path = ''
  as $$
  select case
    when promotion.ended_at is not null or now() >= (promotion.last_day + 1)::timestamp at time zone 'America/Port-au-Prince' then 'ended'
    when now() < promotion.first_day::timestamp at time zone 'America/Port-au-Prince' then 'planned'
    else 'running' end
$$;

create function private.count_promotion_uses(promotion uuid, of_person uuid, other_than public.orders) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
  -- Another way to pay makes another order for the same title: that is one use.
  select count(distinct (coalesce(o.user_id, o.id), coalesce(o.movie_id, o.series_id), o.transaction_type))::integer
  from public.orders o
  where o.promotion_id = count_promotion_uses.promotion and (of_person is null or o.user_id = of_person)
    and (o.status in ('paid', 'disputed')
      -- The code was entered, or a page is open at a provider: private.is_order_payable() and checkoutExpiry() end earlier.
      or o.status = 'pending' and o.created_at > now() - interval '30 minutes'
      or o.status = 'pending' and o.created_at > now() - interval '75 minutes' and o.provider_reference is not null)
    and (o.user_id, coalesce(o.movie_id, o.series_id), o.transaction_type) is distinct from
      (other_than.user_id, coalesce(other_than.movie_id, other_than.series_id), other_than.transaction_type)
$$;
comment on function private.count_promotion_uses is
  'Orders that are paid or can be paid at its price, of one person or all, without those of the same person for the same title.';

create function private.check_promotion(promotion private.promotions, wanted public.orders) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case
    when private.promotion_state(promotion) = 'ended' then 'code_expired'
    when private.promotion_state(promotion) = 'planned' then 'code_not_active'
    when promotion.titles is not null and not coalesce(wanted.movie_id, wanted.series_id) = any (promotion.titles) then 'promotion_other_title'
    when private.discounted_minor(promotion, private.undiscounted_minor(wanted)) >= private.undiscounted_minor(wanted) then 'promotion_no_gain'
    when private.count_promotion_uses(promotion.id, wanted.user_id, wanted) >= promotion.per_person then 'promotion_used'
    when private.count_promotion_uses(promotion.id, null, wanted) >= promotion.total then 'promotion_used_up'
    else 'promotion_applied' end
$$;

create function private.discount_order(promotion private.promotions, wanted public.orders) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made public.orders := wanted;
begin
  made.amount_minor := private.discounted_minor(promotion, private.undiscounted_minor(wanted));
  made.price_minor := null;
  made.created_at := now();
  made.promotion_id := promotion.id;
  made.discount_minor := private.undiscounted_minor(wanted) - made.amount_minor;
  return private.copy_order(made);
end $$;
comment on function private.discount_order is
  'A new order for the same title at the lower price: the other may be open at a provider. A second code replaces the first.';

create function public.apply_promotion(order_id uuid, code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  wanted public.orders;
  made public.orders;
  looked record;
  promotion private.promotions;
  outcome text;
begin
  if not private.check_rate_limit('apply_promotion', buyer::text, 60, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  select * into wanted from public.orders o where o.id = apply_promotion.order_id and o.user_id = buyer;
  if wanted.id is null or wanted.transaction_type not in ('purchase', 'rental') or not private.is_order_payable(wanted) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  looked := private.find_code(apply_promotion.code);
  if looked.outcome in ('code_valid', 'code_used', 'code_yours') and (looked.match).kind <> 'promotion' then
    return jsonb_build_object('result', 'code_not_promotion');
  elsif looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  -- Uses are counted one after the other: of two people who want the last one, the second finds it taken.
  select * into promotion from private.promotions p where p.id = (looked.match).promotion_id for update;
  outcome := private.check_promotion(promotion, wanted);
  if outcome <> 'promotion_applied' then
    return jsonb_build_object('result', outcome);
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and o.promotion_id = promotion.id and private.is_order_payable(o)
      and coalesce(o.movie_id, o.series_id) = coalesce(wanted.movie_id, wanted.series_id) and o.transaction_type = wanted.transaction_type
      and private.undiscounted_minor(o) = private.undiscounted_minor(wanted)
    order by o.created_at desc limit 1;
  if made.id is null then
    made := private.discount_order(promotion, wanted);
  end if;
  return jsonb_build_object('result', outcome, 'order_id', made.id);
end $$;
comment on function public.apply_promotion is
  'The caller''s order at the price that a promotion code leaves, as another order. The result is promotion_applied or an error key; wrong codes are counted.';
grant execute on function public.apply_promotion(uuid, text) to authenticated;

create function private.has_title(person uuid, title_id uuid, transaction_type text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.user_purchases p
    where p.user_id = person and p.status = 'completed' and title_id in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase' or has_title.transaction_type = 'rental' and p.rental_expiry > now()))
$$;
comment on function private.has_title is 'Whether buying or renting this title would give the person nothing that they do not have.';

create function public.take_free_order(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  chosen public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || o.user_id, 0)) from public.orders o where o.id = take_free_order.order_id;
  select * into chosen from public.orders o where o.id = take_free_order.order_id for update;
  if chosen.status = 'paid' and chosen.provider = 'promotion' then
    return chosen;
  end if;
  if chosen.user_id is null or chosen.amount_minor <> 0 or not private.is_order_payable(chosen) or private.is_title_deleted(chosen) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.has_title(chosen.user_id, coalesce(chosen.movie_id, chosen.series_id), chosen.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  update public.orders o set provider = 'promotion', provider_reference = chosen.id::text where o.id = chosen.id;
  return private.book_event(jsonb_build_object('kind', 'payment', 'provider', 'promotion', 'reference', chosen.id,
    'order_id', chosen.id, 'amount_minor', 0, 'currency', chosen.currency));
end $$;
comment on function public.take_free_order is
  'For the service key: books an order of which a promotion has left nothing to pay, as a payment of zero. Called twice, it books once.';

-- At /redeem a promotion says where it is used.
create or replace function private.check_code(used private.codes) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case used.kind when 'gift' then private.check_gift(used) when 'voucher' then private.check_voucher(used)
    else 'code_is_promotion' end
$$;

-- Orders --------------------------------------------------------------------------------------------------------

-- After that, order_to_pay() asks again whether its promotion can be used. checkoutExpiry() in
-- supabase/functions/_shared/providers/provider.ts leaves Stripe the half hour that it wants.
create or replace function private.is_order_payable(o public.orders) returns boolean
  language sql stable
  set search_path = ''
  as $$
  select o.status = 'pending'
    and o.created_at > now() - case when o.promotion_id is null then interval '22 hours' else interval '25 minutes' end
$$;

-- A copy for another provider does not prolong the time in which a promotion holds.
create or replace function private.copy_order(of_order public.orders) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made public.orders;
begin
  made := jsonb_populate_record(null::public.orders, to_jsonb(of_order) - private.order_state_columns());
  made.id := gen_random_uuid();
  made.amount_minor := coalesce(of_order.price_minor, of_order.amount_minor);
  made.currency := 'USD';
  made.status := 'pending';
  made.created_at := case when of_order.promotion_id is null then now() else of_order.created_at end;
  made.updated_at := now();
  insert into public.orders select made.*;
  return made;
end $$;

-- An open order that a promotion made cheaper is not one at the same price without it.
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
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- On a double click the second call waits for the first and then finds its order.
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
  if private.has_title(buyer, item.id, create_order.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.transaction_type = create_order.transaction_type
      and item.id in (o.movie_id, o.series_id) and coalesce(o.price_minor, o.amount_minor) = price and o.promotion_id is null
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

-- An order that a promotion made cheaper and that is too old is made again at that price, or not at all.
create or replace function public.order_to_pay(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  requested public.orders;
  made public.orders;
  promotion private.promotions;
begin
  select * into requested from public.orders o where o.id = order_to_pay.order_id and o.user_id = buyer;
  if requested.id is null or num_nonnulls(requested.plan, requested.pass, requested.movie_id, requested.series_id) = 0 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if requested.gift_id is not null then
    if not exists (select from private.gifts g where g.id = requested.gift_id and g.order_id is null and g.canceled_at is null) then
      raise exception using errcode = '23505', message = 'This gift has already been paid for', hint = 'gift_paid';
    end if;
    if private.is_order_payable(requested) then
      return requested;
    end if;
    return private.create_gift_order(requested.gift_id, buyer, private.gift_item(
      requested.pass, requested.media_type, coalesce(requested.movie_id, requested.series_id)));
  end if;
  if requested.plan is not null and private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  -- Another order may have paid it meanwhile.
  if private.has_title(buyer, coalesce(requested.movie_id, requested.series_id), requested.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  if private.is_order_payable(requested) then
    return requested;
  end if;
  made := case
    when requested.plan is not null then public.create_subscription_order(requested.plan)
    when requested.pass is not null then public.create_pass_order(requested.pass)
    else public.create_order(requested.media_type, coalesce(requested.movie_id, requested.series_id), requested.transaction_type)
  end;
  if requested.promotion_id is not null then
    select * into promotion from private.promotions p where p.id = requested.promotion_id for update;
    if private.check_promotion(promotion, made) <> 'promotion_applied' then
      raise exception using errcode = '22023', message = 'This promotion code can no longer be used. Please pay without it.',
        hint = 'promotion_over';
    end if;
    made := private.discount_order(promotion, made);
  end if;
  return made;
end $$;

-- What accountants see ------------------------------------------------------------------------------------------

-- Of a payment of zero there is nothing to return.
create or replace function private.payment_to_return(payment bigint, way text) returns private.payments
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
  paid private.payments;
begin
  select * into bought from public.orders o
    where o.id = (select l.order_id from public.ledger l where l.id = payment) for update;
  select * into paid from private.payments p where p.id = payment;
  if paid.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if paid.refunded then
    return paid;
  end if;
  if paid.disputed then
    raise exception using errcode = 'PT409', message = 'The buyer disputes this payment. Their bank decides who gets the money.',
      hint = 'payment_disputed';
  end if;
  if paid.amount_minor = 0 or private.how_to_return(paid.provider) <> way then
    raise exception using errcode = '22023', message = 'This way of paying does not allow that', hint = 'return_unavailable';
  end if;
  perform private.void_gift(bought);
  return paid;
end $$;

create or replace function public.admin_payment(order_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  found jsonb;
begin
  perform private.require_role('accountant');
  select to_jsonb(o) || jsonb_build_object(
    'username', p.username, 'email', d.email, 'phone', y.phone, 'credit_minor', private.credit_of(o.user_id),
    'promotion', (select n.name from private.promotions n where n.id = o.promotion_id),
    'gift', (
      select jsonb_build_object('recipient_name', g.recipient_name, 'recipient_phone', g.recipient_phone, 'status', c.status,
        'redeemed_at', c.redeemed_at)
      from private.gifts g join private.codes c on c.gift_id = g.id where g.id = o.gift_id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', l.id, 'kind', l.kind, 'amount_minor', l.amount_minor, 'currency', l.currency, 'provider_reference', l.provider_reference,
          'occurred_at', l.occurred_at, 'period_end', l.period_end, 'problem', l.problem,
          'return_as', case when not paid.refunded and not paid.disputed and paid.amount_minor > 0
            then private.how_to_return(l.provider) end,
          'left_minor', paid.amount_minor - paid.returned_minor,
          'refund_requested_at', r.requested_at, 'refund_failed', private.has_refund_failed(r)) order by l.occurred_at, l.id), '[]')
      from (select l.* from public.ledger l where l.order_id = o.id order by l.occurred_at desc, l.id desc limit 100) l
        left join private.payments paid on paid.id = l.id
        left join private.refund_requests r on r.payment_id = l.id),
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', a.reason, 'created_at', a.created_at, 'settled_at', a.settled_at,
        'note', a.note) order by a.id), '[]')
      from public.payment_alerts a where a.order_id = o.id))
    into found
    from public.orders o
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
      left join private.payers y on y.order_id = o.id
    where o.id = admin_payment.order_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  return found;
end $$;

create or replace function public.find_payments_of_code(code text) returns table (
    id uuid, created_at timestamptz, status text, title text, transaction_type text, media_type text, plan text, pass text,
    amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text,
    email text, phone text)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
  found uuid[];
begin
  perform private.require_role('accountant');
  looked := private.find_code(find_payments_of_code.code);
  if looked.outcome = 'too_many_tries' then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  found := array(
    select f.id from (
      (select o.id, o.created_at from public.orders o where o.gift_id = (looked.match).gift_id
        order by o.created_at desc, o.id desc limit 25)
      union all
      select o.id, o.created_at from public.orders o where o.provider = 'voucher' and o.provider_reference = (looked.match).id::text
      union all
      (select o.id, o.created_at from public.orders o
        where o.promotion_id = (looked.match).promotion_id and o.provider is not null
        order by o.created_at desc, o.id desc limit 25)
    ) f order by f.created_at desc, f.id desc limit 25);
  perform private.write_audit_log('find_payments_of_code', 'payments', coalesce(left(found[1]::text, 8), ''));
  return query select * from private.payment_rows(found);
end $$;

create or replace function public.read_receipt(entry bigint) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  found jsonb;
begin
  select jsonb_build_object(
    'id', l.id, 'kind', l.kind, 'number', case when r.number is not null then r.year || '-' || lpad(r.number::text, 6, '0') end,
    'occurred_at', l.occurred_at, 'issued_at', r.issued_at, 'amount_minor', l.amount_minor, 'currency', l.currency,
    'price_minor', o.price_minor, 'exchange_rate', o.exchange_rate,
    'discount_minor', case when l.kind = 'payment' then o.discount_minor end,
    'full_price_minor', case when l.kind = 'payment' and o.discount_minor is not null then private.undiscounted_minor(o) end,
    'country', l.country,
    'tax_name', r.tax_name, 'tax_percent', r.tax_percent, 'tax_minor', r.tax_minor, 'problem', l.problem,
    'title', o.title, 'transaction_type', o.transaction_type, 'media_type', o.media_type, 'plan', o.plan, 'pass', o.pass,
    'period_end', l.period_end, 'provider', l.provider, 'provider_reference', l.provider_reference, 'order_id', o.id,
    'email', d.email,
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'amount_minor', b.amount_minor, 'occurred_at', b.occurred_at)
        order by b.occurred_at, b.id), '[]')
      from public.ledger b
      where l.kind = 'payment' and b.order_id = l.order_id and b.provider = l.provider and b.kind <> 'payment'
        and coalesce(b.payment_reference, b.provider_reference) = l.provider_reference))
    into found
    from public.ledger l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.member_directory d on d.id = o.user_id
    where l.id = read_receipt.entry and (o.user_id = person or private.has_role('accountant'));
  if found is null then
    raise exception using errcode = 'P0002', message = 'No such receipt', hint = 'receipt_missing';
  end if;
  return found;
end $$;

drop function public.payment_export_rows(date, date, timestamptz, bigint);
create function public.payment_export_rows(
    from_day date, to_day date, after_time timestamptz default null, after_id bigint default 0) returns table (
    id bigint, occurred_at timestamptz, kind text, amount_minor bigint, currency text, price_minor integer, exchange_rate numeric,
    provider text, provider_reference text, order_id uuid, transaction_type text, title text, username text, email text, problem text,
    receipt text, tax_name text, tax_percent numeric, tax_minor bigint, discount_minor integer)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.price_minor, o.exchange_rate, l.provider, l.provider_reference,
      l.order_id, o.transaction_type, o.title, p.username, d.email, l.problem,
      r.year || '-' || lpad(r.number::text, 6, '0'), r.tax_name, r.tax_percent, r.tax_minor,
      case when l.kind = 'payment' then o.discount_minor end
    from (
      select x.* from public.ledger x
      where x.occurred_at >= from_day::timestamp at time zone 'UTC' and x.occurred_at < (to_day + 1)::timestamp at time zone 'UTC'
        and (x.occurred_at, x.id) > (coalesce(after_time, '-infinity'), after_id)
      order by x.occurred_at, x.id limit 500) l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
    order by l.occurred_at, l.id;
end $$;
comment on function public.payment_export_rows is
  'For accountants and admins: five hundred entries of the ledger after one, with order, member and receipt. discount_minor is in cents of a dollar, with payments.';
grant execute on function public.payment_export_rows(date, date, timestamptz, bigint) to authenticated;

-- What admins do ------------------------------------------------------------------------------------------------

create function public.create_promotion(
    name text, first_day date, last_day date, per_person integer, total integer,
    percent integer default null, off_minor integer default null, titles uuid[] default null) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made private.promotions;
  wanted uuid[] := array(select distinct t.id from unnest(create_promotion.titles) t (id));
  code uuid;
begin
  perform private.require_role('admin');
  if num_nonnulls(create_promotion.percent, create_promotion.off_minor) <> 1
    or create_promotion.percent not between 1 and 100 or create_promotion.off_minor not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(create_promotion.first_day > create_promotion.last_day, true)
    or create_promotion.last_day not between (now() at time zone 'America/Port-au-Prince')::date and current_date + 1830 then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
  if coalesce(create_promotion.per_person not between 1 and 100 or create_promotion.total not between 1 and 10000, true)
    or cardinality(create_promotion.titles) not between 1 and 100 then
    raise exception using errcode = '23514', message = 'Please enter a whole number', hint = 'number_invalid';
  end if;
  if cardinality(wanted) <> (select count(*) from public.movies m where m.id = any (wanted))
      + (select count(*) from public.series s where s.id = any (wanted)) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if char_length(coalesce(private.trim_text(create_promotion.name), '')) not between 1 and 80 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  insert into private.promotions (name, percent, off_minor, first_day, last_day, titles, per_person, total)
    values (private.trim_text(create_promotion.name), create_promotion.percent, create_promotion.off_minor, create_promotion.first_day,
      create_promotion.last_day, nullif(wanted, '{}'), create_promotion.per_person, create_promotion.total)
    returning * into made;
  insert into private.codes (kind, promotion_id) values ('promotion', made.id) returning id into code;
  perform private.write_audit_log('create_promotion', 'vouchers', made.id::text, made.name, null, jsonb_build_object(
    'percent', jsonb_build_array(null, made.percent), 'off_minor', jsonb_build_array(null, made.off_minor),
    'total', jsonb_build_array(null, made.total)));
  return private.derive_code(code);
end $$;
comment on function public.create_promotion is 'For admins: a discount on titles, for some days and a number of uses. Returns its code.';
grant execute on function public.create_promotion(text, date, date, integer, integer, integer, integer, uuid[]) to authenticated;

create function public.end_promotion(promotion uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.promotions;
begin
  perform private.require_role('admin');
  update private.promotions p set ended_at = now() where p.id = end_promotion.promotion and p.ended_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('end_promotion', 'vouchers', was.id::text, was.name);
end $$;
comment on function public.end_promotion is 'For admins: from now on nobody can use it. Orders that have its price keep it while they can be paid.';
grant execute on function public.end_promotion(uuid) to authenticated;

create function public.admin_promotions(before timestamptz default null) returns table (
    id uuid, name text, code text, percent integer, off_minor integer, first_day date, last_day date, titles uuid[],
    per_person integer, total integer, used integer, status text, created_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select p.id, p.name, private.derive_code(c.id), p.percent, p.off_minor, p.first_day, p.last_day, p.titles, p.per_person, p.total,
      private.count_promotion_uses(p.id, null, null), private.promotion_state(p), p.created_at
    from (
      select x.* from private.promotions x where x.created_at < coalesce(admin_promotions.before, 'infinity')
      order by x.created_at desc, x.id desc limit 20) p
      join private.codes c on c.promotion_id = p.id
    order by p.created_at desc, p.id desc;
end $$;
comment on function public.admin_promotions is 'For admins: twenty promotions with their codes and how often each is used, newest first.';
grant execute on function public.admin_promotions(timestamptz) to authenticated;
