-- Commerce: plans, orders, the ledger, and the entitlements that payments give. Clients read their own rows; only
-- functions write.

-- Plans -------------------------------------------------------------------------------------------------------

create table public.plans (
  id text primary key,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  lasts interval not null
);
comment on table public.plans is 'Subscription plans. Keep the amounts equal to contract/src/commerce/limits.ts, which the pages show.';
alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;
create policy "everybody sees the plans" on public.plans for select to anon, authenticated using (true);
insert into public.plans (id, amount_minor, lasts) values ('monthly', 399, '1 month'), ('yearly', 4389, '1 year');

-- Orders ------------------------------------------------------------------------------------------------------

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (id) on delete set null,
  transaction_type text not null,
  media_type text,
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  plan text references public.plans (id),
  title text not null,
  thumbnail_url text,
  amount_minor integer not null,
  currency text not null default 'USD',
  provider text,
  provider_reference text,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint transaction_type_known check (transaction_type in ('purchase', 'rental', 'subscription')),
  constraint names_what_it_sells check (
    case transaction_type
      when 'subscription' then plan is not null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      else plan is null and media_type in ('movie', 'series')
        and not (media_type = 'movie' and series_id is not null)
        and not (media_type = 'series' and movie_id is not null)
    end),
  constraint amount_sane check (amount_minor between 1 and 10000000),
  constraint currency_known check (currency ~ '^[A-Z]{3}$'),
  constraint status_known check (status in ('pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed', 'expired')),
  constraint one_order_per_reference unique (provider, provider_reference)
);
comment on table public.orders is 'What a member is about to pay, at the price of that moment. Stays when the title or the member is deleted.';
create index on public.orders (user_id, created_at desc);
create index on public.orders (movie_id);
create index on public.orders (series_id);
create index on public.orders (plan);
create index on public.orders (created_at) where status = 'pending';
create index orders_failed on public.orders (updated_at) where status = 'failed';
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
revoke delete, truncate on public.orders from service_role;
create policy "members see their own orders, accountants see all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));
create policy "orders need the second factor" on public.orders
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create trigger orders_touch before update on public.orders
  for each row execute function private.touch_updated_at();
create trigger require_second_factor before insert on public.orders
  for each statement execute function private.require_second_factor();
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.orders', 'user_id', 'anonymous');

-- Ledger ------------------------------------------------------------------------------------------------------

create table public.ledger (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  provider text not null,
  provider_reference text not null,
  occurred_at timestamptz not null default now(),
  booked_at timestamptz not null default now(),
  payment_reference text,
  period_end timestamptz,
  problem text,
  -- Keep equal to BOOKING_KINDS in contract/src/commerce/limits.ts.
  constraint kind_known check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
  constraint sign_follows_kind check (
    case when kind in ('payment', 'refund_failed', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end),
  constraint currency_known check (currency ~ '^[A-Z]{3}$'),
  constraint booked_once unique (provider, provider_reference, kind),
  constraint problem_known check (problem in ('amount_short', 'currency_wrong'))
);
comment on table public.ledger is 'Every payment, refund and dispute, once, in integer minor units. Append-only.';
comment on column public.ledger.payment_reference is 'The payment that a refund or dispute belongs to; null when provider_reference is that payment''s.';
comment on column public.ledger.period_end is 'End of the period that a subscription payment pays for.';
comment on column public.ledger.problem is 'Why a charged payment gives no entitlement; an accountant has to check it.';
create index on public.ledger (order_id);
create index on public.ledger (occurred_at);
create index on public.ledger (id) where problem is not null;
alter table public.ledger enable row level security;
grant select on public.ledger to authenticated;
revoke update, delete, truncate on public.ledger from service_role;
create policy "members see ledger entries of their orders, accountants all" on public.ledger
  for select to authenticated
  using (
    (select private.has_role('accountant'))
    or order_id in (select o.id from public.orders o where o.user_id = (select auth.uid())));
create policy "ledger entries need the second factor" on public.ledger
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));

create function private.reject_ledger_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The ledger is append-only', hint = 'ledger_append_only';
end $$;
create trigger ledger_append_only before update or delete on public.ledger
  for each row execute function private.reject_ledger_change();
