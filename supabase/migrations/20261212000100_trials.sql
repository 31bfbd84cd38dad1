-- Trials: the first days of a member's first subscription cost nothing. The provider has the card, books a payment of zero
-- for these days, and renews at the full price when they are over, or ends.

alter table public.plans
  add column trial_days integer not null default 0 constraint trial_days_sane check (trial_days between 0 and 90);
comment on column public.plans.trial_days is 'Free days at the beginning of somebody''s first subscription; 0 for none. Admins set it.';

create function public.set_trial_days(plan text, days integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was integer;
begin
  perform private.require_role('admin');
  if set_trial_days.days is null or set_trial_days.days not between 0 and 90 then
    raise exception using errcode = '23514', message = 'Please enter a number of days from 0 to 90', hint = 'trial_days_invalid';
  end if;
  select p.trial_days into was from public.plans p where p.id = set_trial_days.plan for update;
  if was is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update public.plans p set trial_days = set_trial_days.days where p.id = set_trial_days.plan;
  perform private.write_audit_log('set_trial_days', 'payments', set_trial_days.plan, null, null,
    jsonb_build_object('trial_days', jsonb_build_array(was, set_trial_days.days)));
end $$;
comment on function public.set_trial_days is 'For admins: how long the trial of a plan lasts; 0 for none. Trials that have begun, and open orders, keep theirs.';
grant execute on function public.set_trial_days(text, integer) to authenticated;

alter table public.orders
  add column trial_days integer,
  add constraint trial_of_a_subscription check (trial_days is null or plan is not null and trial_days between 1 and 90);
comment on column public.orders.trial_days is 'Of a subscription that begins with a trial. Its price is what is charged afterwards.';

alter table public.subscriptions
  add column trial_ends_at timestamptz,
  add column trial_reminded_at timestamptz;
comment on column public.subscriptions.trial_ends_at is 'When its trial ends or ended; null without one.';
create index subscriptions_to_remind on public.subscriptions (trial_ends_at, id) where trial_ends_at is not null and trial_reminded_at is null;

alter table public.ledger drop constraint sign_follows_kind,
  add constraint sign_follows_kind check (
    case when kind = 'payment' and provider = 'promotion' then amount_minor = 0
      -- A trial is a period for which nothing was paid.
      when kind = 'payment' then amount_minor > 0 or amount_minor = 0 and period_end is not null
      when kind in ('refund_failed', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end);

-- Who can have one ----------------------------------------------------------------------------------------------

create function private.has_tried(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person and o.trial_days is not null and l.kind = 'payment' and l.amount_minor = 0)
$$;

create function private.can_try(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select not exists (
    select from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person and o.plan is not null and l.kind = 'payment')
$$;
comment on function private.can_try is 'Nobody who had a trial or a subscription before. Passes and gifts do not count.';

create function public.my_trials() returns table (plan text, days integer)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select p.id, p.trial_days from public.plans p where p.trial_days > 0 and private.can_try(person) order by p.id;
end $$;
comment on function public.my_trials is 'The trials that the caller can have.';
grant execute on function public.my_trials() to authenticated;

create or replace function public.create_subscription_order(plan text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen public.plans;
  made public.orders;
  trial integer;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
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
  trial := case when private.can_try(buyer) then nullif(chosen.trial_days, 0) end;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.plan = chosen.id and o.amount_minor = chosen.amount_minor
      and o.trial_days is not distinct from trial
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, plan, title, amount_minor, currency, trial_days)
    values (buyer, 'subscription', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor, chosen.currency, trial)
    returning * into made;
  end if;
  return made;
end $$;

-- An order with a trial is paid as such only while its member can have one.
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
  if private.is_order_payable(requested)
    -- Somebody may have begun the trial with another order meanwhile.
    and (requested.trial_days is null or private.can_try(buyer)) then
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

-- From events to entitlements -----------------------------------------------------------------------------------

create or replace function private.book_ledger_entry(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
  is_trial boolean := is_payment and amount = 0 and bought.trial_days is not null;
  is_free boolean := is_trial or is_payment and event ->> 'provider' = 'promotion' and bought.amount_minor = 0;
begin
  if is_trial then
    perform pg_advisory_xact_lock(hashtextextended('trial ' || coalesce(bought.user_id, bought.id), 0));
  end if;
  if amount is null or amount not between (not is_free)::integer and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem, country)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_trial then least((event ->> 'period_end')::timestamptz, happened + (bought.trial_days + 1) * interval '1 day')
      when is_payment and bought.plan is not null then coalesce(
        (event ->> 'period_end')::timestamptz,
        happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_trial and not private.has_tried(bought.user_id) then null
      when is_payment and amount < bought.amount_minor then 'amount_short' end,
    -- Wallets in gourdes are Haitian.
    case when private.takes_gourdes(event ->> 'provider') then 'HT'
      when event ->> 'country' ~ '^[A-Z]{2}$' then event ->> 'country' end)
  on conflict on constraint booked_once do nothing;
end $$;

create or replace function private.recompute_subscription(bought public.orders) returns void
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
      max(p.period_end) filter (where not p.disputed and not p.refunded) as until,
      max(p.period_end) filter (where p.amount_minor = 0) as trial
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
    user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, provider_reference, order_id, created_at,
    trial_ends_at)
  values (
    bought.user_id, state, bought.plan, ends_at, coalesce(note.cancel_at_period_end, false), bought.provider,
    coalesce(note.provider_reference, bought.provider_reference), bought.id, paid.since, paid.trial)
  on conflict (order_id) do update set
    status = excluded.status, expires_at = excluded.expires_at, cancel_at_period_end = excluded.cancel_at_period_end,
    provider_reference = excluded.provider_reference, created_at = excluded.created_at,
    trial_ends_at = excluded.trial_ends_at
  where (s.status, s.expires_at, s.cancel_at_period_end, s.provider_reference, s.created_at, s.trial_ends_at)
    is distinct from (excluded.status, excluded.expires_at, excluded.cancel_at_period_end, excluded.provider_reference,
      excluded.created_at, excluded.trial_ends_at);
end $$;

-- Before the end ------------------------------------------------------------------------------------------------

create function private.list_ending_trials(at_most integer)
  returns table (id uuid, trial_ends_at timestamptz, plan text, amount_minor integer, email text, metadata jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id, s.trial_ends_at, o.plan, o.amount_minor, u.email, u.raw_user_meta_data
  from public.subscriptions s
    join public.orders o on o.id = s.order_id
    left join auth.users u on u.id = s.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
  where s.trial_ends_at is not null and s.trial_reminded_at is null and s.status = 'active' and not s.cancel_at_period_end
    and s.trial_ends_at between now() and now() + interval '3 days'
    -- A short trial: in its second half.
    and s.trial_ends_at - now() <= (s.trial_ends_at - s.created_at) / 2
  order by s.trial_ends_at, s.id limit at_most
$$;
comment on function private.list_ending_trials is
  'Trials that end within three days, will renew, and of which nobody was reminded. email is null without a confirmed address.';

create function private.mark_trial_reminded(subscription uuid) returns void
  language sql security definer
  set search_path = ''
  as $$ update public.subscriptions s set trial_reminded_at = now() where s.id = mark_trial_reminded.subscription $$;
