-- Promotion codes: a discount on a title at the payment page. They use the codes of gifts and vouchers; the price is
-- computed here, and an order that a promotion has made cheaper is what counts as its use.

create table private.promotions (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  percent integer,
  off_minor integer,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
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
  constraint period_sane check (starts_at < ends_at),
  constraint titles_sane check (cardinality(titles) between 1 and 100),
  constraint limits_sane check (per_person between 1 and 100 and total between 1 and 10000)
);
comment on table private.promotions is 'A discount, by percent or in cents of a dollar, that a code gives on titles for a time.';
comment on column private.promotions.titles is 'Films and series it is for; null for all.';
create index promotions_by_age on private.promotions (created_at desc, id);
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
    (promotion_id is null) = (discount_minor is null) and discount_minor >= 1 and (promotion_id is null or transaction_type in ('purchase', 'rental')));
comment on column public.orders.discount_minor is 'In cents of a dollar, taken off the price by a promotion.';
create index orders_promotion on public.orders (promotion_id, user_id) where promotion_id is not null;

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
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_payment and amount < bought.amount_minor then 'amount_short' end)
  on conflict on constraint booked_once do nothing;
end $$;

-- Using one -----------------------------------------------------------------------------------------------------

create function private.discounted_minor(promotion private.promotions, price_minor integer) returns integer
  language sql immutable
  set search_path = ''
  as $$
  select greatest(case when promotion.percent is not null then ceil(price_minor * (100 - promotion.percent) / 100.0)::integer
    else price_minor - promotion.off_minor end, 0)
$$;
comment on function private.discounted_minor is 'What is left to pay, in cents, rounded up; never below zero.';

create function private.count_promotion_uses(promotion uuid, of_person uuid, other_than public.orders) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
  -- Another way to pay makes another order for the same title: that is one use.
  select count(distinct (coalesce(o.user_id, o.id), coalesce(o.movie_id, o.series_id), o.transaction_type))::integer
  from public.orders o
  where o.promotion_id = count_promotion_uses.promotion and (of_person is null or o.user_id = of_person)
    and (o.status in ('paid', 'disputed')
      or o.status = 'pending' and (o.provider_reference is not null or private.is_order_payable(o)))
    and (o.user_id, coalesce(o.movie_id, o.series_id), o.transaction_type) is distinct from
      (other_than.user_id, coalesce(other_than.movie_id, other_than.series_id), other_than.transaction_type)
$$;
comment on function private.count_promotion_uses is
  'Orders that are paid, or can still be paid, with this promotion, without those for the same title of the same person. At most total of them, 10,000.';

create function private.check_promotion(promotion private.promotions, wanted public.orders) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case
    when promotion.ended_at is not null or now() >= promotion.ends_at then 'code_expired'
    when now() < promotion.starts_at then 'code_not_active'
    when promotion.titles is not null and not coalesce(wanted.movie_id, wanted.series_id) = any (promotion.titles) then 'promotion_other_title'
    when private.count_promotion_uses(promotion.id, wanted.user_id, wanted) >= promotion.per_person then 'promotion_used'
    when private.count_promotion_uses(promotion.id, null, wanted) >= promotion.total then 'promotion_used_up'
    else 'promotion_applied' end
$$;

create function private.discount_order(promotion private.promotions, wanted public.orders) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  price integer := coalesce(wanted.price_minor, wanted.amount_minor) + coalesce(wanted.discount_minor, 0);
  made public.orders;
begin
  made := wanted;
  made.amount_minor := private.discounted_minor(promotion, price);
  made.price_minor := null;
  made.promotion_id := promotion.id;
  made.discount_minor := price - made.amount_minor;
  made.provider := null;
  made := private.copy_order(made);
  return made;
end $$;
comment on function private.discount_order is 'A new order for the same title at the lower price: the other may be open at a provider.';

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
    order by o.created_at desc limit 1;
  if made.id is null then
    made := private.discount_order(promotion, wanted);
  end if;
  return jsonb_build_object('result', outcome, 'order_id', made.id);
end $$;
comment on function public.apply_promotion is
  'The caller''s order at the price that a promotion code leaves, as another order. The result is promotion_applied or an error key; wrong codes are counted.';
grant execute on function public.apply_promotion(uuid, text) to authenticated;

