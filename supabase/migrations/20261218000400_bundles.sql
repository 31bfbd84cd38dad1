-- Bundles: several titles sold together at one price (decision record 0100).

drop index public.user_purchases_order;
alter table public.user_purchases drop constraint one_right_per_reference;

-- What a bundle is ------------------------------------------------------------------------------------------------

create function private.bundle_state(bundle private.bundles) returns text
  language sql stable
  set search_path = ''
  as $$
  select case
    when bundle.ended_at is not null or now() >= (bundle.last_day + 1)::timestamp at time zone 'America/Port-au-Prince' then 'ended'
    when now() < bundle.first_day::timestamp at time zone 'America/Port-au-Prince' then 'planned'
    else 'running' end
$$;

create function private.is_bundle_complete(bundle uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select count(*) > 1 and bool_and(coalesce(
      (select m.published and not m.is_free from public.movies m where m.id = t.movie_id),
      (select s.published and not s.is_free from public.series s where s.id = t.series_id), false))
  from private.bundle_titles t where t.bundle_id = bundle
$$;
comment on function private.is_bundle_complete is 'False when one of its titles was deleted, unpublished or became free: then it is not sold.';

create function private.has_bundle(person uuid, bundle uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select not exists (
    select from private.bundle_titles t
    where t.bundle_id = bundle and not private.has_title(person, coalesce(t.movie_id, t.series_id), 'purchase'))
$$;
comment on function private.has_bundle is 'True when this person has bought each of its titles, in whichever way.';

create function private.check_bundle(title text, title_translations jsonb, amount_minor integer, first_day date, last_day date)
  returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if char_length(coalesce(private.trim_text(title), '')) not between 1 and 80
    or not coalesce(private.are_translations(title_translations, 80), false) then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  if amount_minor is null or amount_minor not between 50 and 100000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(first_day > last_day, true)
    or last_day not between (now() at time zone 'America/Port-au-Prince')::date and current_date + 1830 then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
end $$;

create function public.create_bundle(
    title text, titles uuid[], amount_minor integer, first_day date, last_day date, title_translations jsonb default '{}')
  returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  made private.bundles;
  found integer;
begin
  perform private.require_role('admin');
  perform private.check_bundle(
    create_bundle.title, create_bundle.title_translations, create_bundle.amount_minor, create_bundle.first_day, create_bundle.last_day);
  -- Keep equal to BUNDLE_TITLES_MAX in contract/src/commerce/limits.ts.
  if coalesce(cardinality(create_bundle.titles) not between 2 and 20, true)
    or cardinality(create_bundle.titles) <> (select count(distinct t.id) from unnest(create_bundle.titles) t (id)) then
    raise exception using errcode = '23514', message = 'Please choose 2 to 20 titles, each once', hint = 'bundle_titles_invalid';
  end if;
  insert into private.bundles (title, title_translations, amount_minor, first_day, last_day)
    values (private.trim_text(create_bundle.title), create_bundle.title_translations, create_bundle.amount_minor,
      create_bundle.first_day, create_bundle.last_day)
    returning * into made;
  insert into private.bundle_titles (bundle_id, part, movie_id, series_id, title)
    select made.id, w.part, m.id, s.id, coalesce(m.title, s.title)
    from unnest(create_bundle.titles) with ordinality w (id, part)
      left join public.movies m on m.id = w.id
      left join public.series s on s.id = w.id
    where num_nonnulls(m.id, s.id) = 1;
  get diagnostics found = row_count;
  if found <> cardinality(create_bundle.titles) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update private.bundles b set state = private.bundle_state(b) where b.id = made.id;
  perform private.write_audit_log('create_bundle', 'vouchers', made.id::text, made.title, null, jsonb_build_object(
    'amount_minor', jsonb_build_array(null, made.amount_minor), 'titles', jsonb_build_array(null, found)));
  return made.id;
end $$;
comment on function public.create_bundle is 'For admins: 2 to 20 titles at one price. Which titles it has is never changed.';
grant execute on function public.create_bundle(text, uuid[], integer, date, date, jsonb) to authenticated;

create function public.change_bundle(
    bundle uuid, title text, amount_minor integer, first_day date, last_day date, title_translations jsonb default '{}')
  returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.bundles;
begin
  perform private.require_role('admin');
  select * into was from private.bundles b where b.id = change_bundle.bundle for update;
  if was.id is null or was.ended_at is not null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.check_bundle(
    change_bundle.title, change_bundle.title_translations, change_bundle.amount_minor, change_bundle.first_day, change_bundle.last_day);
  update private.bundles b
    set title = private.trim_text(change_bundle.title), title_translations = change_bundle.title_translations,
      amount_minor = change_bundle.amount_minor, first_day = change_bundle.first_day, last_day = change_bundle.last_day
    where b.id = was.id;
  update private.bundles b set state = private.bundle_state(b) where b.id = was.id;
  perform private.write_audit_log('change_bundle', 'vouchers', was.id::text, private.trim_text(change_bundle.title), null,
    jsonb_build_object(
      'amount_minor', jsonb_build_array(was.amount_minor, change_bundle.amount_minor),
      'first_day', jsonb_build_array(was.first_day, change_bundle.first_day),
      'last_day', jsonb_build_array(was.last_day, change_bundle.last_day)));
end $$;
comment on function public.change_bundle is 'For admins: name, price and days of a bundle that was not ended. Orders that exist keep their price.';
grant execute on function public.change_bundle(uuid, text, integer, date, date, jsonb) to authenticated;

create function public.end_bundle(bundle uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.bundles;
begin
  perform private.require_role('admin');
  update private.bundles b set ended_at = now(), state = 'ended'
    where b.id = end_bundle.bundle and b.ended_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('end_bundle', 'vouchers', was.id::text, was.title);
end $$;
comment on function public.end_bundle is 'For admins: from now on nobody can order it. Open orders can still be paid; what was bought stays.';
grant execute on function public.end_bundle(uuid) to authenticated;

create function public.admin_bundles(before timestamptz default null)
  returns table (
    id uuid, title text, title_translations jsonb, amount_minor integer, first_day date, last_day date, state text, is_complete boolean,
    titles text[], sold bigint, created_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query
    select b.id, b.title::text, b.title_translations, b.amount_minor, b.first_day, b.last_day, private.bundle_state(b),
      private.is_bundle_complete(b.id),
      array(select t.title from private.bundle_titles t where t.bundle_id = b.id order by t.part),
      (select count(*) from (
        select from public.orders o where o.bundle_id = b.id and o.status = 'paid' limit 10000) o),
      b.created_at
    from private.bundles b where b.created_at < coalesce(admin_bundles.before, 'infinity')
    order by b.created_at desc, b.id desc limit 20;
end $$;
comment on function public.admin_bundles is 'For admins: the newest bundles, with how often each was sold (counted up to 10,000).';
grant execute on function public.admin_bundles(timestamptz) to authenticated;

-- What people see -------------------------------------------------------------------------------------------------

create function public.read_bundle(bundle uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object(
    'id', b.id, 'title', b.title, 'title_translations', b.title_translations, 'amount_minor', b.amount_minor, 'last_day', b.last_day,
    'is_sold', b.state = 'running' and private.is_bundle_complete(b.id),
    -- Nobody learns from it of a title that is not published.
    'titles', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'media_type', case when t.movie_id is null then 'series' else 'movie' end, 'media_id', coalesce(t.movie_id, t.series_id),
        'title', t.title) order by t.part), '[]')
      from private.bundle_titles t
      where t.bundle_id = b.id
        and (exists (select from public.movies m where m.id = t.movie_id and m.published)
          or exists (select from public.series s where s.id = t.series_id and s.published))),
    -- What they cost one by one; null when one of them is not sold alone.
    'single_minor', (
      select case when bool_and(x.price is not null) then sum(x.price) end
      from private.bundle_titles t
        left join lateral (
          select private.price_minor('movie', 'purchase', m.purchase_price, m.rental_price) as price
            from public.movies m where m.id = t.movie_id and m.published and m.is_purchasable
          union all
          select private.price_minor('series', 'purchase', s.purchase_price, s.rental_price)
            from public.series s where s.id = t.series_id and s.published and s.is_purchasable) x on true
      where t.bundle_id = b.id))
  from private.bundles b where b.id = read_bundle.bundle and b.state <> 'planned'
$$;
comment on function public.read_bundle is 'A bundle for everybody; null when there is none, or not yet. is_sold: whether it can be ordered.';
grant execute on function public.read_bundle(uuid) to anon, authenticated;

create function public.title_bundles(title_id uuid)
  returns table (id uuid, title text, title_translations jsonb, amount_minor integer, titles integer)
  language sql stable security definer
  set search_path = ''
  as $$
  select b.id, b.title::text, b.title_translations, b.amount_minor,
    (select count(*)::integer from private.bundle_titles t where t.bundle_id = b.id)
  from (
    select t.bundle_id from private.bundle_titles t where t.movie_id = title_bundles.title_id
    union
    select t.bundle_id from private.bundle_titles t where t.series_id = title_bundles.title_id) of_title
    join private.bundles b on b.id = of_title.bundle_id
  where b.state = 'running' and private.is_bundle_complete(b.id)
  order by b.created_at desc, b.id desc limit 3
$$;
comment on function public.title_bundles is 'The newest three bundles with this title that can be bought.';
grant execute on function public.title_bundles(uuid) to anon, authenticated;

create function public.create_bundle_order(bundle uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen private.bundles;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from private.bundles b where b.id = create_bundle_order.bundle;
  if chosen.id is null or private.bundle_state(chosen) <> 'running' or not private.is_bundle_complete(chosen.id) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.has_bundle(buyer, chosen.id) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.bundle_id = chosen.id
      and coalesce(o.price_minor, o.amount_minor) = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, bundle_id, title, thumbnail_url, amount_minor)
      select buyer, 'bundle', chosen.id, chosen.title, coalesce(m.thumbnail_url, s.thumbnail_url), chosen.amount_minor
      from private.bundle_titles t
        left join public.movies m on m.id = t.movie_id
        left join public.series s on s.id = t.series_id
      where t.bundle_id = chosen.id and t.part = 1
      returning * into made;
  end if;
  return made;
end $$;
comment on function public.create_bundle_order is
  'An order for a bundle at its price, also for those who have some of its titles; refused for those who have all. A second click finds the first order.';
grant execute on function public.create_bundle_order(uuid) to authenticated;

-- From payments to entitlements -----------------------------------------------------------------------------------

create function private.recompute_bundle(bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, part, status, created_at)
  select bought.user_id, case when t.movie_id is null then 'series' else 'movie' end, t.movie_id, t.series_id, t.title, 'purchase',
    -- Equal shares; the first title has what cannot be shared.
    (p.amount_minor / t.titles + case t.part when 1 then p.amount_minor % t.titles else 0 end) / 100.0,
    p.currency, p.provider, p.provider_reference, bought.id, t.part,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end, p.occurred_at
  from (
      select p.* from private.payments p where p.order_id = bought.id and p.problem is null
      order by p.disputed or p.refunded, p.occurred_at, p.provider_reference limit 1) p,
    (select t.*, count(*) over () as titles from private.bundle_titles t where t.bundle_id = bought.bundle_id) t
  on conflict (order_id, part) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$$;
comment on function private.recompute_bundle is 'One entitlement for each title, all with the status of the payment.';

create or replace function private.recompute_purchase(bought public.orders) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, status, created_at, rental_started_at, rental_expiry)
  select bought.user_id, bought.media_type, bought.movie_id, bought.series_id, bought.title, bought.transaction_type,
    p.amount_minor / 100.0, p.currency, p.provider, p.provider_reference, bought.id,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end,
    p.occurred_at, case when r.is_rental and r.starts = 'payment' then p.occurred_at end,
    case when r.is_rental
      then p.occurred_at + case r.starts when 'payment' then interval '48 hours' else interval '30 days' + interval '48 hours' end end
  from private.payments p,
    (select bought.transaction_type = 'rental' as is_rental,
      (select s.value #>> '{}' from private.settings s where s.key = 'rental_starts') as starts) r
  where p.order_id = bought.id and p.problem is null
  order by p.disputed or p.refunded, p.occurred_at, p.provider_reference
  limit 1
  on conflict (order_id, part) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at,
    -- What has begun goes on as it is.
    rental_expiry = case when u.rental_started_at is null then excluded.rental_expiry else u.rental_expiry end,
    rental_started_at = coalesce(u.rental_started_at, excluded.rental_started_at)
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$$;

create or replace function private.give_to_recipient(of_gift private.gifts) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  bought public.orders;
  used private.codes;
begin
  select * into used from private.codes c where c.gift_id = of_gift.id and c.redeemed_by is not null;
  if used.id is null then
    return;
  end if;
  select * into bought from public.orders o where o.id = of_gift.order_id;
  if bought.pass is not null and bought.status = 'paid' then
    perform private.extend_pass(used.redeemed_by, bought.pass, bought.id, used.redeemed_at);
  elsif bought.pass is not null then
    perform private.revoke_pass(bought.id);
  else
    insert into public.user_purchases as u (
      user_id, media_type, movie_id, series_id, title, transaction_type, amount, provider, provider_reference, order_id, status, created_at)
    values (used.redeemed_by, bought.media_type, bought.movie_id, bought.series_id, bought.title, 'purchase', 0, 'gift', used.id,
      bought.id, case bought.status when 'paid' then 'completed' when 'disputed' then 'disputed' else 'refunded' end, used.redeemed_at)
    on conflict (order_id, part) do update set status = excluded.status where u.status <> excluded.status;
  end if;
end $$;

create or replace function private.recompute_order(of_order uuid, closed_as text DEFAULT NULL::text) returns public.orders
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

create or replace function private.is_title_deleted(o public.orders) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ 
  select case when o.bundle_id is null then o.media_type is not null and num_nonnulls(o.movie_id, o.series_id) = 0
    else exists (
      select from private.bundle_titles t where t.bundle_id = o.bundle_id and num_nonnulls(t.movie_id, t.series_id) = 0) end
 $$;

comment on function private.is_title_deleted is 'The title that this order is for, or one of its bundle, was deleted.';

create or replace function private.note_payment_problem() returns trigger
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
        and (p.transaction_type = 'purchase' or bought.transaction_type = 'rental' and p.rental_expiry > now()))
    or bought.bundle_id is not null and exists (
      select from public.orders o
      where o.user_id = bought.user_id and o.bundle_id = bought.bundle_id and o.id <> bought.id and o.status = 'paid')) then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'paid_twice');
  end if;
  if bought.user_id is null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'nobody');
  end if;
  return null;
