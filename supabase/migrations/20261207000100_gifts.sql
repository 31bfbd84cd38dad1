-- Gifts: somebody pays for a relative. An order like any other; what it gives is a code instead of an entitlement, and
-- the entitlement belongs to the person who redeems the code.

create table private.gifts (
  id uuid primary key default gen_random_uuid(),
  giver uuid references private.profiles (id) on delete set null,
  order_id uuid references public.orders (id) on delete restrict,
  recipient_name text not null,
  recipient_phone text,
  recipient_email text,
  from_name text not null,
  greeting text not null default '',
  language text not null,
  canceled_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Keep equal to the limits of gifts in contract/src/commerce/limits.ts.
  constraint names_of_a_length check (char_length(recipient_name) between 1 and 80 and char_length(from_name) between 1 and 80),
  constraint greeting_of_a_length check (char_length(greeting) <= 500),
  constraint phone_international check (recipient_phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint email_of_a_form check (char_length(recipient_email) <= 254 and recipient_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint language_known check (language in ('ht', 'fr', 'en', 'es'))
);
comment on table private.gifts is 'For whom a gift is, and what the giver says. Phone number and e-mail address are deleted when it is redeemed.';
comment on column private.gifts.order_id is 'The first order that paid for it. Null until then.';
create index on private.gifts (giver, created_at desc);
create unique index gifts_order on private.gifts (order_id);
create index gifts_by_age on private.gifts (created_at);
alter table private.gifts enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.gifts', 'giver', 'anonymous');
insert into private.retention_rules (name, relation, time_column, setting, keep, condition) values
  ('gifts', 'private.gifts', 'created_at', 'orders', null,
    't.order_id is null and not exists (select from public.orders x where x.gift_id = t.id)');

create function private.forget_giver() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.from_name := 'Unknown';
  new.greeting := '';
  new.recipient_phone := null;
  new.recipient_email := null;
  return new;
end $$;
comment on function private.forget_giver is 'With the account go the giver''s name and words. The code stays good: it was paid for.';
create trigger forget_giver before update on private.gifts
  for each row when (old.giver is not null and new.giver is null) execute function private.forget_giver();

alter table private.codes
  add column gift_id uuid references private.gifts (id) on delete cascade,
  add constraint of_one_thing check ((kind = 'gift') = (gift_id is not null));
create unique index codes_gift on private.codes (gift_id);

alter table public.orders
  add column gift_id uuid references private.gifts (id) on delete restrict,
  drop constraint transaction_type_known,
  drop constraint names_what_it_sells,
  add constraint transaction_type_known check (transaction_type in ('purchase', 'rental', 'subscription', 'pass', 'gift')),
  add constraint names_what_it_sells check (
    (transaction_type = 'gift') = (gift_id is not null)
    and case
      when transaction_type = 'subscription' then
        plan is not null and pass is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      when transaction_type = 'pass' or transaction_type = 'gift' and pass is not null then
        pass is not null and plan is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      else plan is null and pass is null and media_type in ('movie', 'series')
        and not (media_type = 'movie' and series_id is not null)
        and not (media_type = 'series' and movie_id is not null)
    end);
comment on column public.orders.gift_id is 'Of a gift: several orders can be for one, when another way to pay was tried.';
create index orders_gift on public.orders (gift_id);

-- A title that was given and not yet redeemed is paid for, too.
create or replace function private.protect_sold_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- First: this waits for payments that are being booked.
  update public.orders o set status = 'canceled'
    where o.status = 'pending' and (o.movie_id = old.id or o.series_id = old.id);
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()))
    or exists (
      select from public.orders o
      where (o.movie_id = old.id or o.series_id = old.id) and o.transaction_type = 'gift' and o.status in ('paid', 'disputed')) then
    raise exception using errcode = '23503', message = 'People have paid for this title. Unpublish it instead of deleting it.', hint = 'title_sold';
  end if;
  return old;
end $$;

-- Giving --------------------------------------------------------------------------------------------------------

