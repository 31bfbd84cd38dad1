-- Passes: the right of a subscription for a day, a week, a month or a year. They never renew, so they can be paid with
-- methods that cannot charge again. All passes of a member are one row of subscriptions, computed from all of them.

-- Prices ------------------------------------------------------------------------------------------------------------

create table public.passes (
  id text primary key constraint pass_known check (id in ('day', 'week', 'month', 'year')),
  amount_minor integer not null constraint amount_sane check (amount_minor between 1 and 10000000),
  lasts interval not null
);
comment on table public.passes is 'What a pass costs, in cents of a dollar, and how long it lasts. Admins set the prices.';
alter table public.passes enable row level security;
grant select on public.passes to anon, authenticated;
create policy "everybody sees the passes" on public.passes for select to anon, authenticated using (true);
insert into public.passes (id, amount_minor, lasts) values
  ('day', 49, '1 day'), ('week', 149, '7 days'), ('month', 399, '1 month'), ('year', 4389, '1 year');

create function public.set_pass_price(pass text, amount_minor integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was integer;
begin
  perform private.require_role('admin');
  if set_pass_price.amount_minor is null or set_pass_price.amount_minor not between 1 and 999999 then
    raise exception using errcode = '23514', message = 'Please enter a price between 0 and 9,999.99', hint = 'price_invalid';
  end if;
  select p.amount_minor into was from public.passes p where p.id = pass for update;
  if was is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update public.passes p set amount_minor = set_pass_price.amount_minor where p.id = pass;
  perform private.write_audit_log('set_pass_price', 'payments', pass, null, null,
    jsonb_build_object('amount_minor', jsonb_build_array(was, set_pass_price.amount_minor)));
end $$;
comment on function public.set_pass_price is 'For admins. Orders keep the price they were created with.';
grant execute on function public.set_pass_price(text, integer) to authenticated;

-- Orders for passes -------------------------------------------------------------------------------------------------

alter table public.orders
  add column pass text references public.passes (id),
  drop constraint transaction_type_known,
  drop constraint names_what_it_sells,
  add constraint transaction_type_known check (transaction_type in ('purchase', 'rental', 'subscription', 'pass')),
  add constraint names_what_it_sells check (
    case transaction_type
      when 'subscription' then plan is not null and pass is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      when 'pass' then pass is not null and plan is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      else plan is null and pass is null and media_type in ('movie', 'series')
        and not (media_type = 'movie' and series_id is not null)
        and not (media_type = 'series' and movie_id is not null)
    end);
create index orders_pass_idx on public.orders (pass);

create or replace function private.is_title_deleted(o public.orders) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select o.media_type is not null and num_nonnulls(o.movie_id, o.series_id) = 0 $$;

create function public.create_pass_order(pass text) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  chosen public.passes;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from public.passes p where p.id = create_pass_order.pass;
  if chosen.id is null then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.transaction_type = 'pass' and o.pass = chosen.id
      and coalesce(o.price_minor, o.amount_minor) = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, pass, title, amount_minor)
    values (buyer, 'pass', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor)
    returning * into made;
  end if;
  return made;
end $$;
comment on function public.create_pass_order is 'Called by the buttons of /subscribe. A pass can be bought while another one or a subscription runs: it begins at its end.';
grant execute on function public.create_pass_order(text) to authenticated;

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
comment on function public.order_to_pay is 'The caller''s order if it can still be paid, else a new one for the same title, plan or pass. Raises the reason if neither.';

-- The right ---------------------------------------------------------------------------------------------------------

alter table public.subscriptions
  drop constraint subscriptions_subscription_type_fkey,
  add constraint subscription_type_known check (subscription_type in ('monthly', 'yearly', 'pass')),
  add constraint passes_have_a_row_of_their_own check ((subscription_type = 'pass') = (coalesce(provider, '') = 'pass'));
create unique index one_row_for_all_passes on public.subscriptions (user_id) where subscription_type = 'pass';

create table private.paid_passes (
  order_id uuid primary key references public.orders (id) on delete restrict,
  user_id uuid not null references private.profiles (id) on delete cascade,
  pass text not null references public.passes (id),
  lasts interval not null,
  paid_at timestamptz not null,
  is_paid boolean not null default true,
  ended_at timestamptz,
  reminded_at timestamptz
);
comment on table private.paid_passes is 'The passes of each member, one per order. recompute_passes() makes one row of subscriptions of them.';
comment on column private.paid_passes.lasts is 'As the pass was when it was given.';
comment on column private.paid_passes.is_paid is 'False after a refund or a lost dispute.';
comment on column private.paid_passes.ended_at is 'When staff ended it.';
create index paid_passes_user_id_idx on private.paid_passes (user_id, paid_at);
create index paid_passes_pass_idx on private.paid_passes (pass);
alter table private.paid_passes enable row level security;
insert into private.personal_data (relation, person_column) values ('private.paid_passes', 'user_id');

create function private.end_of_passes(person uuid) returns timestamptz
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  held private.paid_passes;
  ends timestamptz;
  begins timestamptz;
  other_end timestamptz;