end $$;

create or replace function private.protect_sold_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- First: this waits for payments that are being booked.
  update public.orders o set status = 'canceled'
    where o.status = 'pending' and (o.movie_id = old.id or o.series_id = old.id or o.bundle_id in (
      select t.bundle_id from private.bundle_titles t where t.movie_id = old.id or t.series_id = old.id));
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()))
    or exists (
      select from public.orders o
      where (o.movie_id = old.id or o.series_id = old.id) and o.transaction_type = 'gift' and o.status in ('paid', 'disputed'))
    or exists (
      select from private.voucher_batches b
      where (b.movie_id = old.id or b.series_id = old.id) and b.activated_at is not null and not private.is_batch_expired(b)
        and exists (
          select from private.vouchers v join private.codes c on c.id = v.code_id
          where v.batch_id = b.id and c.status = 'active')) then
    raise exception using errcode = '23503', message = 'People have paid for this title. Unpublish it instead of deleting it.', hint = 'title_sold';
  end if;
  return old;
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
  if requested.plan is not null and private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  -- Another order may have paid it meanwhile.
  if private.has_title(buyer, coalesce(requested.movie_id, requested.series_id), requested.transaction_type)
    or requested.bundle_id is not null and private.has_bundle(buyer, requested.bundle_id) then
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
    when requested.bundle_id is not null then public.create_bundle_order(requested.bundle_id)
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