create function private.gift_item(pass text, media_type text, media_id uuid) returns public.orders
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  item public.orders;
begin
  if gift_item.pass is not null and num_nonnulls(gift_item.media_type, media_id) = 0 then
    select k.id, 'Lakou, ' || k.id, k.amount_minor into item.pass, item.title, item.amount_minor
      from public.passes k where k.id = gift_item.pass;
  elsif gift_item.pass is null then
    select t.kind, t.movie_id, t.series_id, t.title, t.thumbnail_url,
        private.price_minor(t.kind, 'purchase', t.purchase_price, t.rental_price)
      into item.media_type, item.movie_id, item.series_id, item.title, item.thumbnail_url, item.amount_minor
      from (
        select 'movie' as kind, m.id as movie_id, null::uuid as series_id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price
          from public.movies m where m.id = media_id and m.published and not m.is_free and m.is_purchasable
        union all
        select 'series', null, s.id, s.title, s.thumbnail_url, s.purchase_price, s.rental_price
          from public.series s where s.id = media_id and s.published and not s.is_free and s.is_purchasable
      ) t where t.kind = gift_item.media_type;
  end if;
  if coalesce(item.amount_minor, 0) < 1 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  return item;
end $$;
comment on function private.gift_item is 'What is given, with the price of this moment: a pass, or a title to keep.';

