-- Bundles: several titles to keep, sold together at one price. An order keeps which titles it is for; each becomes a purchase.

create table private.bundles (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  amount_minor integer not null,
  published boolean not null default false,
  created_at timestamptz not null default now(),
  -- Keep equal to the limits of bundles in contract/src/commerce/limits.ts.
  constraint title_of_a_length check (char_length(title) between 1 and 120),
  constraint description_of_a_length check (char_length(description) <= 1000),
  constraint amount_sane check (amount_minor between 50 and 1000000)
);
comment on table private.bundles is 'Titles that are sold together, and what they cost in cents of a dollar.';
create index bundles_by_age on private.bundles (created_at desc, id desc);
alter table private.bundles enable row level security;

create table private.bundle_titles (
  bundle_id uuid not null references private.bundles (id) on delete cascade,
  position integer not null,
  movie_id uuid references public.movies (id) on delete cascade,
  series_id uuid references public.series (id) on delete cascade,
  constraint bundle_titles_pkey primary key (bundle_id, position),
  constraint names_one_title check (num_nonnulls(movie_id, series_id) = 1),
  constraint each_movie_once unique (bundle_id, movie_id),
  constraint each_series_once unique (bundle_id, series_id)
);
create index bundle_titles_movie_id_idx on private.bundle_titles (movie_id);
create index bundle_titles_series_id_idx on private.bundle_titles (series_id);
alter table private.bundle_titles enable row level security;

alter table public.orders
  add column bundle_id uuid references private.bundles (id) on delete set null,
  drop constraint transaction_type_known,
  drop constraint names_what_it_sells,
  add constraint transaction_type_known check (transaction_type in ('purchase', 'rental', 'subscription', 'pass', 'gift', 'bundle')),
  add constraint names_what_it_sells check (
    (transaction_type = 'gift') = (gift_id is not null)
    and (transaction_type = 'bundle' or bundle_id is null)
    and case
      when transaction_type = 'bundle' then
        num_nonnulls(plan, pass, media_type, movie_id, series_id) = 0
      when transaction_type = 'subscription' then
        plan is not null and pass is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      when transaction_type = 'pass' or transaction_type = 'gift' and pass is not null then
        pass is not null and plan is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      else plan is null and pass is null and media_type in ('movie', 'series')
        and not (media_type = 'movie' and series_id is not null)
        and not (media_type = 'series' and movie_id is not null)
    end);
comment on column public.orders.bundle_id is 'Null again when the bundle was deleted; private.order_titles has what was bought.';
create index orders_bundle_id_idx on public.orders (bundle_id) where bundle_id is not null;

create table private.order_titles (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  media_type text not null,
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  title text not null,
  thumbnail_url text,
  amount_minor integer not null,
  constraint order_titles_pkey primary key (order_id, position)
);
comment on table private.order_titles is 'The titles of an order for a bundle, without those that the buyer had, and the part of the price that each is.';
create index order_titles_movie_id_idx on private.order_titles (movie_id);
create index order_titles_series_id_idx on private.order_titles (series_id);
alter table private.order_titles enable row level security;

alter table public.user_purchases
  add column bundle_order_id uuid references public.orders (id) on delete restrict,
  add constraint one_order check (num_nonnulls(order_id, bundle_order_id) <= 1);
comment on column public.user_purchases.bundle_order_id is 'The order of the bundle that this title came with; order_id is null then.';
create unique index user_purchases_of_bundle on public.user_purchases (bundle_order_id, provider_reference) where bundle_order_id is not null;

-- Prices --------------------------------------------------------------------------------------------------------

create function private.list_bundle(of_bundle uuid, person uuid) returns table (
    "position" integer, media_type text, media_id uuid, title text, thumbnail_url text, price_minor integer, is_sold boolean, is_owned boolean)
  language sql stable security definer
  set search_path = ''
  as $$
  select b.position, t.kind, t.id, t.title, t.thumbnail_url, private.price_minor(t.kind, 'purchase', t.purchase_price, t.rental_price),
    t.published and not t.is_free and t.is_purchasable,
    person is not null and private.has_paid_to_keep(person, t.id)
  from private.bundle_titles b cross join lateral (
    select 'movie' as kind, m.id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price, m.published, m.is_free, m.is_purchasable
      from public.movies m where m.id = b.movie_id
    union all
    select 'series', s.id, s.title, s.thumbnail_url, s.purchase_price, s.rental_price, s.published, s.is_free, s.is_purchasable
      from public.series s where s.id = b.series_id
  ) t
  where b.bundle_id = of_bundle
