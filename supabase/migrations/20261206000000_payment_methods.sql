-- Several payment methods for one order: gourdes beside dollars, the exchange rate, and what an accountant has to check.

-- Exchange rates ----------------------------------------------------------------------------------------------------

create table public.exchange_rates (
  id bigint generated always as identity primary key,
  currency text not null default 'HTG' constraint currency_known check (currency in ('HTG')),
  rate numeric(12, 4) not null constraint rate_sane check (rate between 1 and 100000),
  rate_date date not null,
  source text not null constraint source_given check (length(source) between 1 and 200),
  set_by uuid references private.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.exchange_rates is 'What one US dollar costs, as the accountant set it. The newest row counts; the older ones are the history. Append-only.';
comment on column public.exchange_rates.rate_date is 'The day for which the source published this rate.';
create index exchange_rates_set_by_idx on public.exchange_rates (set_by);
alter table public.exchange_rates enable row level security;
grant select (id, currency, rate, rate_date, source, created_at) on public.exchange_rates to anon, authenticated;
revoke update, delete, truncate on public.exchange_rates from service_role;
create policy "everybody sees the exchange rates" on public.exchange_rates for select to anon, authenticated using (true);
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.exchange_rates', 'set_by', 'anonymous');

create function private.current_exchange_rate(currency text) returns numeric
  language sql stable security definer
  set search_path = ''
  as $$
  select r.rate from public.exchange_rates r where r.currency = current_exchange_rate.currency order by r.id desc limit 1
$$;
comment on function private.current_exchange_rate is 'Null until somebody has set one.';

-- Keep equal to gourdesOf() in contract/src/commerce/gourdes.ts.
create function private.gourdes_minor(price_minor integer, rate numeric) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$ select ceil(price_minor * rate / 100)::bigint * 100 $$;
comment on function private.gourdes_minor is 'A price in cents of a dollar, in whole gourdes, rounded up; counted in hundredths.';

create function public.set_exchange_rate(rate numeric, rate_date date, source text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was numeric := private.current_exchange_rate('HTG');
begin
  perform private.require_role('accountant');
  if set_exchange_rate.rate is null or set_exchange_rate.rate not between 1 and 100000 then
    raise exception using errcode = '23514', message = 'Please enter a valid rate', hint = 'rate_invalid';
  end if;
  if set_exchange_rate.rate_date is null or set_exchange_rate.rate_date > current_date + 1 then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  if coalesce(private.trim_text(set_exchange_rate.source), '') = '' then
    raise exception using errcode = '23514', message = 'Please say where the rate is from', hint = 'source_needed';
  end if;
  insert into public.exchange_rates (rate, rate_date, source, set_by)
    values (set_exchange_rate.rate, set_exchange_rate.rate_date, left(private.trim_text(set_exchange_rate.source), 200), auth.uid());
  perform private.write_audit_log('set_exchange_rate', 'payments', 'HTG', null, null,
    jsonb_build_object('rate', jsonb_build_array(was, set_exchange_rate.rate)));
end $$;
comment on function public.set_exchange_rate is 'For accountants and admins: what one dollar costs in gourdes from now on. Orders keep the rate they were started with.';
grant execute on function public.set_exchange_rate(numeric, date, text) to authenticated;

create function public.admin_exchange_rates() returns table (
    rate numeric, rate_date date, source text, username text, created_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select r.rate, r.rate_date, r.source, p.username, r.created_at
    from public.exchange_rates r left join private.profiles p on p.id = r.set_by
    order by r.id desc limit 50;
end $$;
comment on function public.admin_exchange_rates is 'For accountants and admins: the last 50 rates and who set them.';
grant execute on function public.admin_exchange_rates() to authenticated;

-- Orders in another currency ----------------------------------------------------------------------------------------

alter table public.orders
  add column price_minor integer,
  add column exchange_rate numeric(12, 4),
  add constraint converted_with_a_rate check (
    (price_minor is null) = (exchange_rate is null) and (exchange_rate is null or currency <> 'USD'));
comment on column public.orders.price_minor is 'The price in cents of a dollar, where amount_minor is in another currency.';
comment on column public.orders.exchange_rate is 'The rate of the moment the checkout was started.';

-- Payments that somebody has to check -------------------------------------------------------------------------------

create table public.payment_alerts (
  id bigint generated always as identity primary key,
  order_id uuid references public.orders (id) on delete restrict,
  provider text not null,
  reference text not null,
  -- Keep equal to ALERT_REASONS in contract/src/commerce/limits.ts.
  reason text not null constraint reason_known check (reason in (
    'amount_short', 'amount_over', 'currency_wrong', 'title_deleted', 'order_unknown', 'reference_wrong', 'not_successful',
    'paid_twice', 'nobody')),
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references private.profiles (id) on delete set null,
  note text,
  constraint one_alert_per_reason unique (provider, reference, reason)
);
comment on table public.payment_alerts is 'What providers reported that does not fit an order. Accountants settle them at /admin/payments.';
create index payment_alerts_order_id_idx on public.payment_alerts (order_id);
create index payment_alerts_settled_by_idx on public.payment_alerts (settled_by);
create index payment_alerts_open on public.payment_alerts (id) where settled_at is null;
alter table public.payment_alerts enable row level security;
grant select on public.payment_alerts to authenticated;
revoke delete, truncate on public.payment_alerts from service_role;
create policy "accountants see payments to check" on public.payment_alerts for select to authenticated
  using ((select public.has_role('accountant')));
create policy "payments to check need the second factor" on public.payment_alerts
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.payment_alerts', 'settled_by', 'anonymous');

create function private.add_payment_alert(
    order_id uuid, provider text, reference text, reason text, details jsonb default '{}') returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.payment_alerts (order_id, provider, reference, reason, details)
    values (order_id, provider, left(reference, 200), reason, details)
    on conflict on constraint one_alert_per_reason do nothing
$$;

create function public.report_payment_problem(
    order_id uuid, provider text, reference text, reason text, details jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  select private.add_payment_alert(
    (select o.id from public.orders o where o.id = report_payment_problem.order_id), provider, reference, reason, details)
$$;
comment on function public.report_payment_problem is 'For the service key: something a provider said that cannot be booked.';

create function private.note_payment_problem() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
begin
  select * into bought from public.orders o where o.id = new.order_id;
  if new.problem is not null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, new.problem,
      jsonb_build_object('paid_minor', new.amount_minor, 'currency', new.currency, 'expected_minor', bought.amount_minor));
  elsif new.amount_minor > bought.amount_minor and bought.plan is null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'amount_over',
      jsonb_build_object('paid_minor', new.amount_minor, 'currency', new.currency, 'expected_minor', bought.amount_minor));
  end if;
  -- A renewal is another payment of its order; a second payment of anything else is one too many.
  if bought.plan is null and (
    exists (select from public.ledger l where l.order_id = new.order_id and l.kind = 'payment' and l.id <> new.id)
    or exists (
      select from public.user_purchases p
      where p.user_id = bought.user_id and p.order_id <> bought.id and p.status = 'completed'
        and coalesce(bought.movie_id, bought.series_id) in (p.movie_id, p.series_id)
        and (p.transaction_type = 'purchase' or bought.transaction_type = 'rental' and p.rental_expiry > now()))) then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'paid_twice');
  end if;
  if bought.user_id is null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'nobody');
  end if;
  return null;