create trigger ledger_never_truncated before truncate on public.ledger
  for each statement execute function private.reject_ledger_change();
-- Always: not even a session that replays replication can change the ledger.
alter table public.ledger enable always trigger ledger_append_only;
alter table public.ledger enable always trigger ledger_never_truncated;

-- Entitlements ------------------------------------------------------------------------------------------------

create table public.user_purchases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (id) on delete set null,
  media_type text not null default 'movie',
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  title text,
  transaction_type text not null,
  amount numeric(10, 2) not null,
  currency text not null default 'USD',
  provider text,
  provider_reference text,
  order_id uuid references public.orders (id) on delete restrict,
  status text not null default 'completed',
  rental_expiry timestamptz,
  created_at timestamptz not null default now(),
  constraint media_type_known check (media_type in ('movie', 'series')),
  constraint names_one_title check (
    not (media_type = 'movie' and series_id is not null) and not (media_type = 'series' and movie_id is not null)),
  constraint transaction_type_known check (transaction_type in ('purchase', 'rental')),
  constraint amount_sane check (amount between 0 and 100000),
  constraint currency_known check (currency ~ '^[A-Z]{3}$'),
  constraint status_known check (status in ('completed', 'refunded', 'disputed')),
  -- Keep equal to RENTAL_HOURS in contract/src/commerce/limits.ts.
  constraint rentals_last_48_hours check (
    case transaction_type
      when 'rental' then rental_expiry is not null and rental_expiry <= created_at + interval '48 hours'
      else rental_expiry is null
    end),
  constraint one_right_per_reference unique (provider, provider_reference)
);
comment on table public.user_purchases is 'What a member bought or rented. Stays for bookkeeping when the title or the member is deleted.';
create index on public.user_purchases (user_id, created_at desc);
create index on public.user_purchases (movie_id);
create index on public.user_purchases (series_id);
create unique index user_purchases_order on public.user_purchases (order_id);
alter table public.user_purchases enable row level security;
grant select on public.user_purchases to authenticated;
create policy "members see their own purchases, accountants see all" on public.user_purchases
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));
create policy "purchases need the second factor" on public.user_purchases
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.user_purchases', 'user_id', 'anonymous');

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (id) on delete set null,
  status text not null,
  subscription_type text not null references public.plans (id),
  expires_at timestamptz not null,
  cancel_at_period_end boolean not null default false,
  provider text,
  provider_reference text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_id uuid references public.orders (id) on delete restrict,
  constraint status_known check (status in ('active', 'canceled', 'past_due', 'expired')),
  constraint one_subscription_per_reference unique (provider, provider_reference)
);
comment on table public.subscriptions is 'A member with an active row whose expires_at is in the future is subscribed.';
create index on public.subscriptions (user_id, expires_at desc);
create index on public.subscriptions (created_at desc);
create index on public.subscriptions (subscription_type);
create unique index subscriptions_order on public.subscriptions (order_id);
create index subscriptions_by_expiry on public.subscriptions (expires_at, id);
create index subscriptions_by_status on public.subscriptions (status, created_at desc, id);
create index subscriptions_newest on public.subscriptions (created_at desc, id);
alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;
create policy "members see their own subscription, accountants see all" on public.subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));
create policy "subscriptions need the second factor" on public.subscriptions
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create trigger subscriptions_touch before update on public.subscriptions
  for each row execute function private.touch_updated_at();
create trigger count_rows_added after insert on public.subscriptions
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on public.subscriptions
  referencing old table as old_rows for each statement execute function private.update_row_count();
insert into private.personal_data (relation, person_column, after_deletion)
  values ('public.subscriptions', 'user_id', 'anonymous');

create function private.is_subscribed(viewer uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.subscriptions s
    where s.user_id = viewer and s.status = 'active' and s.expires_at > now())
$$;

create function private.has_paid_for(viewer uuid, media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed'
      and (p.transaction_type = 'purchase' or p.rental_expiry > now())
      and case has_paid_for.media_type
        when 'movie' then p.movie_id = media_id
        when 'series' then p.series_id = media_id
      end)
$$;