create function public.take_free_order(order_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  wanted public.orders;
begin
  select * into wanted from public.orders o where o.id = take_free_order.order_id and o.user_id = buyer for update;
  if wanted.status = 'paid' then
    return;
  end if;
  if wanted.id is null or wanted.amount_minor <> 0 or not private.is_order_payable(wanted) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  perform private.book_event(jsonb_build_object(
    'kind', 'payment', 'provider', 'promotion', 'reference', wanted.id, 'order_id', wanted.id, 'amount_minor', 0, 'currency', wanted.currency));
end $$;
comment on function public.take_free_order is 'Books an own order of which a promotion has left nothing to pay, as a payment of zero.';
grant execute on function public.take_free_order(uuid) to authenticated;

-- At /redeem a promotion says where it is used.
create or replace function private.check_code(used private.codes) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case used.kind when 'gift' then private.check_gift(used) when 'voucher' then private.check_voucher(used)
    else 'code_is_promotion' end
$$;

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
  if exists (
    select from public.user_purchases p
    where p.user_id = buyer and p.status = 'completed'
      and coalesce(requested.movie_id, requested.series_id) in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase' or (requested.transaction_type = 'rental' and p.rental_expiry > now()))) then
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
      raise exception using errcode = '22023', message = 'This promotion code can no longer be used. Please pay without it.', hint = 'promotion_over';
    end if;
    made := private.discount_order(promotion, made);
  end if;
  return made;
end $$;

-- What admins do ------------------------------------------------------------------------------------------------

create function public.create_promotion(
    name text, starts_at timestamptz, ends_at timestamptz, per_person integer, total integer,
    percent integer default null, off_minor integer default null, titles uuid[] default null) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made private.promotions;
  code uuid;
begin
  perform private.require_role('admin');
  if num_nonnulls(create_promotion.percent, create_promotion.off_minor) <> 1
    or create_promotion.percent not between 1 and 100 or create_promotion.off_minor not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(create_promotion.starts_at >= create_promotion.ends_at, true) or create_promotion.ends_at <= now()
    or create_promotion.ends_at > now() + interval '5 years' then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
  if coalesce(create_promotion.per_person not between 1 and 100 or create_promotion.total not between 1 and 10000, true)
    or cardinality(create_promotion.titles) not between 1 and 100 then
    raise exception using errcode = '23514', message = 'Please enter a whole number', hint = 'number_invalid';
  end if;
  if char_length(coalesce(private.trim_text(create_promotion.name), '')) not between 1 and 80 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  insert into private.promotions (name, percent, off_minor, starts_at, ends_at, titles, per_person, total)
    values (private.trim_text(create_promotion.name), create_promotion.percent, create_promotion.off_minor, create_promotion.starts_at,
      create_promotion.ends_at, create_promotion.titles, create_promotion.per_person, create_promotion.total)
    returning * into made;
  insert into private.codes (kind, promotion_id) values ('promotion', made.id) returning id into code;
  perform private.write_audit_log('create_promotion', 'vouchers', made.id::text, made.name, null, jsonb_build_object(
    'percent', jsonb_build_array(null, made.percent), 'off_minor', jsonb_build_array(null, made.off_minor), 'total', jsonb_build_array(null, made.total)));
  return private.derive_code(code);
end $$;
comment on function public.create_promotion is 'For admins: a discount on titles, for a time and a number of uses. Returns its code.';
grant execute on function public.create_promotion(text, timestamptz, timestamptz, integer, integer, integer, integer, uuid[]) to authenticated;

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

create function public.admin_promotions() returns table (
    id uuid, name text, code text, percent integer, off_minor integer, starts_at timestamptz, ends_at timestamptz, titles uuid[],
    per_person integer, total integer, used integer, status text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select p.id, p.name, private.derive_code(c.id), p.percent, p.off_minor, p.starts_at, p.ends_at, p.titles, p.per_person, p.total,
      private.count_promotion_uses(p.id, null, null),
      case when p.ended_at is not null or now() >= p.ends_at then 'ended' when now() < p.starts_at then 'planned' else 'running' end
    from private.promotions p join private.codes c on c.promotion_id = p.id
    order by p.created_at desc, p.id limit 20;
end $$;
comment on function public.admin_promotions is 'For admins: the newest twenty promotions with their codes, and how often each is used.';
grant execute on function public.admin_promotions() to authenticated;
