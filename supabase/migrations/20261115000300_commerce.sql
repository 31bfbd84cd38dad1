-- Money and the rights it buys. Clients read their own; only the server writes.

create table public.plans (
  id text primary key,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  lasts interval not null
);
comment on table public.plans is 'The subscription plans. Twin of the amounts: contract/src/commerce.ts, which the screens show.';
insert into public.plans (id, amount_minor, lasts) values ('monthly', 399, '1 month'), ('yearly', 4389, '1 year');
alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;
create policy "everybody sees the plans" on public.plans for select to anon, authenticated using (true);

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
comment on table public.orders is 'What somebody is about to pay, at the price the database had at that moment. Outlives the title and the person.';
create index on public.orders (user_id, created_at desc);
create index on public.orders (movie_id);
create index on public.orders (series_id);
create index on public.orders (plan);
create index on public.orders (created_at) where status = 'pending';
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
revoke delete, truncate on public.orders from service_role;
create policy "members see their own orders, accountants see all" on public.orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));
create trigger orders_touch before update on public.orders
  for each row execute function private.touch_updated_at();

-- The ledger --------------------------------------------------------------------------------------------------

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
  constraint kind_known check (kind in ('payment', 'refund', 'dispute', 'dispute_won')),
  constraint sign_follows_kind check (
    case when kind in ('payment', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end),
  constraint currency_known check (currency ~ '^[A-Z]{3}$'),
  constraint booked_once unique (provider, provider_reference, kind)
);
comment on table public.ledger is 'Every money event, once, in integer minor units. Rows are added, never changed and never removed.';
create index on public.ledger (order_id);
create index on public.ledger (occurred_at);
alter table public.ledger enable row level security;
grant select on public.ledger to authenticated;
create policy "members see bookings of their orders, accountants see all" on public.ledger
  for select to authenticated
  using (
    (select private.has_role('accountant'))
    or order_id in (select o.id from public.orders o where o.user_id = (select auth.uid())));

create function private.refuse_rewriting() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'The ledger is append-only', hint = 'ledger_append_only';
end $$;
create trigger ledger_append_only before update or delete on public.ledger
  for each row execute function private.refuse_rewriting();
create trigger ledger_never_truncated before truncate on public.ledger
  for each statement execute function private.refuse_rewriting();
-- Always: not even a session that replays replication may rewrite the books.
alter table public.ledger enable always trigger ledger_append_only;
alter table public.ledger enable always trigger ledger_never_truncated;
revoke update, delete, truncate on public.ledger from service_role;

-- Rights ------------------------------------------------------------------------------------------------------

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
  -- Twin: RENTAL_HOURS in contract/src/commerce.ts.
  constraint rentals_last_48_hours check (
    case transaction_type
      when 'rental' then rental_expiry is not null and rental_expiry <= created_at + interval '48 hours'
      else rental_expiry is null
    end),
  constraint one_right_per_reference unique (provider, provider_reference)
);
comment on table public.user_purchases is 'What a member bought or rented. Outlives the title and the person, for the books.';
create index on public.user_purchases (user_id, created_at desc);
create index on public.user_purchases (movie_id);
create index on public.user_purchases (series_id);
create index on public.user_purchases (order_id);
alter table public.user_purchases enable row level security;
grant select on public.user_purchases to authenticated;
create policy "members see their own purchases, accountants see all" on public.user_purchases
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));

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
  constraint status_known check (status in ('active', 'canceled', 'past_due', 'expired')),
  constraint one_subscription_per_reference unique (provider, provider_reference)
);
comment on table public.subscriptions is 'Active with a future expires_at counts as subscribed.';
create index on public.subscriptions (user_id, expires_at desc);
create index on public.subscriptions (created_at desc);
create index on public.subscriptions (subscription_type);
alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;
create policy "members see their own subscription, accountants see all" on public.subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('accountant')));
create trigger subscriptions_touch before update on public.subscriptions
  for each row execute function private.touch_updated_at();

-- Prices (decision 11) ----------------------------------------------------------------------------------------

-- Twins of the fallbacks: contract/src/commerce.ts. round() to whole cents: half of 9.99 is 5.00.
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
comment on function private.price_minor is 'The one place that knows what a title costs, in cents.';

create function public.create_order(media_type text, media_id uuid, transaction_type text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  item record;
  price integer;
  made public.orders;
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  if create_order.transaction_type not in ('purchase', 'rental') or create_order.media_type not in ('movie', 'series') then
    raise exception using errcode = '22023', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if not private.allow('create_order', auth.uid()::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
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
  insert into public.orders (user_id, transaction_type, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
  values (
    auth.uid(), create_order.transaction_type, create_order.media_type,
    case item.kind when 'movie' then item.id end, case item.kind when 'series' then item.id end,
    item.title, item.thumbnail_url, price)
  returning * into made;
  return made;
end $$;
comment on function public.create_order is 'What the Buy and Rent buttons call. The price is the database''s, never the browser''s.';
grant execute on function public.create_order(text, uuid, text) to authenticated;