begin
  for held in
    select * from private.paid_passes p
    where p.user_id = person and p.is_paid and p.ended_at is null order by p.paid_at, p.order_id
  loop
    begins := greatest(held.paid_at, ends);
    -- A subscription that runs at that moment is used up first.
    loop
      select max(s.expires_at) into other_end from public.subscriptions s
        where s.user_id = person and s.subscription_type <> 'pass' and s.created_at <= begins and s.expires_at > begins;
      exit when other_end is null;
      begins := other_end;
    end loop;
    ends := begins + held.lasts;
  end loop;
  return ends;
end $$;
comment on function private.end_of_passes is 'Each pass begins when it was paid, or where the one before it or a running subscription ends. Null without any.';

create function private.recompute_passes(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  since timestamptz;
  ends timestamptz;
  state text;
begin
  perform pg_advisory_xact_lock(hashtextextended('passes ' || person, 0));
  select min(p.paid_at) into since from private.paid_passes p where p.user_id = person;
  if since is null then
    return;
  end if;
  ends := private.end_of_passes(person);
  state := case when ends is null then 'canceled' when ends <= now() then 'expired' else 'active' end;
  insert into public.subscriptions as s (user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, created_at)
    values (person, state, 'pass', coalesce(ends, since), true, 'pass', since)
    on conflict (user_id) where subscription_type = 'pass' do update set
      status = excluded.status, expires_at = excluded.expires_at, created_at = excluded.created_at
    where (s.status, s.expires_at, s.created_at) is distinct from (excluded.status, excluded.expires_at, excluded.created_at);
end $$;
comment on function private.recompute_passes is 'Computes the member''s row of subscriptions from all passes, so that the order of payments and refunds does not matter.';

create function private.save_pass(user_id uuid, pass text, order_id uuid, paid_at timestamptz, is_paid boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.paid_passes as p (order_id, user_id, pass, lasts, paid_at, is_paid)
    select save_pass.order_id, save_pass.user_id, k.id, k.lasts, save_pass.paid_at, save_pass.is_paid
    from public.passes k where k.id = save_pass.pass
    on conflict on constraint paid_passes_pkey do update set paid_at = excluded.paid_at, is_paid = excluded.is_paid
    where (p.paid_at, p.is_paid) is distinct from (excluded.paid_at, excluded.is_paid);
  perform private.recompute_passes(save_pass.user_id);
end $$;

create function private.extend_pass(user_id uuid, pass text, order_id uuid, paid_at timestamptz) returns void
  language sql security definer
  set search_path = ''
  as $$ select private.save_pass(user_id, pass, order_id, paid_at, true) $$;
comment on function private.extend_pass is
  'Gives a member a pass for an order, after what is left of the others. Called again for the same order, it gives nothing more.';

create function private.revoke_pass(order_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  select private.save_pass(p.user_id, p.pass, p.order_id, p.paid_at, false)
  from private.paid_passes p where p.order_id = revoke_pass.order_id
$$;
comment on function private.revoke_pass is 'Takes back the pass of an order whose payment was returned. Without one it does nothing.';

create function private.move_passes() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if exists (select from private.paid_passes p where p.user_id = new.user_id) then
    perform private.recompute_passes(new.user_id);
  end if;
  return null;
end $$;
comment on function private.move_passes is 'When a subscription changes, passes that begin at its end move with it.';
create trigger move_passes after insert or update of status, expires_at on public.subscriptions
  for each row when (new.subscription_type <> 'pass') execute function private.move_passes();

create function private.recompute_pass(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  paid record;
begin
  select min(p.occurred_at) as first, min(p.occurred_at) filter (where not p.disputed and not p.refunded) as valid
    into paid from private.payments p where p.order_id = bought.id and p.problem is null;
  if paid.first is not null and bought.user_id is not null then
    perform private.save_pass(bought.user_id, bought.pass, bought.id, coalesce(paid.valid, paid.first), paid.valid is not null);
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
    else perform private.recompute_purchase(bought);
  end case;
  return bought;
end $$;

-- Staff end all passes of a member at once, as they end a subscription.
create or replace function public.end_subscription(subscription uuid, reason text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.subscriptions;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  select * into was from public.subscriptions s where s.id = subscription for update;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'Subscription not found', hint = 'subscription_not_found';
  end if;
  if was.provider is distinct from 'granted' and was.status in ('active', 'past_due') and not was.cancel_at_period_end then
    -- The provider would charge it again: it has to be canceled there first.
    raise exception using errcode = 'PT409', message = 'This subscription renews at the payment provider. Cancel it there first.',
      hint = 'subscription_renews';
  end if;
  if was.subscription_type = 'pass' then
    update private.paid_passes p set ended_at = now() where p.user_id = was.user_id and p.ended_at is null;
    perform private.recompute_passes(was.user_id);
  elsif was.order_id is null then
    update public.subscriptions s set status = 'canceled', expires_at = least(s.expires_at, now()) where s.id = was.id;
  else
    -- recompute_order() computes the subscription from all events, so that the end must be one of them.
    insert into private.subscription_states as n (order_id, provider_reference, status, ended_at, as_of)
      values (was.order_id, was.provider_reference, 'canceled', now(), now())
      on conflict (order_id) do update set status = 'canceled', ended_at = least(n.ended_at, now()), as_of = now();
    perform private.recompute_order(was.order_id);
  end if;
  perform private.write_audit_log('end_subscription', 'members', left(was.user_id::text, 8), null, reason,
    jsonb_build_object('status', jsonb_build_array(was.status, 'canceled'), 'expires_at', jsonb_build_array(was.expires_at, now())));
end $$;