create or replace function public.apply_promotion(order_id uuid, code text) returns jsonb
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
  if wanted.bundle_id is not null then
    return jsonb_build_object('result', 'promotion_not_for_bundles');
  end if;
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

create or replace function private.apply_release_windows(at_most integer DEFAULT 1000) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  title_table text;
  changed integer;
  more boolean := false;
begin
  foreach title_table in array array['movies', 'series'] loop
    -- A window that is entirely in the past ends unpublished.
    execute format(
      'update public.%1$I t set
        published = case when t.unpublish_at <= now() then false when t.publish_at <= now() then true else t.published end,
        publish_at = case when t.publish_at <= now() then null else t.publish_at end,
        unpublish_at = case when t.unpublish_at <= now() then null else t.unpublish_at end
      where t.id in (
        select d.id from public.%1$I d where d.publish_at <= now() or d.unpublish_at <= now()
        order by d.id limit $1 for update)', title_table) using at_most;
    get diagnostics changed = row_count;
    more := more or changed = at_most;
  end loop;
  update private.bundles b set state = private.bundle_state(b) where b.id in (
    select c.id from private.bundles c where c.state <> 'ended' and c.state <> private.bundle_state(c) order by c.id limit at_most for update);
  get diagnostics changed = row_count;
  return more or changed = at_most;
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
    'bundle_titles', (
      select jsonb_agg(t.title order by t.part) from private.bundle_titles t where t.bundle_id = o.bundle_id),
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