end $$;
comment on function private.note_payment_problem is 'A payment that is booked, but does not fit, is shown to accountants.';
create trigger note_payment_problem after insert on public.ledger
  for each row when (new.kind = 'payment') execute function private.note_payment_problem();

create function public.settle_payment_alert(alert bigint, note text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.payment_alerts;
begin
  perform private.require_role('accountant');
  perform private.require_reason(note);
  update public.payment_alerts a
    set settled_at = now(), settled_by = auth.uid(), note = left(private.trim_text(settle_payment_alert.note), 500)
    where a.id = alert and a.settled_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('settle_payment_alert', 'payments', was.reference, was.reason, note);
end $$;
comment on function public.settle_payment_alert is 'For accountants and admins: this payment has been checked; the note says what was done.';
grant execute on function public.settle_payment_alert(bigint, text) to authenticated;

-- Who paid ----------------------------------------------------------------------------------------------------------

create table private.payers (
  order_id uuid primary key references public.orders (id) on delete restrict,
  user_id uuid not null references private.profiles (id) on delete cascade,
  phone text not null
);
comment on table private.payers is 'The number that a mobile wallet paid with, so that an accountant finds the payment. Goes with the account.';
create index payers_user_id_idx on private.payers (user_id);
create index payers_phone_idx on private.payers (phone);
alter table private.payers enable row level security;
insert into private.personal_data (relation, person_column) values ('private.payers', 'user_id');

create function public.save_payer(order_id uuid, phone text) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.payers as p (order_id, user_id, phone)
    select o.id, o.user_id, right(regexp_replace(save_payer.phone, '\D', '', 'g'), 15) from public.orders o
    where o.id = save_payer.order_id and o.user_id is not null and save_payer.phone ~ '\d'
    on conflict on constraint payers_pkey do nothing
$$;
comment on function public.save_payer is 'For the service key: the number that paid an order.';

-- Starting a checkout -----------------------------------------------------------------------------------------------

alter table private.checkouts alter column url drop not null;
alter table private.checkouts add column started_at timestamptz not null default now();
comment on column private.checkouts.url is 'Null while the provider has been asked and has not answered.';

create function private.order_state_columns() returns text[]
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select array['id', 'amount_minor', 'currency', 'price_minor', 'exchange_rate', 'provider', 'provider_reference', 'status',
    'created_at', 'updated_at']
$$;
comment on function private.order_state_columns is 'The columns of an order that say how it is paid; the others say what is bought.';

create function private.find_order_with_provider(of_order public.orders, provider text) returns public.orders
  language sql stable security definer
  set search_path = ''
  as $$
  select o.* from public.orders o
  where o.user_id = of_order.user_id and o.provider = find_order_with_provider.provider and private.is_order_payable(o)
    and to_jsonb(o) - private.order_state_columns() = to_jsonb(of_order) - private.order_state_columns()
    and coalesce(o.price_minor, o.amount_minor) = coalesce(of_order.price_minor, of_order.amount_minor)
  order by o.created_at desc limit 1
$$;

create function private.copy_order(of_order public.orders) returns public.orders
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
  made.created_at := now();
  made.updated_at := now();
  insert into public.orders select made.*;
  return made;
end $$;
comment on function private.copy_order is 'A new order for the same thing at the same price, not yet given to a provider.';

create function private.convert_order(of_order uuid, to_currency text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  current_rate numeric := private.current_exchange_rate(to_currency);
  made public.orders;
begin
  update public.orders o
    set price_minor = o.amount_minor, exchange_rate = current_rate, currency = to_currency,
      amount_minor = private.gourdes_minor(o.amount_minor, current_rate)
    where o.id = of_order and o.currency = 'USD' and o.plan is null
      -- A wallet holds at most 100,000 gourdes.
      and private.gourdes_minor(o.amount_minor, current_rate) <= 10000000
    returning * into made;
  if made.id is null then
    raise exception using errcode = '22023', message = 'This way to pay is not available here. Please choose another one.',
      hint = 'payment_method_unavailable';
  end if;
  return made;
end $$;
comment on function private.convert_order is 'Fixes the amount in gourdes and the rate of an order. Refused without a rate, and for subscriptions that renew.';

-- Providers whose order number can be used once, and who take gourdes.
create function private.takes_gourdes(provider text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$ select provider in ('moncash', 'natcash') $$;

create function public.start_checkout(order_id uuid, provider text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  chosen public.orders;
  page private.checkouts;
begin
  select * into chosen from public.orders o where o.id = start_checkout.order_id for update;
  if chosen.id is null or not private.is_order_payable(chosen) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if chosen.provider <> start_checkout.provider then
    -- Somebody may still be paying there: that order stays as it is, and this provider gets one of its own.
    chosen := coalesce(private.find_order_with_provider(chosen, start_checkout.provider), private.copy_order(chosen));
    perform from public.orders o where o.id = chosen.id for update;
  end if;
  select * into page from private.checkouts c where c.order_id = chosen.id;
  if page.url is not null and page.expires_at > now() + interval '1 minute' then
    return jsonb_build_object('order', to_jsonb(chosen), 'url', page.url, 'is_starting', false);
  end if;
  if private.takes_gourdes(start_checkout.provider) then
    if page.url is null and page.started_at > now() - interval '30 seconds' then
      return jsonb_build_object('order', to_jsonb(chosen), 'url', null, 'is_starting', true);
    end if;
    if page.order_id is not null then
      chosen := private.copy_order(chosen);
    end if;
    chosen := private.convert_order(chosen.id, 'HTG');
    -- The order is looked up from now on, also when this process ends before the provider's answer is saved.
    insert into private.checkouts (order_id, expires_at) values (chosen.id, now() + interval '10 minutes');
    update public.orders o set provider_reference = chosen.id::text where o.id = chosen.id;
  end if;
  update public.orders o set provider = start_checkout.provider
    where o.id = chosen.id and o.provider is distinct from start_checkout.provider;
  select * into chosen from public.orders o where o.id = chosen.id;
  return jsonb_build_object('order', to_jsonb(chosen), 'url', null, 'is_starting', false);
end $$;
comment on function public.start_checkout is
  'For the service key: fixes provider, currency, amount and rate of an order before the provider is called. Another provider, or an order number that was used, gets an order of its own. is_starting: another call is asking the provider at this moment.';

create function public.claim_transaction_query(provider text, transaction_id text) returns boolean
  language sql security definer
  set search_path = ''
  as $$
  select private.check_rate_limit('transaction_query', provider || ' ' || left(transaction_id, 100), 10, interval '1 minute')
    and private.check_rate_limit('transaction_queries', provider, 300, interval '1 minute')
$$;
comment on function public.claim_transaction_query is 'For the service key: whether the provider may be asked about this transaction now. Anybody can send us one.';

-- An open order in gourdes is found by its price in dollars, and reused.
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
  if exists (
    select from public.user_purchases p
    where p.user_id = buyer and p.status = 'completed' and item.id in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase'
        or (create_order.transaction_type = 'rental' and p.rental_expiry > now()))) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.transaction_type = create_order.transaction_type
      and item.id in (o.movie_id, o.series_id) and coalesce(o.price_minor, o.amount_minor) = price
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