create function private.create_gift_order(of_gift uuid, buyer uuid, item public.orders) returns public.orders
  language sql security definer
  set search_path = ''
  as $$
  insert into public.orders (user_id, transaction_type, gift_id, pass, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
  values (buyer, 'gift', of_gift, item.pass, item.media_type, item.movie_id, item.series_id, item.title, item.thumbnail_url, item.amount_minor)
  returning *
$$;

create function public.create_gift(
    recipient_name text, from_name text, language text, greeting text default '', recipient_phone text default null,
    recipient_email text default null, pass text default null, media_type text default null, media_id uuid default null)
  returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  item public.orders;
  wanted private.gifts;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  item := private.gift_item(create_gift.pass, create_gift.media_type, create_gift.media_id);
  wanted.giver := buyer;
  wanted.recipient_name := private.trim_text(create_gift.recipient_name);
  wanted.from_name := private.trim_text(create_gift.from_name);
  wanted.greeting := coalesce(private.trim_text(create_gift.greeting), '');
  wanted.language := create_gift.language;
  wanted.recipient_phone := nullif(regexp_replace(create_gift.recipient_phone, '[^0-9+]', '', 'g'), '');
  wanted.recipient_email := nullif(lower(private.trim_text(create_gift.recipient_email)), '');
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select o.* into made from public.orders o join private.gifts g on g.id = o.gift_id
    where o.user_id = buyer and private.is_order_payable(o) and g.order_id is null
      and coalesce(o.price_minor, o.amount_minor) = item.amount_minor
      and (o.pass, o.movie_id, o.series_id) is not distinct from (item.pass, item.movie_id, item.series_id)
      and (g.recipient_name, g.from_name, g.greeting, g.language, g.recipient_phone, g.recipient_email)
        is not distinct from (wanted.recipient_name, wanted.from_name, wanted.greeting, wanted.language,
          wanted.recipient_phone, wanted.recipient_email)
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into private.gifts (giver, recipient_name, from_name, greeting, language, recipient_phone, recipient_email)
      values (buyer, wanted.recipient_name, wanted.from_name, wanted.greeting, wanted.language,
        wanted.recipient_phone, wanted.recipient_email)
      returning * into wanted;
    insert into private.codes (kind, gift_id) values ('gift', wanted.id);
    made := private.create_gift_order(wanted.id, buyer, item);
  end if;
  return made;
end $$;
comment on function public.create_gift is 'Called by /gift: an order for a pass or a title for somebody else. The price comes from the database, never from the browser.';
grant execute on function public.create_gift(text, text, text, text, text, text, text, text, uuid) to authenticated;

create or replace function public.order_to_pay(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  requested public.orders;
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
  return case
    when requested.plan is not null then public.create_subscription_order(requested.plan)
    when requested.pass is not null then public.create_pass_order(requested.pass)
    else public.create_order(requested.media_type, coalesce(requested.movie_id, requested.series_id), requested.transaction_type)
  end;
end $$;
comment on function public.order_to_pay is 'The caller''s order if it can still be paid, else a new one for the same title, plan, pass or gift. Raises the reason if neither.';

-- From events to entitlements -----------------------------------------------------------------------------------

create function private.give_to_recipient(of_gift private.gifts) returns void
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
    on conflict (order_id) do update set status = excluded.status where u.status <> excluded.status;
  end if;
end $$;
comment on function private.give_to_recipient is 'The entitlement of the person who redeemed this gift, as far as its order is paid. Called again, it gives nothing more.';

create function private.recompute_gift(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given private.gifts;
begin
  select * into given from private.gifts g where g.id = bought.gift_id for update;
  if bought.status = 'paid' and given.order_id is null then
    update private.gifts g set order_id = bought.id where g.id = given.id returning * into given;
    if given.recipient_email is not null then
      perform private.enqueue_job('mail_gift', jsonb_build_object('gift', given.id), 'gift ' || given.id);
    end if;
  elsif bought.status = 'paid' and given.order_id <> bought.id then
    perform private.add_payment_alert(bought.id, bought.provider, coalesce(bought.provider_reference, bought.id::text), 'paid_twice');
  end if;
  if given.order_id = bought.id then
    perform private.give_to_recipient(given);
  end if;
end $$;

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
    else perform private.recompute_purchase(bought);
  end case;
  return bought;
end $$;

-- What a giver sees and can do ----------------------------------------------------------------------------------

create function public.my_gifts(before timestamptz default null) returns table (
    id uuid, created_at timestamptz, status text, code text, recipient_name text, recipient_phone text, recipient_email text,
    from_name text, greeting text, language text, mailed_at timestamptz, redeemed_at timestamptz,
    pass text, media_type text, title text, amount_minor integer, currency text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select g.id, g.created_at, s.status, case s.status when 'open' then private.derive_code(c.id) end,
      g.recipient_name, g.recipient_phone, g.recipient_email, g.from_name, g.greeting, g.language, g.mailed_at, c.redeemed_at,
      o.pass, o.media_type, o.title, o.amount_minor, o.currency
    from private.gifts g
    join public.orders o on o.id = g.order_id
    join private.codes c on c.gift_id = g.id,
    lateral (select case
      when o.status <> 'paid' then 'refunded'
      when c.status = 'redeemed' then 'redeemed'
      when c.status = 'revoked' then 'canceled'
      else 'open' end) s (status)
    where g.giver = person and g.created_at < coalesce(before, 'infinity')
    order by g.created_at desc limit 20;
end $$;
comment on function public.my_gifts is 'What the caller gave and paid, newest first, twenty at a time. The code is there while it can be used.';
grant execute on function public.my_gifts(timestamptz) to authenticated;

create function private.own_open_gift(gift uuid) returns private.gifts
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  given private.gifts;
begin
  -- The order first, as booking an event does.
  perform from public.orders o
    where o.id = (select g.order_id from private.gifts g where g.id = own_open_gift.gift and g.giver = person) for update;
  select * into given from private.gifts g where g.id = own_open_gift.gift and g.giver = person and g.order_id is not null for update;
  if given.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if exists (select from private.codes c where c.gift_id = given.id and c.status = 'redeemed') then
    raise exception using errcode = '23505', message = 'This gift has been redeemed. It can no longer be sent or canceled.',
      hint = 'gift_redeemed';
  end if;
  return given;
end $$;

create function public.resend_gift(gift uuid, recipient_email text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given private.gifts := private.own_open_gift(gift);
begin
  if given.canceled_at is not null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if not private.check_rate_limit('resend_gift', given.id::text, 5, interval '1 day') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  update private.gifts g set recipient_email = lower(private.trim_text(resend_gift.recipient_email)), mailed_at = null
    where g.id = given.id returning * into given;
  if given.recipient_email is not null then
    perform private.enqueue_job('mail_gift', jsonb_build_object('gift', given.id), 'gift ' || given.id);
  end if;
end $$;
comment on function public.resend_gift is 'Mails the link of an own gift again, also to another address. Five times a day.';
grant execute on function public.resend_gift(uuid, text) to authenticated;

create function public.cancel_gift(gift uuid) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given private.gifts := private.own_open_gift(gift);
begin
  if exists (select from public.orders o where o.id = given.order_id and private.takes_gourdes(o.provider)) then
    raise exception using errcode = '22023', message = 'This way of paying cannot return money. Please write to us.', hint = 'gift_not_refundable';
  end if;
  -- Somebody who redeems it at this moment waits for this row, or this waits for them.
  update private.codes c set status = 'revoked' where c.gift_id = given.id and c.status = 'active';
  if exists (select from private.codes c where c.gift_id = given.id and c.status = 'redeemed') then
    raise exception using errcode = '23505', message = 'This gift has been redeemed. It can no longer be sent or canceled.',
      hint = 'gift_redeemed';
  end if;
  update private.gifts g set canceled_at = now() where g.id = given.id and g.canceled_at is null;
  -- The provider is asked for the refund until it has made it, also when this process ends before.
  insert into private.checkouts (order_id, expires_at, next_check_at) values (given.order_id, now(), now())
    on conflict on constraint checkouts_pkey do update set next_check_at = now();
  return given.order_id;
end $$;
comment on function public.cancel_gift is 'Takes back an own gift that nobody has redeemed: its code is void, and the payment is refunded. Returns its order.';
grant execute on function public.cancel_gift(uuid) to authenticated;

create function public.claim_gift_refund(of_order uuid) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language sql security definer
  set search_path = ''
  as $$
  update private.checkouts c set checked_at = now(), next_check_at = now() + interval '1 minute'
  from public.orders o join private.gifts g on g.order_id = o.id
  where c.order_id = claim_gift_refund.of_order and o.id = c.order_id and o.status = 'paid' and g.canceled_at is not null
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, 'gift_canceled', o.provider, o.provider_reference, null::text
$$;
comment on function public.claim_gift_refund is 'For the service key: claims the refund of a canceled gift, one caller at a time.';
revoke execute on function public.claim_gift_refund(uuid) from public, anon, authenticated;
grant execute on function public.claim_gift_refund(uuid) to service_role;

create or replace view private.expected_payment_events as
  select o.id as order_id,
    case when g.id is not null then 'gift_canceled' when private.is_title_deleted(o) then 'title_deleted'
      when o.user_id is null then 'nobody' when o.status = 'pending' then 'pending' else 'renewal' end as why,
    case when o.status = 'pending' or private.is_title_deleted(o) or g.id is not null
      or o.user_id is null and s.status in ('active', 'past_due') then now() else s.expires_at end as due_at
  from public.orders o left join public.subscriptions s on s.order_id = o.id
    left join private.gifts g on g.order_id = o.id and g.canceled_at is not null
  where o.provider_reference is not null and (
    o.status = 'pending'
    or (g.id is not null and o.status = 'paid')
    or (s.status in ('active', 'past_due', 'expired') and s.expires_at > now() - interval '30 days')
    or (o.user_id is null and s.status in ('active', 'past_due'))
    -- Its checkout can still be paid, or was, and nothing went back yet.
    or (private.is_title_deleted(o) and o.status = 'canceled'
      and exists (select from private.checkouts c where c.order_id = o.id and c.expires_at > now()))
    or (private.is_title_deleted(o) and o.status = 'failed'
      and exists (select from public.ledger l where l.order_id = o.id and l.problem = 'title_deleted')
      and not exists (select from public.ledger l where l.order_id = o.id and l.kind in ('refund', 'dispute'))));
comment on view private.expected_payment_events is
  'Orders from which the provider will still send an event, and from when on it is late: open ones, subscriptions that renew, canceled gifts, and those of deleted members and titles.';

create function private.gift_to_mail(gift uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('email', g.recipient_email, 'name', g.recipient_name, 'from_name', g.from_name, 'greeting', g.greeting,
    'language', g.language, 'code', private.derive_code(c.id), 'pass', o.pass, 'title', o.title)
  from private.gifts g join private.codes c on c.gift_id = g.id join public.orders o on o.id = g.order_id
  where g.id = gift_to_mail.gift and g.recipient_email is not null and g.mailed_at is null and c.status = 'active' and o.status = 'paid'
$$;
comment on function private.gift_to_mail is 'What the e-mail to the recipient says. Null when there is none to send.';

create function private.mark_gift_mailed(gift uuid) returns void
  language sql security definer
  set search_path = ''
  as $$ update private.gifts g set mailed_at = now() where g.id = mark_gift_mailed.gift $$;

-- Redeeming -----------------------------------------------------------------------------------------------------

create function private.describe_gift(used private.codes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('kind', 'gift', 'pass', o.pass, 'media_type', o.media_type, 'media_id', coalesce(o.movie_id, o.series_id),
    'title', o.title, 'thumbnail_url', o.thumbnail_url, 'from_name', g.from_name, 'recipient_name', g.recipient_name,
    'greeting', g.greeting, 'language', g.language)
  from private.gifts g join public.orders o on o.id = g.order_id where g.id = used.gift_id
$$;

create function private.has_paid_to_keep(viewer uuid, title_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'purchase' and title_id in (p.movie_id, p.series_id))
$$;

create function private.check_gift(used private.codes) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case
    when o.status is distinct from 'paid' then 'code_revoked'
    when o.media_type is not null and private.has_paid_to_keep(auth.uid(), coalesce(o.movie_id, o.series_id)) then 'already_owned'
    else 'code_valid' end
  from private.gifts g left join public.orders o on o.id = g.order_id where g.id = used.gift_id
$$;

create function private.redeem_gift(used private.codes) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  given private.gifts;
begin
  -- The order first, as booking an event does; then the state is read again.
  perform from public.orders o where o.id = (select g.order_id from private.gifts g where g.id = used.gift_id) for update;
  if private.check_gift(used) <> 'code_valid' then
    return false;
  end if;
  update private.codes c set status = 'redeemed', redeemed_by = auth.uid(), redeemed_at = now()
    where c.id = used.id and c.status = 'active';
  if not found then
    return false;
  end if;
  update private.gifts g set recipient_phone = null, recipient_email = null where g.id = used.gift_id returning * into given;
  perform private.give_to_recipient(given);
  return true;
end $$;

create function public.read_code(code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
begin
  looked := private.find_code(read_code.code);
  if looked.outcome = 'code_valid' then
    looked.outcome := private.check_gift(looked.match);
  end if;
  return jsonb_build_object('result', looked.outcome)
    || case when looked.outcome in ('code_valid', 'code_yours', 'already_owned') then private.describe_gift(looked.match) else '{}' end;
end $$;
comment on function public.read_code is 'What a code is for, before it is redeemed, for anybody who has it. The result is code_valid or an error key. Wrong codes are counted.';
grant execute on function public.read_code(text) to anon, authenticated;

create function public.redeem_code(code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
begin
  perform private.require_account();
  looked := private.find_code(redeem_code.code);
  if looked.outcome = 'code_valid' then
    looked.outcome := private.check_gift(looked.match);
    if looked.outcome = 'code_valid' then
      if private.redeem_gift(looked.match) then
        looked.outcome := 'code_redeemed';
      else
        -- Somebody was faster, or it was canceled meanwhile.
        looked := private.find_code(redeem_code.code);
        if looked.outcome = 'code_valid' then
          looked.outcome := private.check_gift(looked.match);
        end if;
      end if;
    end if;
  end if;
  return jsonb_build_object('result', looked.outcome)
    || case when looked.outcome in ('code_redeemed', 'code_yours') then private.describe_gift(looked.match) else '{}' end;
end $$;
comment on function public.redeem_code is
  'Gives the caller what a code is for, once. The result is code_redeemed, code_yours (the caller redeemed it before) or an error key; wrong codes are counted, and nothing is raised for them.';
grant execute on function public.redeem_code(text) to authenticated;