$$;

create function private.bundle_share(bundle private.bundles, person uuid) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
  select case when count(*) filter (where l.is_sold and not l.is_owned) = 0 then null
    else greatest(50, ceil(bundle.amount_minor::numeric * sum(l.price_minor) filter (where l.is_sold and not l.is_owned)
      / nullif(sum(l.price_minor), 0))::integer) end
  from private.list_bundle(bundle.id, person) l
$$;
comment on function private.bundle_share is
  'What a bundle costs this person, in cents: the part of its price that the titles have which are sold now and which they do not own. At least 50 cents; null when nothing is left.';

create function private.describe_bundle(bundle private.bundles, person uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('id', bundle.id, 'title', bundle.title, 'description', bundle.description,
    'full_minor', bundle.amount_minor, 'amount_minor', private.bundle_share(bundle, person),
    'titles', coalesce(jsonb_agg(jsonb_build_object('media_type', l.media_type, 'media_id', l.media_id, 'title', l.title,
      'thumbnail_url', l.thumbnail_url, 'price_minor', l.price_minor, 'is_owned', l.is_owned) order by l.position), '[]'))
  from private.list_bundle(bundle.id, person) l where l.is_sold
$$;

create function public.read_bundle(bundle uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select private.describe_bundle(b, auth.uid()) from private.bundles b where b.id = read_bundle.bundle and b.published
$$;
comment on function public.read_bundle is 'A published bundle with the titles that are sold now, and its price for the caller; null when there is none.';
grant execute on function public.read_bundle(uuid) to anon, authenticated;

create function public.title_bundles(media_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce(jsonb_agg(d.description), '[]')
  from (
    select b from private.bundle_titles t join private.bundles b on b.id = t.bundle_id
    where title_bundles.media_id in (t.movie_id, t.series_id) and b.published
    order by b.created_at desc limit 3
  ) x cross join lateral (select private.describe_bundle(x.b, auth.uid()) as description) d
  where d.description ->> 'amount_minor' is not null
$$;
comment on function public.title_bundles is 'Up to three published bundles with this title, as read_bundle describes them, without those of which the caller has everything.';
grant execute on function public.title_bundles(uuid) to anon, authenticated;

-- Orders --------------------------------------------------------------------------------------------------------

create function public.create_bundle_order(bundle uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen private.bundles;
  price integer;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from private.bundles b where b.id = create_bundle_order.bundle and b.published;
  if chosen.id is null or not exists (select from private.list_bundle(chosen.id, buyer) l where l.is_sold) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  price := private.bundle_share(chosen, buyer);
  if price is null then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.bundle_id = chosen.id and coalesce(o.price_minor, o.amount_minor) = price
      and (select array_agg(coalesce(t.movie_id, t.series_id) order by 1) from private.order_titles t where t.order_id = o.id)
        = (select array_agg(l.media_id order by 1) from private.list_bundle(chosen.id, buyer) l where l.is_sold and not l.is_owned)
    order by o.created_at desc limit 1;
  if made.id is not null then
    return made;
  end if;
  insert into public.orders (user_id, transaction_type, bundle_id, title, amount_minor)
    values (buyer, 'bundle', chosen.id, chosen.title, price) returning * into made;
  -- Rounded down; the first title takes what is left over.
  insert into private.order_titles (order_id, position, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
    select made.id, l.n, l.media_type, case l.media_type when 'movie' then l.media_id end, case l.media_type when 'series' then l.media_id end,
      l.title, l.thumbnail_url, l.part + case l.n when 1 then price - sum(l.part) over () else 0 end
    from (
      select x.*, row_number() over (order by x.position) as n,
        floor(price::numeric * x.price_minor / nullif(sum(x.price_minor) over (), 0))::integer as part
      from private.list_bundle(chosen.id, buyer) x where x.is_sold and not x.is_owned) l;
  return made;
end $$;
comment on function public.create_bundle_order is 'Called by the button of a bundle: an order for the titles that the caller does not own, at their part of the price.';
grant execute on function public.create_bundle_order(uuid) to authenticated;

-- Another provider gets an order of its own, with the same titles.
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
  made.created_at := now();
  made.updated_at := now();
  insert into public.orders select made.*;
  insert into private.order_titles (order_id, position, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
    select made.id, t.position, t.media_type, t.movie_id, t.series_id, t.title, t.thumbnail_url, t.amount_minor
    from private.order_titles t where t.order_id = of_order.id;
  return made;
end $$;

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
  if requested.id is null or num_nonnulls(requested.plan, requested.pass, requested.movie_id, requested.series_id, requested.bundle_id) = 0 then
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
  if requested.bundle_id is not null then
    -- At today's price, without the titles that the buyer has got meanwhile.
    return public.create_bundle_order(requested.bundle_id);
  end if;
  if requested.plan is not null and private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  -- Another order may have paid it meanwhile.
  if private.has_title(buyer, coalesce(requested.movie_id, requested.series_id), requested.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  if private.is_order_payable(requested)
    -- A page that is open keeps its price; before that the use is reserved again, well before its time is over.
    and (requested.promotion_id is null or requested.provider_reference is not null
      or requested.created_at > now() - interval '20 minutes')
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

create function public.read_order_titles(order_id uuid) returns table (media_type text, media_id uuid, title text, thumbnail_url text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select t.media_type, coalesce(t.movie_id, t.series_id), t.title, t.thumbnail_url
    from private.order_titles t join public.orders o on o.id = t.order_id
    where t.order_id = read_order_titles.order_id and (o.user_id = person or private.has_role('accountant'))
    order by t.position;
end $$;
comment on function public.read_order_titles is 'What an order for a bundle contains, for its buyer, accountants and admins.';
grant execute on function public.read_order_titles(uuid) to authenticated;

-- From events to entitlements -----------------------------------------------------------------------------------

create function private.recompute_bundle(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  paid private.payments;
begin
  select p.* into paid from private.payments p where p.order_id = bought.id and p.problem is null
    order by p.disputed or p.refunded, p.occurred_at, p.provider_reference limit 1;
  if paid.id is null then
    return;
  end if;
  insert into public.user_purchases as u (
      user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
      bundle_order_id, status, created_at)
    select bought.user_id, t.media_type, t.movie_id, t.series_id, t.title, 'purchase',
      -- The part of what was really paid, in its currency.
      round(paid.amount_minor * t.amount_minor / nullif(sum(t.amount_minor) over (), 0)::numeric / 100, 2), paid.currency,
      paid.provider, bought.id || ' ' || t.position, bought.id,
      case when paid.disputed then 'disputed' when paid.refunded then 'refunded' else 'completed' end, paid.occurred_at
    from private.order_titles t where t.order_id = bought.id and num_nonnulls(t.movie_id, t.series_id) = 1
    on conflict (bundle_order_id, provider_reference) where bundle_order_id is not null do update set
      status = excluded.status, created_at = excluded.created_at
    where (u.status, u.created_at) is distinct from (excluded.status, excluded.created_at);
  if exists (select from private.order_titles t where t.order_id = bought.id and num_nonnulls(t.movie_id, t.series_id) = 0
      and not exists (select from public.user_purchases u where u.bundle_order_id = bought.id and u.provider_reference = bought.id || ' ' || t.position)) then
    perform private.add_payment_alert(bought.id, paid.provider, paid.provider_reference, 'title_deleted');
  end if;
  if not paid.refunded and exists (
    select from private.order_titles t join public.user_purchases u on u.user_id = bought.user_id and u.status = 'completed'
      and u.transaction_type = 'purchase' and coalesce(t.movie_id, t.series_id) in (u.movie_id, u.series_id)
    where t.order_id = bought.id and u.bundle_order_id is distinct from bought.id) then
    perform private.add_payment_alert(bought.id, paid.provider, paid.provider_reference, 'paid_twice');
  end if;
end $$;
comment on function private.recompute_bundle is 'A purchase for each title of a bundle. A title that was deleted before the payment is shown to accountants.';

create or replace function private.recompute_order(of_order uuid, closed_as text default null) returns public.orders
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
  case bought.transaction_type
    when 'subscription' then perform private.recompute_subscription(bought);
    when 'pass' then perform private.recompute_pass(bought);
    when 'gift' then perform private.recompute_gift(bought);
    when 'bundle' then perform private.recompute_bundle(bought);
    else perform private.recompute_purchase(bought);
  end case;
  return bought;
end $$;

-- What admins do ------------------------------------------------------------------------------------------------

create function public.save_bundle(
    title text, description text, amount_minor integer, published boolean, titles uuid[], bundle uuid default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  saved private.bundles;
begin
  perform private.require_role('admin');
  if char_length(coalesce(private.trim_text(save_bundle.title), '')) not between 1 and 120 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  if coalesce(save_bundle.amount_minor, 0) not between 50 and 1000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(cardinality(save_bundle.titles), 0) not between 2 and 50
    or (select count(distinct t.id) from unnest(save_bundle.titles) t (id)) <> cardinality(save_bundle.titles) then
    raise exception using errcode = '23514', message = 'Please choose 2 to 50 titles', hint = 'bundle_titles_invalid';
  end if;
  if save_bundle.bundle is null then
    insert into private.bundles (title, description, amount_minor, published)
      values (private.trim_text(save_bundle.title), left(coalesce(private.trim_text(save_bundle.description), ''), 1000),
        save_bundle.amount_minor, coalesce(save_bundle.published, false))
      returning * into saved;
  else
    update private.bundles b set title = private.trim_text(save_bundle.title),
      description = left(coalesce(private.trim_text(save_bundle.description), ''), 1000), amount_minor = save_bundle.amount_minor,
      published = coalesce(save_bundle.published, false)
      where b.id = save_bundle.bundle returning * into saved;
  end if;
  delete from private.bundle_titles t where t.bundle_id = saved.id;
  insert into private.bundle_titles (bundle_id, position, movie_id, series_id)
    select saved.id, w.n, m.id, s.id
    from unnest(save_bundle.titles) with ordinality w (id, n)
      left join public.movies m on m.id = w.id left join public.series s on s.id = w.id
    where num_nonnulls(m.id, s.id) = 1;
  if saved.id is null or (select count(*) from private.bundle_titles t where t.bundle_id = saved.id) <> cardinality(save_bundle.titles) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('save_bundle', 'bundles', saved.id::text, saved.title, null, jsonb_build_object(
    'amount_minor', saved.amount_minor, 'published', saved.published, 'titles', cardinality(save_bundle.titles)));
  return saved.id;
end $$;
comment on function public.save_bundle is 'For admins: makes a bundle or changes one. Open orders keep price and titles.';
grant execute on function public.save_bundle(text, text, integer, boolean, uuid[], uuid) to authenticated;

create function public.delete_bundle(bundle uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.bundles;
begin
  perform private.require_role('admin');
  delete from private.bundles b where b.id = delete_bundle.bundle returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('delete_bundle', 'bundles', was.id::text, was.title);
end $$;
comment on function public.delete_bundle is 'For admins. People who bought it keep their titles.';
grant execute on function public.delete_bundle(uuid) to authenticated;

create function public.admin_bundles(before timestamptz default null) returns table (
    id uuid, title text, description text, amount_minor integer, published boolean, created_at timestamptz, titles uuid[],
    unsold integer, list_minor bigint, sold integer)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select b.id, b.title, b.description, b.amount_minor, b.published, b.created_at, l.ids, l.unsold, l.list_minor,
      (select count(*)::integer from (
        select from public.orders o where o.bundle_id = b.id and o.status in ('paid', 'disputed') limit 10000) x)
    from (
      select x.* from private.bundles x where x.created_at < coalesce(admin_bundles.before, 'infinity')
      order by x.created_at desc, x.id desc limit 20) b
      cross join lateral (
        select array_agg(t.media_id order by t.position) as ids, count(*) filter (where not t.is_sold)::integer as unsold,
          sum(t.price_minor) as list_minor
        from private.list_bundle(b.id, null) t) l
    order by b.created_at desc, b.id desc;
end $$;
comment on function public.admin_bundles is 'For admins: twenty bundles, newest first; unsold is how many of the titles nobody can buy now.';
grant execute on function public.admin_bundles(timestamptz) to authenticated;