-- Members can find what they paid for even when it is no longer published.
create function private.list_paid_titles(media_type text) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select case list_paid_titles.media_type when 'movie' then p.movie_id else p.series_id end
  from public.user_purchases p
  where p.user_id = (select auth.uid()) and p.media_type = list_paid_titles.media_type and p.status = 'completed'
    and (p.transaction_type = 'purchase' or p.rental_expiry > now())
$$;
grant execute on function private.list_paid_titles(text) to authenticated;

-- On tables of *_catalogue.sql, here because they call list_paid_titles(), which reads user_purchases.

create policy "members see published and paid movies, editors see all" on public.movies
  for select to authenticated
  using (published or id in (select private.list_paid_titles('movie')) or (select private.has_role('editor')));
create policy "members see published and paid series, editors see all" on public.series
  for select to authenticated
  using (published or id in (select private.list_paid_titles('series')) or (select private.has_role('editor')));

create function private.protect_sold_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()))
    -- An order that is being paid at this moment.
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

-- Buying a series includes its episodes.
create function private.protect_sold_episode() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- When the whole series is deleted, its row is already gone here, and the episodes go with it.
  if old.has_video and exists (select from public.series s where s.id = old.series_id) and exists (
      select from public.user_purchases p
      where p.series_id = old.series_id and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())) then
    raise exception using errcode = '23503',
      message = 'People have paid for this series. Replace the video instead of deleting the episode.', hint = 'episode_sold';
  end if;
  return old;
end $$;
create trigger protect_sold_episode before delete on public.episodes
  for each row execute function private.protect_sold_episode();

-- Prices (decision 11) ----------------------------------------------------------------------------------------

-- Keep the fallbacks equal to DEFAULT_PRICES in contract/src/commerce/limits.ts. round() to whole cents: half of 9.99 is 5.00.
create function private.price_minor(
  media_type text, transaction_type text, purchase_price numeric, rental_price numeric) returns integer
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select (100 * case transaction_type
    when 'purchase' then coalesce(purchase_price, case media_type when 'series' then 19.99 else 9.99 end)
    when 'rental' then coalesce(
      rental_price, round(purchase_price / 2, 2), case media_type when 'series' then 9.99 else 4.99 end)
  end)::integer
$$;
comment on function private.price_minor is 'What a title costs, in cents. Nothing else computes prices.';

-- Placing orders ----------------------------------------------------------------------------------------------

-- Less than ORDER_SECONDS in supabase/functions/_shared/providers/provider.ts, after which the checkout expires.
create function private.is_order_payable(o public.orders) returns boolean
  language sql stable
  set search_path = ''
  as $$ select o.status = 'pending' and o.created_at > now() - interval '22 hours' $$;

create function public.create_order(media_type text, media_id uuid, transaction_type text) returns public.orders
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
comment on function public.create_order is 'Called by the Buy and Rent buttons. The price comes from the database, never from the browser.';
grant execute on function public.create_order(text, uuid, text) to authenticated;

create function public.create_subscription_order(plan text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen public.plans;
  made public.orders;
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
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.plan = chosen.id and o.amount_minor = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, plan, title, amount_minor, currency)
    values (buyer, 'subscription', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor, chosen.currency)
    returning * into made;
  end if;
  return made;
end $$;
comment on function public.create_subscription_order is 'Called by the function create-checkout for a plan. The price comes from the database.';
grant execute on function public.create_subscription_order(text) to authenticated;

create function public.order_to_pay(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  requested public.orders;
begin
  select * into requested from public.orders o where o.id = order_to_pay.order_id and o.user_id = buyer;
  if requested.id is null or num_nonnulls(requested.plan, requested.movie_id, requested.series_id) = 0 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
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
  if requested.plan is not null then
    return public.create_subscription_order(requested.plan);
  end if;
  return public.create_order(requested.media_type, coalesce(requested.movie_id, requested.series_id), requested.transaction_type);
end $$;
comment on function public.order_to_pay is 'The caller''s order if it can still be paid, else a new one for the same title or plan. Raises the reason if neither.';
grant execute on function public.order_to_pay(uuid) to authenticated;

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
comment on function public.my_payments is 'The caller''s receipts: every ledger entry of their orders, newest first.';
grant execute on function public.my_payments() to authenticated;
